"""Print whether practice of a pattern helps.

Prints a table by game and theme: how many puzzles players solved at the first try without a hint, up to the
first puzzle of the theme that they asked for, and from a week later on. Only players who tried both count. It
changes nothing and works while the bot runs.
"""

import argparse

from bot import config
from bot.cli import arguments

_HEAD = "| game | theme | players | before | a week after |\n|---|---|--:|--:|--:|"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add no options: the database is that of the settings."""


def run(_: argparse.Namespace) -> int:
    """Run the command."""
    from bot.storage import opening, solving  # noqa: PLC0415 - the bot runs without it

    practised = opening.read(config.load().database, solving.list_practised)
    lines = [
        f"| {game} | {theme} | {players} | {_format_share(*before)} | {_format_share(*after)} |"
        for game, theme, players, before, after in practised
    ]
    nothing = "No player has practised a theme and tried it again a week later."
    arguments.say("\n".join([_HEAD, *lines]) if lines else nothing)
    return 0


def _format_share(solved: int, tried: int) -> str:
    return f"{solved} of {tried}, {solved / tried:.0%}"
