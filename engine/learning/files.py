"""What has been learnt and is kept: a file for each game and each way to learn beside this module.

A file begins with comments that say how it was made.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.learning.network import Network
from engine.learning.q_learning import QTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game

Knowledge: TypeAlias = QTable | Network
"""What tells the values of actions."""

KINDS: Final[Mapping[str, type[Knowledge]]] = {"q-table": QTable, "neural": Network}
"""It, by the name of the player who plays by it."""


def name_of(kind: str, game: Game) -> str:
    """Return the name of the file."""
    return f"{game.slug}.{kind}.txt"


def has(kind: str, game: Game) -> bool:
    """Return whether there is one."""
    return _file(kind, game).is_file()


@cache
def learnt(kind: str, game: Game) -> Knowledge:
    """Return what the file holds of a game that has one."""
    lines = _file(kind, game).read_text(encoding="ascii").splitlines()
    return KINDS[kind].from_lines(game, (line for line in lines if not line.startswith("#")))


def _file(kind: str, game: Game) -> resources.abc.Traversable:
    return resources.files(__package__) / name_of(kind, game)
