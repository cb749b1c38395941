"""Lines of play that somebody tries out, and what is found there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from bot.models.moves import Move
from engine import State

if TYPE_CHECKING:
    from bot.models.matches import Match
    from engine import Action, Analysis


@dataclass(frozen=True)
class Variation:
    """What is played for both sides from a position of a match, or from the start of a game."""

    start: State
    match: Match | None = None
    actions: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()
    """What was played after them and taken back, in the order in which it was played."""

    @cached_property
    def _states(self) -> tuple[State, ...]:
        return tuple(accumulate(self.actions, State.successor, initial=self.start))

    @property
    def state(self) -> State:
        """The position that is looked at."""
        return self._states[-1]

    @property
    def last(self) -> Move | None:
        """The move that led to it, None at the start of a game."""
        if self.actions:
            return Move(self._states[-2].to_move, self.actions[-1])
        return self.match.move_to(self.start.ply) if self.match else None

    @property
    def played(self) -> Match | None:
        """The match in which the position was there, None if it was in none."""
        match, ply = self.match, self.state.ply
        return match if match and match.actions[self.start.ply : ply] == self.actions else None


@dataclass(frozen=True)
class Looked:
    """A position that somebody looks at, and what every move is worth there, None where the game has ended.

    `is_first_help`: by this a match of theirs that runs came to be played with help.
    """

    variation: Variation
    analysis: Analysis | None
    is_first_help: bool = False
