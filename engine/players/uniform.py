"""Pure chance: the zero of all other players' ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base import State
from engine.player import Choice, Measure, Player, Thoughts
from engine.solver import Stop

if TYPE_CHECKING:
    from random import Random


class Uniform(Player):
    """Takes all legal actions with the same probability."""

    name = "random"

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:  # noqa: ARG002 - it thinks of nothing
        """Draw an action."""
        actions = state.actions()
        return Choice(rng.choice(actions), Thoughts(Measure.CHANCE, dict.fromkeys(actions, 1 / len(actions))))


PLAYERS = (Uniform(),)
