"""Lines of play that a person tries out, and their analyses."""

from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import accumulate, takewhile
from typing import Self

from bot.models.matches import Match
from bot.models.moves import Move
from engine import Action, Analysis, State


@dataclass(frozen=True)
class Variation:
    """Moves for both sides from a position of a match, or from the start of a game."""

    start: State
    match: Match | None = None
    actions: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()
    """The moves after them that were taken back, in the order in which they were played."""
    other: tuple[Action, ...] = ()
    """Another line from the same position that was tried before, empty if there is none."""

    @cached_property
    def _states(self) -> tuple[State, ...]:
        return tuple(accumulate(self.actions, State.successor, initial=self.start))

    @property
    def state(self) -> State:
        """The position at the end of the line."""
        return self._states[-1]

    @property
    def whole(self) -> tuple[Action, ...]:
        """The line with the moves that were taken back."""
        return (*self.actions, *self.undone)

    @property
    def parting(self) -> int:
        """With how many moves of this line the other one begins."""
        pairs = zip(self.whole, self.other, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    @property
    def parting_move(self) -> str | None:
        """The name of the move with which the other line leaves this one, None if it does not."""
        parting = self.parting
        if parting == len(self.other):
            return None
        state = reduce(State.successor, self.other[:parting], self.start)
        return state.name_of(self.other[parting])

    def try_move(self, action: Action) -> Self:
        """Return the line with one move more; the moves taken back that it replaces are the other line."""
        actions = (*self.actions, action)
        if actions == self.whole[: len(actions)]:
            return replace(self, actions=actions, undone=self.undone[1:])
        return replace(self, actions=actions, undone=(), other=self.whole if self.undone else self.other)

    def cut(self, shown: int) -> Self:
        """Return the line of which only the first moves are played; the others are taken back."""
        return replace(self, actions=self.whole[:shown], undone=self.whole[shown:])

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
