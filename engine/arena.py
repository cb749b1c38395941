"""Players against each other: a match, and what a series of them comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.game import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from engine.game import Action, Game
    from engine.player import Player
    from engine.solver import Stop


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


def outcome_of(game: Game, actions: tuple[Action, ...]) -> Outcome:
    """Return how a match of these actions ended; ValueError if it has not."""
    state = game.initial()
    for action in actions:
        state = state.successor(action)
    if state.outcome is None:
        raise ValueError("The match has not ended.")
    return state.outcome
