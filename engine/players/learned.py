"""Players who have learnt a game by playing against themselves: `maxine train` teaches them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learning import tables
from engine.learning.q_learning import best_of
from engine.player import Choice, Measure, Player, Thoughts

if TYPE_CHECKING:
    from random import Random

    from engine.game import Game, State
    from engine.solver import Stop


class TableReader(Player):
    """Takes an action of the greatest value in a table that Q-learning has filled."""

    name = "q-table"

    def knows(self, game: Game) -> bool:
        """Whether there is a table of the game."""
        return tables.has(game.slug)

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:  # noqa: ARG002 - it looks up
        """Choose by the table."""
        values = tables.of(state.game).action_values(state.position)
        return Choice(rng.choice(best_of(values)), Thoughts(Measure.VALUE, values))

    def is_instant(self, game: Game) -> bool:  # noqa: ARG002 - in every game
        """Whether it chooses within a moment."""
        return True


PLAYERS = (TableReader(),)
