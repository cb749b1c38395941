"""A local stand-in for Discord: REST, gateway and a web page, on this machine alone."""

from bot.playground.driver import Playground, redirect
from bot.playground.history import HistoryError

__all__ = ["HistoryError", "Playground", "redirect"]
