"""Processes that search and threads that draw, so that neither the event loop nor the database ever waits."""

from bot.workers.analysts import Analysts
from bot.workers.process_pools import DrawingPool

__all__ = ["Analysts", "DrawingPool"]
