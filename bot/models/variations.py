"""Lines of play that a person tries out, and their analyses."""

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
    """Moves for both sides from a position of a match, or from the start of a game."""

    start: State
    match: Match | None = None
    actions: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()
    """The moves after them that were taken back, in the order in which they were played."""

    @cached_property
    def _states(self) -> tuple[State, ...]:
        return tuple(accumulate(self.actions, State.successor, initial=self.start))

    @property
    def state(self) -> State:
        """The position at the end of the line."""
        return self._states[-1]

    @property
    def last(self) -> Move | None:
        """The move that led to it, None at the start of a game."""
        if self.actions:
            return Move(self._states[-2].to_move, self.actions[-1])
        return self.match.move_to(self.start.ply) if self.match else None

    @property
    def played(self) -> Match | None:
        """The match in which the position was played, None if it was in none."""
        match, ply = self.match, self.state.ply
        return match if match and match.actions[self.start.ply : ply] == self.actions else None


@dataclass(frozen=True)
class Looked:
    """A position on an analysis board, and what every move is worth there, None where the game has ended.

    `is_first_help`: from this answer on a running match of theirs counts as played with help.
    """

    variation: Variation
    analysis: Analysis | None
    is_first_help: bool = False
