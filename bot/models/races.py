"""What is known of a race: the same puzzles for everybody in a channel, for an hour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot import policy
from bot.models.places import Place
from engine.puzzles import Puzzle

WEEK: Final = 7 * 24 * 3600.0
"""For how many seconds a race that Discord refuses is tried again; weekly ones begin as often."""

SECONDS_TO_POST: Final = 60.0
"""Seconds within which the command that has begun a race posts it; a later message begins it then."""


class RaceStage(NamedTuple):
    """Which puzzle of a race an attempt is at, counted from 1, and until when it counts."""

    race_id: int
    number: int
    ends_at: float

    @property
    def is_last(self) -> bool:
        """Whether no other puzzle comes after it."""
        return self.number == len(policy.RACE_PUZZLES)


class Runner(NamedTuple):
    """How many puzzles of a race a person has solved, the seconds it took, and how many they have ended."""

    user_id: int
    solved: int
    seconds: int
    ended: int


@dataclass(frozen=True)
class Race:
    """A race of a channel; `id` is 0 until it is stored, and without a game its puzzles are of any.

    `progress` is a number that differs for all standings to be shown, `drawn` the one that the message is
    known to show. It is open until its last standings are drawn, and of weekly races the newest `is_weekly`:
    their series began at `first_at`, and the next one begins at `next_at`.
    """

    id: int
    place: Place
    owner_id: int
    game_slug: str | None
    begun_at: float
    ends_at: float
    puzzles: tuple[Puzzle, ...] = ()
    message_id: int | None = None
    runners: tuple[Runner, ...] = ()
    progress: int = 0
    is_weekly: bool = False
    is_open: bool = True
    first_at: float | None = None
    next_at: float | None = None

    def is_over(self, now: float) -> bool:
        """Return whether its time is up; that of a race without a message has not begun."""
        return self.message_id is not None and now >= self.ends_at

    @property
    def is_first(self) -> bool:
        """Whether no weekly race came before it."""
        return self.first_at is None or self.first_at == self.begun_at

    def posted_at(self, time: float) -> Race:
        """Return the race as a message posted then shows it: begun then, if it could not be posted before."""
        if self.message_id is not None or time < self.begun_at + SECONDS_TO_POST:
            return self
        return replace(self, begun_at=time, ends_at=time + policy.RACE_SECONDS)

    @property
    def standings(self) -> Iterator[tuple[int, Runner]]:
        """Everybody with their rank, the best first: by puzzles solved, of as many by time."""
        best = sorted(self.runners, key=lambda each: (-each.solved, each.seconds, each.user_id))
        results = [(each.solved, each.seconds) for each in best]
        return ((1 + results.index((each.solved, each.seconds)), each) for each in best)


def find_next_time(first_at: float, after: float, time_zone: str | None) -> float:
    """Return the first time after another that is weeks after `first_at` by the clocks of a time zone."""
    zone = ZoneInfo(time_zone or "UTC")
    local = datetime.fromtimestamp(first_at, zone).replace(tzinfo=None, fold=0)
    weeks = int((after - first_at) // WEEK)
    times = ((local + timedelta(weeks=weeks + more)).replace(tzinfo=zone).timestamp() for more in range(3))
    return next(time for time in times if time > after)
