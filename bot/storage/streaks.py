"""How many days in a row people have solved the daily puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Streak, StreakStanding, StreakTable
from bot.storage.database import Statement
from bot.storage.places import MINE, below, ranked
from bot.storage.rows import EVERYWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.models import Attempt, Skill
    from bot.storage.database import Row

OWN_STREAK = f"SELECT last_day, length, longest FROM streaks WHERE user_id = ? AND guild_id <= {EVERYWHERE}"
"""Wherever it was solved, be the person hidden or not."""
_BEGIN_STREAK = (
    "INSERT INTO streaks (user_id, guild_id, last_day, length, longest)"
    " VALUES (:user_id, CASE WHEN :scope = 0 AND EXISTS (SELECT 1 FROM hidden WHERE user_id = :user_id)"
    " THEN -1 ELSE :scope END, :last_day, :length, :longest) ON CONFLICT DO NOTHING"
)
_EXTEND_STREAKS = "UPDATE streaks SET last_day = ?, length = ?, longest = ? WHERE user_id = ?"
_OF_DAY = "FROM streaks WHERE guild_id = :scope AND last_day = :day"
_BEST = f"SELECT user_id, length, longest {_OF_DAY} ORDER BY length DESC, longest DESC, user_id LIMIT :size"
_OF_DAYS = "guild_id = :scope AND last_day IN (:today, :yesterday)"
_MY_STREAK = f"({MINE.format('length')}, {MINE.format('longest')})"
_OWN_STANDING = (
    f"WITH own AS (SELECT user_id, length, longest FROM streaks WHERE {_OF_DAYS} AND user_id = :user_id)"
    " SELECT 1 + (SELECT coalesce(sum(people), 0) FROM streak_ladder"
    f" WHERE {_OF_DAYS} AND (length, longest) > {_MY_STREAK}), user_id, length, longest FROM own"
)


def asking_table(scope: int, user_id: int, today: int, size: int) -> list[Statement]:
    """Return what reads the longest streaks that are alive, of both days, and the person's own place."""
    days = {"today": today, "yesterday": today - 1}
    values = {"scope": scope, "user_id": user_id, "size": size, **days}
    best = [Statement(_BEST, {**values, "day": day}) for day in days.values()]
    return [*best, Statement(_OWN_STANDING, values)]


def table_from(found: Sequence[Iterable[Row]], size: int, skill: Skill | None) -> StreakTable:
    """Make a table from what `asking_table` has read."""
    *best, own = found
    rows = sorted((row for day in best for row in day), key=lambda row: (-row[1], -row[2], row[0]))[:size]
    top = [StreakStanding(rank, *row) for rank, row in ranked(rows)]
    places = [StreakStanding(int(rank), *row) for rank, *row in own]
    return StreakTable(top, below(top, places), skill)


def streak_from(found: Sequence[Row]) -> Streak | None:
    """Return the streak of the row of OWN_STREAK."""
    return Streak(*found[0]) if found else None


def extending(attempt: Attempt, found: Sequence[Row]) -> list[Statement]:
    """Return what lets the person's streak, as it was found, go on by a daily puzzle."""
    day = attempt.day or 0
    streak = (streak_from(found) or Streak(day - 1, 0, 0)).extended(day)
    scopes = sorted({EVERYWHERE, attempt.guild_id or EVERYWHERE})
    values = {"user_id": attempt.user_id, **streak._asdict()}
    begin = (Statement(_BEGIN_STREAK, {**values, "scope": scope}) for scope in scopes)
    return [*begin, Statement(_EXTEND_STREAKS, (*streak, attempt.user_id))]
