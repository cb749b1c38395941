"""The leaderboards of ratings, a page at a time, and the tables of results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple

from bot.models.matches import Match
from bot.models.places import Place
from bot.models.ratings import Rating

LAST_RANK: Final = 1_000
"""A place beyond is not counted: the rank is one more."""

BoardName = Literal["people", "maxine", "puzzles"]


class BoardKey(NamedTuple):
    """The key of a board: its kind, game ('' for puzzles), server (None: everywhere), and period.

    `period` is `all`, a month (`2026-11`) or a week (`2026-W48`).
    """

    board: BoardName
    game_slug: str
    guild_id: int | None
    period: str


class SeasonBoard(NamedTuple):
    """How a month has ended in a game: how many people were rated in it, and the best of them."""

    game_slug: str
    people: int
    first: Sequence[Standing]


class Season(NamedTuple):
    """A month (`2026-11`) that has ended on a server, and the channel in which that is announced."""

    guild_id: int
    channel_id: int
    month: str
    boards: Sequence[SeasonBoard]
    message_id: int | None = None

    @property
    def place(self) -> Place:
        """The channel in which it is announced."""
        return Place(self.guild_id, self.channel_id)


class Ranking(NamedTuple):
    """A person's place on a board; `rank` counts from 1, None while their rating is too uncertain.

    `deviation` is that of the time `rated_at` (None: that time is unknown).
    """

    rank: int | None
    user_id: int
    score: float
    deviation: float
    streak: int
    wins: int
    draws: int
    losses: int
    volatility: float | None = None
    rated_at: float | None = None

    @property
    def rating(self) -> Rating:
        """The rating, on a board of all time."""
        return Rating(self.score, self.deviation)

    def at(self, time: float) -> Ranking:
        """Return the place with its rating's deviation aged to a time."""
        if self.volatility is None or self.rated_at is None:
            return self
        found = self.rating._replace(volatility=self.volatility)
        return self._replace(deviation=found.aged(time - self.rated_at).deviation)


@dataclass(frozen=True)
class Page:
    """One page of a board, counted from 0, of how many; and the reader's own place if it is elsewhere."""

    key: BoardKey
    number: int
    count: int
    lines: Sequence[Ranking]
    own: Ranking | None


PEOPLE = "people"
"""The category of matches between two people in standings; the others are named by the bot's level."""

HELPED = "+help"
"""The suffix of the level in standings, for matches played with help."""


def versus_of(match: Match) -> str:
    """Return the category of a match in standings: between people, or a level, with help or without."""
    return (match.level or PEOPLE) + (HELPED if match.is_helped else "")


@dataclass(frozen=True)
class Standing:
    """A person's results: `rank` counts from 1, a win is two halves of a point, a draw one."""

    rank: int
    user_id: int
    wins: int
    draws: int
    losses: int

    @property
    def halves(self) -> int:
        """Points, in halves."""
        return 2 * self.wins + self.draws


@dataclass(frozen=True)
class ResultsTable:
    """One table of a leaderboard: the best in order, and the caller's own place if that is further down."""

    versus: str
    top: Sequence[Standing]
    own: Standing | None


ALL_TIME: Final = "all"
"""The period of the boards that go by ratings."""

_WEEK = 7 * 24 * 3600.0  # seconds


def periods_of(time: float) -> tuple[str, str]:
    """Return the month and the week of a time, in UTC, as boards name them."""
    date = datetime.fromtimestamp(time, UTC)
    year, week, _ = date.isocalendar()
    return f"{date:%Y-%m}", f"{year}-W{week:02}"


def month_before(time: float) -> str:
    """Return the month before that of a time, in UTC."""
    return f"{datetime.fromtimestamp(time, UTC).replace(day=1) - timedelta(1):%Y-%m}"


class KeptPeriods(NamedTuple):
    """The oldest month and week whose places are stored: those before the present ones."""

    month: str
    week: str

    @classmethod
    def at(cls, time: float) -> KeptPeriods:
        """Return the oldest ones stored at a time."""
        return cls(month_before(time), periods_of(time - _WEEK)[1])

    @property
    def year(self) -> str:
        """A name that sorts before all weeks of the oldest week's year, and after its months."""
        return self.week[:6]

    def is_outdated(self, period: str) -> bool:
        """Return whether places of a period are not stored; weeks are stored as long as their year."""
        return period < self.month or self.year < period < self.week
