"""Maxine: a Discord bot that plays board games and can always say why."""

__version__ = "0.1.0"
