"""Textbook minimax: cut off at a fixed depth, where the game's evaluation takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.alphabeta import AlphaBeta
from engine.base import Action, Game, State
from engine.player import Choice, Measure, Player, Thoughts
from engine.solver import Stop, limit_polls
from engine.tactics import evaluate_after

if TYPE_CHECKING:
    from random import Random


_DEEPEST = 9

_POSITIONS = 6_000
"""The most positions it visits for a move, up to a second's work: with many moves it searches less deep."""


class Horizon(Player):
    """Looks `depth` plies ahead at most, and ignores all other knowledge of the game."""

    def __init__(self, depth: int) -> None:
        self.name, self.depth = f"depth-{depth}", depth

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose one of the actions of the greatest value, then one that wins soonest or loses last."""
        ranks = (
            {a: (evaluate_after(state, a), 0) for a in state.actions()}
            if self.depth == 1
            else self._ranks(state, stop)
        )
        best = [action for action, rank in ranks.items() if rank == max(ranks.values())]
        values = {action: value for action, (value, _) in ranks.items()}
        return Choice(rng.choice(best), Thoughts(Measure.VALUE, values))

    def _ranks(self, state: State, stop: Stop) -> dict[Action, tuple[float, int]]:
        """Return the value of each action, and the preference for the distance of its end."""
        limit = limit_polls(_POSITIONS // AlphaBeta.nodes_between_polls, stop)
        moves = AlphaBeta(state.game).moves(state.position, limit, self.depth)
        ranked = {move.action: move.rank if move.exact else (move.value, 0) for move in moves}
        return {action: (ranked[action][0], ranked[action][1]) for action in state.actions()}

    def is_instant(self, game: Game) -> bool:  # noqa: ARG002 - in every game
        """Whether it chooses within a moment."""
        return self.depth == 1


PLAYERS = tuple(Horizon(depth) for depth in range(1, _DEEPEST + 1))
