"""Processes that search and threads that draw, so that neither the event loop nor the database ever waits."""

from bot.workers.analysts import Analysts
from bot.workers.drawing_pool import DrawingPool

__all__ = ["Analysts", "DrawingPool"]
