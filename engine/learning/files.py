"""The files of what players have learnt: one for each game and each kind of learner, beside this module.

A file begins with comments that say how it was made.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, TypeAlias

from engine.base import Game
from engine.learning.network import Network
from engine.learning.q_learning import QTable

Knowledge: TypeAlias = QTable | Network
"""The interface of what a player has learnt: the values of actions."""

KINDS: Final[Mapping[str, type[Knowledge]]] = {"q-table": QTable, "neural": Network}
"""The classes that read the files, by the name of the player that uses them."""


def file_name_of(kind: str, game: Game) -> str:
    """Return the name of the file."""
    return f"{game.slug}.{kind}.txt"


def has(kind: str, game: Game) -> bool:
    """Return whether there is such a file."""
    return _find_file(kind, game).is_file()


@cache
def learnt(kind: str, game: Game) -> Knowledge:
    """Return what the file of a game holds, which must exist."""
    lines = _find_file(kind, game).read_text(encoding="ascii").splitlines()
    return KINDS[kind].from_lines(game, (line for line in lines if not line.startswith("#")))


def _find_file(kind: str, game: Game) -> resources.abc.Traversable:
    return resources.files(__package__) / file_name_of(kind, game)
