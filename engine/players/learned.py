"""Players that have learnt a game by self-play: `maxine train` trains them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.base import Game, State
from engine.learning import files
from engine.learning.files import Knowledge
from engine.learning.q_learning import best_of
from engine.player import Choice, Measure, Player, Thoughts
from engine.solver import Stop

if TYPE_CHECKING:
    from random import Random


class Learned(Player):
    """Takes an action of the greatest learnt value; `of` returns what was learnt of a game."""

    def __init__(self, name: str, of: Callable[[Game], Knowledge]) -> None:
        self.name, self._of = name, of

    def knows(self, game: Game) -> bool:
        """Whether there is a file of what it has learnt of the game."""
        return files.has(self.name, game)

    def is_proven(self, game: Game) -> bool:
        """Whether tests have played what it learnt of the game against everything that there is."""
        return game.is_small and self.knows(game)

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:  # noqa: ARG002 - it looks one move ahead
        """Choose by the learnt values."""
        values = self._of(state.game).action_values(state.position)
        return Choice(rng.choice(best_of(values)), Thoughts(Measure.VALUE, values))


PLAYERS = tuple(Learned(kind, partial(files.learnt, kind)) for kind in files.KINDS)
