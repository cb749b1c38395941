"""Minimax as the textbooks have it: cut off at a fixed depth, where the game's evaluation takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.alphabeta import AlphaBeta
from engine.player import Choice, Measure, Player, Thoughts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from engine.game import Action, Game, State
    from engine.solver import Stop

_DEEPEST = 9

_POSITIONS = 50_000


class Horizon(Player):
    """Looks `depth` plies ahead and no further, whatever is known of the game besides."""

    def __init__(self, depth: int) -> None:
        self.name, self.depth = f"depth-{depth}", depth

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose one of the actions of the greatest value, then one that wins soonest or loses last."""
        ranks = _glances(state) if self.depth == 1 else self._ranks(state, stop)
        best = [action for action, rank in ranks.items() if rank == max(ranks.values())]
        values = {action: value for action, (value, _) in ranks.items()}
        return Choice(rng.choice(best), Thoughts(Measure.VALUE, values))

    def polls(self, game: Game) -> int:  # noqa: ARG002 - in every game
        """Limit the search, which takes long where there are many moves."""
        return _POSITIONS // AlphaBeta.nodes_between_polls

    def _ranks(self, state: State, stop: Stop) -> dict[Action, tuple[float, int]]:
        """Return the value of each action, and how welcome the distance of its end is."""
        moves = AlphaBeta(state.game).moves(state.position, stop, self.depth)
        ranked = {move.action: move.rank if move.exact else (move.value, 0) for move in moves}
        return {action: (ranked[action][0], ranked[action][1]) for action in state.actions()}

    def is_instant(self, game: Game) -> bool:  # noqa: ARG002 - in every game
        """Whether it chooses within a moment."""
        return self.depth == 1


def _glances(state: State) -> Mapping[Action, tuple[float, int]]:
    """Return what the position after each action looks like to whoever takes it."""
    game, ranks = state.game, {}
    for action, successor in game.successors(state.position).items():
        side = 1 if game.keeps_turn(state.position, successor) else -1
        ranks[action] = side * _glance(game, successor), 0
    return ranks


def _glance(game: Game, position: int) -> float:
    return game.evaluate(position) if game.successors(position) else game.utility(position)


PLAYERS = tuple(Horizon(depth) for depth in range(1, _DEEPEST + 1))
