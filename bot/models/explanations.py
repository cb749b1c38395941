"""Questions about a position of a match, and their answers."""

from dataclasses import dataclass, field

from bot.models.matches import Match
from engine import Analysis, Choice
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
