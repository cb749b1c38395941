"""A beginner who sees one move ahead: the weakest opponent to measure others by, besides chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base import State
from engine.player import Choice, Measure, Player, Thoughts
from engine.solver import Stop
from engine.tactics import safe_moves

if TYPE_CHECKING:
    from random import Random


class Greedy(Player):
    """Wins at once, else prevents the opponent's win, else gains the most; ties are broken at random."""

    name = "greedy"

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:  # noqa: ARG002 - it thinks of nothing long
        """Choose any of the actions that it prefers."""
        actions = state.actions()
        considered = state.game.wins(state.position) or safe_moves(state, len(actions)) or actions
        gains = {action: state.game.gain(state, action) for action in considered}
        preferred = [action for action, gain in gains.items() if gain == max(gains.values())]
        return Choice(
            rng.choice(preferred), Thoughts(Measure.CHANCE, dict.fromkeys(preferred, 1 / len(preferred)))
        )


PLAYERS = (Greedy(),)
