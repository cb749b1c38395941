"""A person's profile, past matches, and record against others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.models.matches import Match
from bot.models.places import Asker
from bot.models.puzzles import Streak
from bot.models.ratings import Skill
from bot.models.reviews import Missed
from bot.models.verdicts import Board, Form

MAXINE = 0
"""The key of Maxine where players are looked up by user id."""


class ResultCounts(NamedTuple):
    """How often a player has won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def played(self) -> int:
        """The number of matches."""
        return sum(self)

    def plus(self, other: ResultCounts) -> ResultCounts:
        """Return the sum of both results."""
        return ResultCounts(*map(sum, zip(self, other, strict=True)))


class GameResults(NamedTuple):
    """A player's results in a game, in the leaderboard's category `versus`."""

    game_slug: str
    versus: str
    results: ResultCounts


class GameRating(NamedTuple):
    """A person's rating in a game: between people, or against Maxine."""

    game_slug: str
    board: Board
    form: Form


class RatingPoint(NamedTuple):
    """A rating before and after a match, and when it was rated."""

    rated_at: float
    before: float
    after: float


class Curve(NamedTuple):
    """A person's rating in a game over their newest rated matches, the oldest first."""

    game_slug: str
    board: Board
    points: Sequence[RatingPoint]


class Opponent(NamedTuple):
    """A person whom the profile's owner has played, and the results."""

    user_id: int
    results: ResultCounts


class Begun(NamedTuple):
    """The results of the first of two players in a game, in the matches that one of them began."""

    game_slug: str
    beginner_id: int
    results: ResultCounts


class Run(NamedTuple):
    """How many matches in a row one of two players has won against the other."""

    winner_id: int
    length: int


@dataclass(frozen=True)
class Duel:
    """The record between two players (MAXINE may be one), seen from the first of them.

    `longest` is the longest run of either, None without a win; `newest` are the newest matches between them
    that the asker may see.
    """

    player_ids: tuple[int, int]
    begun: Sequence[Begun]
    longest: Run | None
    newest: Sequence[Match] = ()


@dataclass(frozen=True)
class Profile:
    """How a person fares.

    `curves` are of what they play most, `opponents` the people whom they play most; `accuracies` are those in
    percent in their newest reviewed matches, the oldest first; `today` is the day on which it is shown;
    `missed` is for the person alone.
    """

    user_id: int
    today: int
    ratings: Sequence[GameRating]
    curves: Sequence[Curve]
    skill: Skill | None
    results: Sequence[GameResults]
    opponents: Sequence[Opponent]
    accuracies: Sequence[float]
    streak: Streak | None
    missed: Missed | None = None


@dataclass(frozen=True)
class Past:
    """A filter of a person's finished matches: by game, and by opponent (None: any).

    `opponent_id` may be MAXINE. `asker` is the person who wants to see them, and where.
    """

    user_id: int
    asker: Asker
    game_slug: str | None = None
    opponent_id: int | None = None


@dataclass(frozen=True)
class PastPage:
    """A page of past matches, the newest first, and whether there are newer and older ones."""

    past: Past
    matches: Sequence[Match]
    has_newer: bool = False
    has_older: bool = False
