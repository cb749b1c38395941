"""Series of games between two of the bot's players, and their results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import reduce

import engine
from engine import Action, Game, Outcome, State
from engine.arena import SeriesResult


@dataclass(frozen=True)
class Series:
    """A number of games of two players, by name; the first begins each, and the seed decides all chance."""

    game_slug: str
    players: tuple[str, str]
    games: int
    seed: int

    @property
    def game(self) -> Game:
        """The game that they play."""
        return engine.get_game(self.game_slug)


class SeriesStatus(Enum):
    """The state of a series."""

    RUNNING = auto()
    WHOLE = auto()
    LATE = auto()
    """The time was up: the games played by then count."""
    INTERRUPTED = auto()
    """The bot could not play on, as when it stops."""


@dataclass(frozen=True)
class Played:
    """The games of a series that have been played: all that have ended, and the `begun` one.

    `shortest` is the shortest game with a winner, None if there is none. `spent` is the part of the time for
    the series that has passed.
    """

    series: Series
    tally: SeriesResult
    begun: tuple[Action, ...] = ()
    shortest: tuple[Action, ...] | None = None
    status: SeriesStatus = SeriesStatus.RUNNING
    spent: float = 0.0

    @property
    def likely_games(self) -> int | None:
        """How many games the time will likely suffice for, None if that is unknown or it suffices for all."""
        if not self.tally.games or not self.spent:
            return None
        likely = int(self.tally.games / self.spent)
        return likely if likely < self.series.games else None

    @property
    def state(self) -> State:
        """The present position of the running game."""
        return reduce(State.successor, self.begun, self.series.game.initial())

    def with_moves(self, actions: tuple[Action, ...], outcome: Outcome | None) -> Played:
        """Return the series after more moves of the same game, which has ended if there is an outcome."""
        begun = (*self.begun, *actions)
        if outcome is None:
            return replace(self, begun=begun)
        tally, shortest = self.tally.plus(outcome), self.shortest
        if outcome is not Outcome.DRAW and (shortest is None or len(begun) < len(shortest)):
            shortest = begun
        is_whole = tally.games == self.series.games
        status = SeriesStatus.WHOLE if is_whole else self.status
        return replace(self, tally=tally, begun=(), shortest=shortest, status=status)
