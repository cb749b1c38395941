"""Results of people, and the tables of a leaderboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models.matches import Match

PEOPLE = "people"
"""What standings call matches between two people; the others are called by Maxine's level."""

HELPED = "+help"
"""What follows the level where standings call matches that were played with help."""


def versus_of(match: Match) -> str:
    """Return what standings call a match: between people, or against which level, with help or without."""
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
class Table:
    """One table of a leaderboard: the best in order, and the caller's own place if that is further down."""

    versus: str
    top: Sequence[Standing]
    own: Standing | None
