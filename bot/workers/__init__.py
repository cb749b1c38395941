"""Processes that search and threads that draw, so that event loop and database never wait for them."""

from bot.workers.analysts import Analysts
from bot.workers.process_pools import DrawingPool

__all__ = ["Analysts", "DrawingPool"]
