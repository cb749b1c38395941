"""Players who meet in the arena, and how they have fared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from engine import Action, Game
    from engine.arena import Tally


@dataclass(frozen=True)
class Series:
    """So many games of two players, by name, of whom the first begins each; the seed decides all chance."""

    game_slug: str
    players: tuple[str, str]
    games: int
    seed: int

    @property
    def game(self) -> Game:
        """The rules they play by."""
        return engine.get_game(self.game_slug)


class SeriesStatus(Enum):
    """How far a series has come."""

    RUNNING = auto()
    WHOLE = auto()
    LATE = auto()
    """It took too long: what was played by then counts."""
    INTERRUPTED = auto()
    """Nobody could play on, as when she is stopped."""


@dataclass(frozen=True)
class Played:
    """What has been played of a series by now, and of the games that somebody won the shortest, if any."""

    series: Series
    tally: Tally
    shortest: tuple[Action, ...] | None = None
    status: SeriesStatus = SeriesStatus.RUNNING
