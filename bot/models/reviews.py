"""Reviews of matches, and lessons from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.models.matches import Match
from bot.models.places import Place
from engine import Analysis, Judgement, Review


class OpenReview(NamedTuple):
    """A message with an incomplete review, whose search must be over when it is due.

    `user_id`: the only reader (None: everybody). `token`: that of the interaction if only this can edit the
    message, None if the bot's own can.
    """

    message_id: int
    match_id: int
    channel_id: int
    user_id: int | None
    language: str
    token: str | None
    due_at: float

    @property
    def place(self) -> Place:
        """The channel of the message; of which server it is does not matter."""
        return Place(None, self.channel_id)


@dataclass(frozen=True)
class Reviewed:
    """A finished match and its review.

    `final` says what its last position is worth if it ended before the rules would end it. The review is
    complete if no search for it is left.
    """

    match: Match
    review: Review
    final: Analysis | None
    is_complete: bool = True

    def judgement(self, ply: int) -> Judgement:
        """Return the judgement of the move that followed the first `ply` moves of the match."""
        return self.review.judgements[ply - self.match.first_ply]

    def lesson_at(self, ply: int) -> Lesson:
        """Return the move that followed the first `ply` moves as a question."""
        errors = [error.ply for error in self.errors(self.judgement(ply).seat)]
        place = (errors.index(ply) + 1, len(errors)) if ply in errors else None
        return Lesson(self.match, self.judgement(ply), place=place)

    def errors(self, seat: int) -> list[Judgement]:
        """Return the errors of a player, the gravest first."""
        return sorted(self.review.errors(seat), key=_order)

    def next_error(self, seat: int, after: int | None) -> Judgement | None:
        """Return the error of a player that comes after the move at a ply, or without one the gravest."""
        errors = self.errors(seat)
        if after is not None:
            before = _order(self.judgement(after))
            errors = [error for error in errors if _order(error) > before]
        return errors[0] if errors else None


class Missed(NamedTuple):
    """The theme that a player missed most often in `matches` of a game, of which `known` are reviewed."""

    game_slug: str
    theme: str
    times: int
    known: int
    matches: int


def _order(judgement: Judgement) -> tuple[float, float, int]:
    label, lost = judgement.gravity
    return -label, -lost, judgement.ply


@dataclass(frozen=True)
class Lesson:
    """A move of a match that could have been better, as a question, and the answer that a person `tried`.

    `place` is its number among the player's errors, from 1, and how many there are; None if that is unknown.
    """

    match: Match
    judgement: Judgement
    tried: Judgement | None = None
    place: tuple[int, int] | None = None

    @property
    def is_solved(self) -> bool:
        """Whether the answer gives nothing away."""
        return self.tried is not None and not self.tried.is_error
