"""The SQL of puzzles: attempts, what was shared of them, and streaks; `ratings` has that of ratings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.models import Streak
from bot.storage import rows, statements
from bot.storage.sqlite import ratings

if TYPE_CHECKING:
    import sqlite3

    from bot.models import Attempt, Rated, StreakTable
    from bot.storage import Moved, Seen
    from bot.storage.sqlite.connection import Connection

_INSERT = f"INSERT INTO attempts ({rows.ATTEMPT_COLUMNS}) VALUES ({rows.placeholders(rows.ATTEMPT_COLUMNS)})"
_SAVE = statements.SAVE_ATTEMPT.format(same="IS")
_DAY = 24 * 3600.0  # in seconds


class SqlitePuzzles:
    """The attempts, shares and streaks in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, attempt_id: int) -> Attempt | None:
        """Return the attempt, None if there is none with this id."""
        sql = f"{statements.ATTEMPT} WHERE id = ?"
        row = await self._connection.read(lambda db: db.execute(sql, (attempt_id,)).fetchone())
        return rows.attempt_from(row) if row else None

    async def find_seen(self, user_id: int) -> Seen:
        """Return the puzzles that the person has begun."""
        sql = (
            "SELECT game, start, max(id), max(fate IS 'solved') FROM attempts WHERE user_id = ?"
            " GROUP BY game, start"
        )
        seen = await self._connection.read(lambda db: db.execute(sql, (user_id,)).fetchall())
        return {
            (game, rows.numbers_of(start)): (id_, bool(is_solved)) for game, start, id_, is_solved in seen
        }

    async def find_moved(self) -> Moved:
        """Return the puzzles that people find easier or harder than they were judged to be."""
        sql = statements.MOVED
        moved = await self._connection.read(lambda db: db.execute(sql).fetchall())
        return {(game, rows.numbers_of(start)): found for game, start, found in moved}

    async def find_rated(self, attempt_id: int) -> Rated | None:
        """Return what came of the attempt for the person's rating, None if it was not rated."""
        return await self._connection.read(lambda db: ratings.find_rated(db, attempt_id))

    async def find_streak(self, user_id: int) -> Streak | None:
        """Return the person's streak, None if they have never solved a daily puzzle."""
        return await self._connection.read(lambda db: _streak(db, user_id))

    async def find_streaks(self, guild_id: int | None, user_id: int, today: int, size: int) -> StreakTable:
        """Return the `size` longest streaks that are alive, and the person's own place if it is below."""
        scope = rows.EVERYWHERE if guild_id is None else guild_id
        values = {"scope": scope, "user_id": user_id, "today": today, "yesterday": today - 1, "size": size}
        return await self._connection.read(lambda db: _table(db, values))

    async def add(self, attempt: Attempt) -> Attempt:
        """Store a new attempt."""
        values = rows.attempt_values(attempt)
        id_ = await self._connection.write(lambda db: db.execute(_INSERT, values).lastrowid)
        return replace(attempt, id=id_ or 0)

    async def add_daily(self, attempt: Attempt) -> Attempt:
        """Store the attempt at a daily puzzle, unless the person has one; return the one that is stored."""
        return await self._connection.write(lambda db: _add_daily(db, attempt))

    async def save(self, before: Attempt, after: Attempt) -> bool:
        """Store how an attempt went on, with streak and ratings if it counts, if it is still as it was."""
        values = (*rows.progress_of(after), before.id, *rows.progress_of(before)[:-1])
        return await self._connection.write(lambda db: _save(db, values, before, after))

    async def add_share(self, attempt_id: int, channel_id: int, now: float, since: float) -> bool:
        """Note that it is begun to share the result in the channel; False if it was, or may be on its way."""
        values = attempt_id, channel_id, now, since
        return await self._connection.write(lambda db: db.execute(statements.ADD_SHARE, values).rowcount == 1)

    async def confirm_share(self, attempt_id: int, channel_id: int) -> None:
        """Note that the result was posted in the channel."""
        sql = statements.CONFIRM_SHARE
        await self._connection.write(lambda db: db.execute(sql, (attempt_id, channel_id)).rowcount)

    async def remove_share(self, attempt_id: int, channel_id: int) -> None:
        """Note that the result is not shared in the channel after all."""
        sql = statements.REMOVE_SHARE
        await self._connection.write(lambda db: db.execute(sql, (attempt_id, channel_id)).rowcount)


def _add_daily(db: sqlite3.Connection, attempt: Attempt) -> Attempt:
    if row := db.execute(f"{statements.ATTEMPT} WHERE day = ? LIMIT 1", (attempt.day,)).fetchone():
        begun = rows.attempt_from(row)
        attempt = replace(attempt, puzzle=begun.puzzle, wish=begun.wish)
    sql = (
        f"{_INSERT} ON CONFLICT (day, user_id) WHERE day IS NOT NULL"
        f" DO UPDATE SET guild_id = coalesce(excluded.guild_id, guild_id) RETURNING {rows.ATTEMPT_COLUMNS}"
    )
    return rows.attempt_from(db.execute(sql, rows.attempt_values(attempt)).fetchall()[0])


def _save(db: sqlite3.Connection, values: tuple[Any, ...], before: Attempt, after: Attempt) -> bool:
    """Store the progress of an attempt, and what it counts for by this."""
    if not db.execute(_SAVE, values).rowcount:
        return False
    if after.counts and not before.counts and after.day is not None:
        _extend_streak(db, after.user_id, after.guild_id, after.day)
    if before.score is None and after.score is not None:
        ratings.rate(db, after, rows.text_of(after.puzzle.actions), after.score)
    return True


def _extend_streak(db: sqlite3.Connection, user_id: int, guild_id: int | None, day: int) -> None:
    streak = (_streak(db, user_id) or Streak(day - 1, 0, 0)).extended(day)
    for scope in {rows.EVERYWHERE, guild_id or rows.EVERYWHERE}:
        db.execute(statements.BEGIN_STREAK, {"user_id": user_id, "scope": scope, **streak._asdict()})
    db.execute(statements.EXTEND_STREAKS, (*streak, user_id))


def _streak(db: sqlite3.Connection, user_id: int) -> Streak | None:
    row = db.execute(statements.OWN_STREAK, (user_id,)).fetchone()
    return Streak(*row) if row else None


def _table(db: sqlite3.Connection, values: dict[str, int]) -> StreakTable:
    days, best = (values["today"], values["yesterday"]), statements.BEST_STREAKS
    found = [row for day in days for row in db.execute(best, {**values, "day": day})]
    own = db.execute(statements.OWN_STREAK_STANDING, values).fetchall()
    skill = ratings.find_skill(db, values["user_id"], values["today"] * _DAY)
    return rows.streak_table_from(found, own, values["size"], skill)
