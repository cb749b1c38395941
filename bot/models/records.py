"""Stored matches to be checked: the least that replaying them takes."""

from enum import Enum, auto
from typing import NamedTuple

from bot.models.matches import Ending


class Record(NamedTuple):
    """A match as it is stored: its moves are pairs of ply and action, in order."""

    match_id: int
    game_slug: str
    moves: tuple[tuple[int, int], ...]
    ending: Ending | None


class Flaw(Enum):
    """Why a match cannot be replayed from its record."""

    UNKNOWN_GAME = auto()
    MISSING_MOVE = auto()
    ILLEGAL_MOVE = auto()
    WRONG_RESULT = auto()
