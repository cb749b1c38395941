"""The boards of ratings: who stands where, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from bot.models.ratings import Rating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models.standings import Standing

BoardName = Literal["people", "maxine", "puzzles"]


class BoardKey(NamedTuple):
    """Which board: of what, in which game ('' for puzzles), on which server (None: everywhere), and of when.

    `period` is `all`, a month (`2026-11`) or a week (`2026-W48`).
    """

    board: BoardName
    game_slug: str
    guild_id: int | None
    period: str


class SeasonBoard(NamedTuple):
    """How a month has ended in a game: how many people were rated in it, and the first of them."""

    game_slug: str
    people: int
    first: Sequence[Standing]


class Season(NamedTuple):
    """A month (`2026-11`) that has ended on a server, and the channel in which that is told."""

    guild_id: int
    channel_id: int
    month: str
    boards: Sequence[SeasonBoard]


class Ranking(NamedTuple):
    """A person's place on a board; `rank` counts from 1, None while their rating is too uncertain.

    A rating was as certain as the deviation says when it was found (None: it is not known when).
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
        """Return the place with its rating as certain as it is then."""
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
