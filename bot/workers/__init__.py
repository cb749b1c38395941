"""Processes that search the larger games, so that neither the event loop nor the database ever waits."""

from bot.workers.analysts import Analysts

__all__ = ["Analysts"]
