"""Questions about a position, of a match or of a line of play that is tried out, and their answers."""

from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import accumulate, takewhile
from typing import Self

from bot.models.matches import Match
from bot.models.moves import Move
from engine import Action, Analysis, Choice, State
from engine.tree import Node


@dataclass(frozen=True)
class Question:
    """A position of a match that a person asks about: the one after `ply` moves."""

    match: Match
    ply: int
    asker_id: int
    with_tree: bool = False


@dataclass(frozen=True)
class Explanation:
    """What every legal move in a position of a match is worth.

    `played` is the action chosen there in the match, None where the position is the present one. `tree` is
    given if it was asked for. `is_first_help`: from this answer on the match counts as played with help. If
    the bot chose there `as_player`, one with a view of its own, `choice` is that choice and its thoughts,
    None if it could not be worked out again.
    """

    match: Match
    ply: int
    analysis: Analysis
    played: int | None
    tree: Node | None = None
    is_first_help: bool = False
    as_player: str | None = None
    choice: Choice | None = field(default=None, hash=False)  # its thoughts have no hash


@dataclass(frozen=True)
class Replay:
    """A position of a replayed match, the one after `ply` moves.

    `analysis` says what the moves are worth there, None where the game has ended. `is_first_help`: from this
    answer on the match counts as played with help. `errors` are the plies before which the reader erred, the
    gravest first.
    """

    match: Match
    ply: int
    analysis: Analysis | None
    is_first_help: bool = False
    errors: tuple[int, ...] = ()

    @property
    def next_error(self) -> int | None:
        """The ply of the error to look at next, after the last the gravest again; None if it is shown."""
        place = self.errors.index(self.ply) + 1 if self.ply in self.errors else 0
        following = (*self.errors[place:], *self.errors)[:1]
        return next((ply for ply in following if ply != self.ply), None)


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
