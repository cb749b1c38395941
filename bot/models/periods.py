"""Months and weeks, as the boards of points call them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

ALL_TIME: Final = "all"
"""The period of the boards that go by ratings."""

_WEEK = 7 * 24 * 3600.0  # seconds


def periods_of(time: float) -> tuple[str, str]:
    """Return what boards call the month and the week of a time, in UTC."""
    date = datetime.fromtimestamp(time, UTC)
    year, week, _ = date.isocalendar()
    return f"{date:%Y-%m}", f"{year}-W{week:02}"


def month_before(time: float) -> str:
    """Return the month before that of a time, in UTC."""
    return f"{datetime.fromtimestamp(time, UTC).replace(day=1) - timedelta(1):%Y-%m}"


class Kept(NamedTuple):
    """The oldest month and week of which places are kept: those before the present ones."""

    month: str
    week: str

    @classmethod
    def at(cls, time: float) -> Kept:
        """Return the oldest that are kept at a time."""
        return cls(month_before(time), periods_of(time - _WEEK)[1])

    @property
    def year(self) -> str:
        """What comes in order before all weeks of the year of the oldest week, and after its months."""
        return self.week[:6]

    def is_outdated(self, period: str) -> bool:
        """Return whether places of a period are not kept; weeks of a year are as long as its December."""
        return period < self.month or self.year < period < self.week
