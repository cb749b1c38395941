"""A local stand-in for Discord: REST, gateway and a web page, on this machine alone."""

from bot.playground.driver import Playground, redirect

__all__ = ["Playground", "redirect"]
