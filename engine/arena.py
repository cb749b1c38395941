"""Players against each other: one match, and the result of a series."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine import analysis
from engine.base import Action, Game, Outcome, State
from engine.ladder import SURE
from engine.player import Player
from engine.solver import Stop, limit_polls

if TYPE_CHECKING:
    from random import Random


class SeriesResult(NamedTuple):
    """How the matches of a series ended: won by the first or the second player, or drawn."""

    first: int = 0
    second: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        """How many matches."""
        return sum(self)

    @property
    def points(self) -> float:
        """What the first player won, a draw being half a point."""
        return self.first + self.draws / 2

    def joined(self, other: SeriesResult) -> SeriesResult:
        """Return the sum of both series."""
        return SeriesResult(self.first + other.first, self.second + other.second, self.draws + other.draws)

    def interval(self, number: int) -> tuple[float, float]:
        """Return the 95 % confidence interval for this share of all matches, by Wilson (1927)."""
        games, share = self.games, number / self.games
        middle = share + SURE**2 / (2 * games)
        away = SURE * sqrt(share * (1 - share) / games + (SURE / (2 * games)) ** 2)
        whole = 1 + SURE**2 / games
        return max(0.0, (middle - away) / whole), min(1.0, (middle + away) / whole)

    @property
    def luck(self) -> float:
        """Return the probability of wins at least as unevenly shared, if a toss decided each."""
        wins, least = self.first + self.second, min(self.first, self.second)
        tail = sum(comb(wins, number) for number in range(least + 1))
        return min(1.0, 2 * tail / float(2**wins))

    def plus(self, outcome: Outcome | None) -> SeriesResult:
        """Return the tally with one more match."""
        first, second, draws = (outcome is each for each in (Outcome.FIRST, Outcome.SECOND, Outcome.DRAW))
        return SeriesResult(self.first + first, self.second + second, self.draws + draws)


def play(
    state: State,
    players: tuple[Player, Player],
    chance: Callable[[State], Random],
    is_late: Callable[[], bool] = lambda: False,
    stop: Stop = None,
) -> tuple[tuple[Action, ...], State]:
    """Play on from a state until the match ends or it `is_late`; return the actions, and the last state.

    Each state has its own random numbers, and each move a limit of positions, without earlier results: so
    the match is the same wherever it was interrupted. A move whose search is running when `stop()` becomes
    true is not played.
    """
    actions = []
    while not state.is_terminal:
        analysis.POOL.clear()
        player = players[state.to_move]
        action = player.choose(state, _limit(player, state.game, stop), chance(state)).action
        if stop is not None and stop():
            break
        actions.append(action)
        state = state.successor(action)
        if is_late():
            break
    return tuple(actions), state


def _limit(player: Player, game: Game, stop: Stop) -> Stop:
    polls = player.polls(game)
    return stop if polls is None else limit_polls(polls, stop)
