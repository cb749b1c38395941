"""Finished matches: the facts that ratings depend on, and the verdict.

A verdict follows from the match, the ratings of its people before it, and their matches with each other. So
it can be computed again from all matches, in the order of `ended_at`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from bot import policy
from bot.models.matches import Match
from bot.models.ratings import MAXINE_DEVIATION, Rating
from bot.models.verdicts import SCALE_OF_ARENAS, Board, Form, Unrated, Verdict, strengths_in
from engine import Outcome

_TICK = 1e-3  # seconds by which a match ends later than the one before, if no clock says so
_SCORES = {Outcome.FIRST: 1.0, Outcome.DRAW: 0.5, Outcome.SECOND: 0.0}


class Between(NamedTuple):
    """How many rated matches two people have played with each other: on that day, and with the same moves."""

    on_day: int = 0
    repeated: int = 0


@dataclass(frozen=True)
class Finish:
    """The facts about a finished match that ratings depend on.

    `people` are the rated people with their scores; `unrated` is why they are not rated, as far as the match
    alone tells. `strength` is the measured strength of the bot's player, and `fingerprint` is a hash of the
    moves.
    """

    match_id: int
    game_slug: str
    guild_id: int | None
    board: Board
    people: tuple[tuple[int, float], ...]
    ended_at: float
    strength: float | None
    fingerprint: int
    unrated: Unrated | None

    @classmethod
    def of(cls, match: Match) -> Finish:
        """Return the facts about a match that ends now."""
        return cls.of_past(match, match.touched_at, _strength_of(match))

    @classmethod
    def of_past(cls, match: Match, ended_at: float, strength: float | None) -> Finish:
        """Return the facts about a match that ended then, when the bot had this strength."""
        return cls(
            match.id,
            match.game_slug,
            match.place.guild_id,
            "maxine" if match.level else "people",
            tuple(_scores_of(match)),
            ended_at,
            strength,
            _fingerprint_of(match),
            _find_reason(match, strength),
        )

    def end_after(self, last_rated_at: float | None) -> float:
        """Return when the match ended, given when one of its people was last rated."""
        return self.ended_at if last_rated_at is None else max(self.ended_at, last_rated_at + _TICK)


def judge(finish: Finish, ended_at: float, between: Between, forms: Mapping[int, Form]) -> Verdict:
    """Return the verdict of a match that ended then, for people of these forms."""
    unrated = finish.unrated or _find_repetition(between)
    if unrated:
        return Verdict(ended_at, unrated)
    before = {user_id: forms.get(user_id, Form()) for user_id, _ in finish.people}
    rated = {user_id: form.at(ended_at) for user_id, form in before.items()}
    bot_rating = None if finish.strength is None else Rating(finish.strength, MAXINE_DEVIATION)
    after = tuple(
        (
            user_id,
            rated[user_id],
            before[user_id].after(bot_rating or _other(rated, user_id), score, ended_at),
        )
        for user_id, score in finish.people
    )
    return Verdict(ended_at, None, after)


def _other(rated: Mapping[int, Rating], user_id: int) -> Rating:
    return next(rating for other_id, rating in rated.items() if other_id != user_id)


def _find_repetition(between: Between) -> Unrated | None:
    if between.repeated:
        return "repeated"
    return "limit" if between.on_day >= policy.RATED_MATCHES_A_DAY else None


def _scores_of(match: Match) -> list[tuple[int, float]]:
    if match.ending is None or match.ending.outcome is None:
        return []
    outcome = match.ending.outcome
    scores = _SCORES[outcome], 1 - _SCORES[outcome]
    return [
        (player.user_id, score)
        for player, score in zip(match.players, scores, strict=True)
        if player.user_id is not None
    ]


def _strength_of(match: Match) -> float | None:
    measured = strengths_in(match.game_slug).get(match.level or "")
    return None if measured is None else SCALE_OF_ARENAS + measured.rating


def _fingerprint_of(match: Match) -> int:
    moves = f"{match.game_slug} {match.actions}".encode()
    return int.from_bytes(blake2b(moves, digest_size=8).digest(), signed=True)


def _find_reason(match: Match, strength: float | None) -> Unrated | None:
    """Return why a match that has ended is not rated, as far as it alone tells."""
    if match.ending is None or match.ending.outcome is None or match.ending.manner in {"stop", "abandonment"}:
        return "unfinished"
    if match.is_casual or not match.is_rated:
        return "casual"
    if match.is_helped:
        return "helped"
    moves = Counter(match.state_at(ply).to_move for ply in range(match.ply))
    if min(moves[0], moves[1]) < policy.FEWEST_RATED_MOVES:
        return "short"
    return "unmeasured" if match.level and strength is None else None
