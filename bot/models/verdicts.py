"""The result of a match for ratings, and the measured strengths of the bot's players."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, Literal, NamedTuple

from bot.models.puzzles import day_of, end_of
from bot.models.ratings import Rating
from engine.ladder import EloRating

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


class Verdict(NamedTuple):
    """The result of a match: when it ended, people's forms before and after it, or why it is not rated."""

    ended_at: float
    unrated: Unrated | None
    forms: tuple[tuple[int, Rating, Form], ...] = ()

    @property
    def changes(self) -> tuple[RatingChange, ...]:
        """The changes of ratings."""
        return tuple(RatingChange(user_id, before, after.rating) for user_id, before, after in self.forms)


def day_begins(time: float) -> float:
    """Return when the day of a time began, from which the matches of two people are counted."""
    return float(end_of(day_of(time) - 1))


@cache
def strengths_in(game_slug: str) -> Mapping[str, EloRating]:
    """Return the ratings of all players of a game's arena, which `tests/make_strengths.py` writes."""
    file = resources.files("bot") / "strengths" / f"{game_slug}.json"
    if not file.is_file():
        return {}
    return {each[0]: EloRating(*each) for each in json.loads(file.read_text("utf-8"))["ratings"]}
