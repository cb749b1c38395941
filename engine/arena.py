"""Players against each other: a match, and what a series of them comes to."""

from __future__ import annotations

from functools import cache
from math import comb, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.analysis import new_solver
from engine.game import Outcome
from engine.ladder import SURE
from engine.solver import within

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from engine.game import Action, Game, State
    from engine.player import Player
    from engine.solver import Stop


_POSITIONS, _POLLS = 100_000, 10_000
"""How many a player may look at for a move and how often it may ask whether to stop, where the seed alone is
to decide: some 0.7 s at most, in Connect Four."""


class Tally(NamedTuple):
    """How a series of matches ended, as the first and the second player won them or nobody did."""

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

    def joined(self, other: Tally) -> Tally:
        """Return what both series come to."""
        return Tally(self.first + other.first, self.second + other.second, self.draws + other.draws)

    def interval(self, number: int) -> tuple[float, float]:
        """Return between which shares of all matches the share of so many lies, by Wilson (1927), at 95 %."""
        games, share = self.games, number / self.games
        middle = share + SURE**2 / (2 * games)
        away = SURE * sqrt(share * (1 - share) / games + (SURE / (2 * games)) ** 2)
        whole = 1 + SURE**2 / games
        return max(0.0, (middle - away) / whole), min(1.0, (middle + away) / whole)

    @property
    def luck(self) -> float:
        """How likely wins are at least as unevenly shared if each falls to either player by a toss."""
        wins, least = self.first + self.second, min(self.first, self.second)
        tail = sum(comb(wins, number) for number in range(least + 1))
        return min(1.0, 2 * tail / float(2**wins))

    def plus(self, outcome: Outcome) -> Tally:
        """Return the tally with one match more."""
        first, second, draws = (outcome is each for each in (Outcome.FIRST, Outcome.SECOND, Outcome.DRAW))
        return Tally(self.first + first, self.second + second, self.draws + draws)


def play(
    game: Game, players: tuple[Player, Player], rng: Random, limit: Callable[[], Stop] = lambda: None
) -> tuple[Action, ...]:
    """Play a match to its end and return its actions; all chance comes from `rng`.

    `limit` is asked before each move for what tells the player to stop thinking.
    """
    state, actions = game.initial(), []
    while not state.is_terminal:
        actions.append(players[state.to_move].choose(state, limit(), rng).action)
        state = state.successor(actions[-1])
    return tuple(actions)


def play_on(
    state: State,
    players: tuple[Player, Player],
    chance: Callable[[State], Random],
    is_late: Callable[[], bool],
    stop: Stop = None,
) -> tuple[tuple[Action, ...], State]:
    """Play on from a state until the match ends or it `is_late`; return what was played, and where it led.

    Each state has a chance of its own, and each player so many positions to look at: so the match is the
    same wherever it was broken off. A move that is being thought about when `stop()` becomes true is not
    played.
    """
    polls, actions = polls_in(state.game), []
    while not state.is_terminal:
        player = players[state.to_move]
        action = player.choose(state, within(polls, stop), chance(state)).action
        if stop is not None and stop():
            break
        actions.append(action)
        state = state.successor(action)
        if is_late():
            break
    return tuple(actions), state


@cache
def polls_in(game: Game) -> int:
    """Return how often a player may ask whether to stop, for a move of that game."""
    return min(_POLLS, _POSITIONS // new_solver(game).nodes_between_polls)


def outcome_of(game: Game, actions: tuple[Action, ...]) -> Outcome:
    """Return how a match of these actions ended; ValueError if it has not."""
    state = game.initial()
    for action in actions:
        state = state.successor(action)
    if state.outcome is None:
        raise ValueError("The match has not ended.")
    return state.outcome
