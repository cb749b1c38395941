"""The tables that Q-learning has filled: a file for each game beside this module."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from engine.learning.q_learning import QTable

if TYPE_CHECKING:
    from engine.game import Game


def has(game_slug: str) -> bool:
    """Return whether there is a table of that game."""
    return _file(game_slug).is_file()


@cache
def of(game: Game) -> QTable:
    """Return the table of a game that has one."""
    lines = _file(game.slug).read_text(encoding="ascii").splitlines()
    return QTable.from_lines(game, (line for line in lines if not line.startswith("#")))


def _file(game_slug: str) -> resources.abc.Traversable:
    return resources.files(__package__) / f"{game_slug}.txt"
