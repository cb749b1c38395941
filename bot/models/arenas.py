"""Players who meet in the arena, and how they have fared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import reduce
from typing import TYPE_CHECKING

import engine
from engine import Outcome, State

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
    """What has been played of a series by now: all games that have ended, and the `begun` one.

    `shortest` is the shortest game that somebody won, None if nobody did. `spent` is how much of the time for
    the series has gone by, of 1.
    """

    series: Series
    tally: Tally
    begun: tuple[Action, ...] = ()
    shortest: tuple[Action, ...] | None = None
    status: SeriesStatus = SeriesStatus.RUNNING
    spent: float = 0.0

    @property
    def likely_games(self) -> int | None:
        """How many games the time is likely to be enough for, None if that cannot be told or for all."""
        if not self.tally.games or not self.spent:
            return None
        likely = int(self.tally.games / self.spent)
        return likely if likely < self.series.games else None

    @property
    def state(self) -> State:
        """Where the game stands that is being played."""
        return reduce(State.successor, self.begun, self.series.game.initial())

    def with_moves(self, actions: tuple[Action, ...], outcome: Outcome | None) -> Played:
        """Return it after more moves of the same game, which has ended if there is an outcome."""
        begun = (*self.begun, *actions)
        if outcome is None:
            return replace(self, begun=begun)
        tally, shortest = self.tally.plus(outcome), self.shortest
        if outcome is not Outcome.DRAW and (shortest is None or len(begun) < len(shortest)):
            shortest = begun
        is_whole = tally.games == self.series.games
        status = SeriesStatus.WHOLE if is_whole else self.status
        return replace(self, tally=tally, begun=(), shortest=shortest, status=status)
