"""Verdicts: how a finished match changes its people's ratings, or why it does not.

All of it follows from the match, its people's ratings before, and their matches with each other; so it can
be computed again from all matches, in the order of `ended_at`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib import resources
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from bot import policy
from bot.models.puzzles import day_of, end_of
from bot.models.ratings import MAXINE_DEVIATION, Rating
from engine import Outcome
from engine.ladder import EloRating

if TYPE_CHECKING:
    from bot.models.matches import Match

Board = Literal["people", "maxine"]

Unrated = Literal["unfinished", "casual", "helped", "short", "unmeasured", "repeated", "limit"]
"""Why a match is not rated: it ended without a result; it was casual, or taken over from another; it was
played with help; a side moved less than twice; the strength of the bot's player was not measured; it
repeats a rated match of both; or they have played as many on that day as are rated."""

FORMULA: Final = 1
"""The version of what is computed here and in `ratings`: a start that finds another one computes all again.

Raise it together with a migration that is not compatible: older processes would rate by the old formula.
"""

SCALE_OF_ARENAS: Final = 1000.0
"""The rating of the player `random`, which has 0 in arenas, for its opponents among people."""

_TICK = 1e-3  # seconds by which a match ends later than the one before, if no clock says so
_SCORES = {Outcome.FIRST: 1.0, Outcome.DRAW: 0.5, Outcome.SECOND: 0.0}


class Form(NamedTuple):
    """A person's rating in a game, the number of their rated matches, and of their wins in a row."""

    rating: Rating = Rating()
    matches: int = 0
    streak: int = 0
    best_streak: int = 0
    rated_at: float = 0.0

    def at(self, time: float) -> Rating:
        """Return the rating aged to a time."""
        return self.rating.aged(time - self.rated_at) if self.matches else self.rating

    def after(self, opponent: Rating, score: float, time: float) -> Form:
        """Return the form after a rated match: 1 for a win, 0.5 for a draw."""
        streak = self.streak + 1 if score == 1 else 0
        rating = self.at(time).after_match(opponent, score)
        return Form(rating, self.matches + 1, streak, max(streak, self.best_streak), time)


class RatingChange(NamedTuple):
    """The change of a person's rating by a match."""

    user_id: int
    before: Rating
    after: Rating

    @property
    def is_slight(self) -> bool:
        """Whether it is too small to be seen in whole points."""
        return abs(self.after.number - self.before.number) < 0.5  # noqa: PLR2004 - which would be rounded up


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


class Verdict(NamedTuple):
    """The result of a match: when it ended, people's forms before and after it, or why it is not rated."""

    ended_at: float
    unrated: Unrated | None
    forms: tuple[tuple[int, Rating, Form], ...] = ()

    @property
    def changes(self) -> tuple[RatingChange, ...]:
        """The changes of ratings."""
        return tuple(RatingChange(user_id, before, after.rating) for user_id, before, after in self.forms)


def judge(finish: Finish, ended_at: float, between: Between, forms: Mapping[int, Form]) -> Verdict:
    """Return the verdict of a match that ended then, for people of these forms."""
    unrated = finish.unrated or _find_repetition(between)
    if unrated:
        return Verdict(ended_at, unrated)
    before = {user_id: forms.get(user_id, Form()) for user_id, _ in finish.people}
    rated = {user_id: form.at(ended_at) for user_id, form in before.items()}
    hers = None if finish.strength is None else Rating(finish.strength, MAXINE_DEVIATION)
    after = tuple(
        (
            user_id,
            rated[user_id],
            before[user_id].after(hers or _other(rated, user_id), score, ended_at),
        )
        for user_id, score in finish.people
    )
    return Verdict(ended_at, None, after)


def day_begins(time: float) -> float:
    """Return when the day of a time began, from which the matches of two people are counted."""
    return float(end_of(day_of(time) - 1))


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
    measured = ratings_in(match.game_slug).get(match.level or "")
    return None if measured is None else SCALE_OF_ARENAS + measured


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
    if _fewest_moves(match) < policy.FEWEST_RATED_MOVES:
        return "short"
    return "unmeasured" if match.level and strength is None else None


def _fewest_moves(match: Match) -> int:
    moves = Counter(match.state_at(ply).to_move for ply in range(match.ply))
    return min(moves[0], moves[1])


@cache
def strengths_in(game_slug: str) -> Mapping[str, EloRating]:
    """Return the ratings of all players of a game's arena, which `tests/make_strengths.py` writes."""
    file = resources.files("bot") / "strengths" / f"{game_slug}.json"
    if not file.is_file():
        return {}
    return {each[0]: EloRating(*each) for each in json.loads(file.read_text("utf-8"))["ratings"]}


def ratings_in(game_slug: str) -> Mapping[str, float]:
    """Return the same ratings without their intervals."""
    return {name: strength.rating for name, strength in strengths_in(game_slug).items()}
