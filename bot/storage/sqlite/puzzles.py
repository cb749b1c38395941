"""The SQL of puzzles: attempts, what was shared of them, and streaks; `ratings` has that of ratings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.models import Attempt, End, Streak, StreakStanding, StreakTable, Wish
from bot.storage.sqlite import ratings
from bot.storage.sqlite.rows import placeholders
from engine.puzzles import Puzzle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from bot.models import Rated
    from bot.storage import Moved, Seen
    from bot.storage.sqlite.connection import Connection
    from engine import Action

_COLUMNS = (
    "id, user_id, guild_id, game, difficulty, goal, start, theme, wished_game, wished_difficulty,"
    " wished_theme, match_id, day, begun_at, actions, mistakes, hints, told, free_hints, fate, ended_at"
)
_ATTEMPT = f"SELECT {_COLUMNS} FROM attempts"
_INSERT = f"INSERT INTO attempts ({_COLUMNS}) VALUES ({placeholders(_COLUMNS)})"
_EVERYWHERE = 0  # the guild_id of everybody's streaks
_DAY = 24 * 3600.0  # in seconds


class SqlitePuzzles:
    """The attempts, shares and streaks in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, attempt_id: int) -> Attempt | None:
        """Return the attempt, None if there is none with this id."""
        sql = f"{_ATTEMPT} WHERE id = ?"
        row = await self._connection.read(lambda db: db.execute(sql, (attempt_id,)).fetchone())
        return _from(row) if row else None

    async def find_seen(self, user_id: int) -> Seen:
        """Return the puzzles that the person has begun."""
        sql = (
            "SELECT game, start, max(id), max(fate IS 'solved') FROM attempts WHERE user_id = ?"
            " GROUP BY game, start"
        )
        seen = await self._connection.read(lambda db: db.execute(sql, (user_id,)).fetchall())
        return {(game, _numbers(start)): (id_, bool(is_solved)) for game, start, id_, is_solved in seen}

    async def find_moved(self) -> Moved:
        """Return the puzzles that people find easier or harder than they were judged to be."""
        sql = "SELECT game, start, found FROM rated_puzzles WHERE found <> judged"
        moved = await self._connection.read(lambda db: db.execute(sql).fetchall())
        return {(game, _numbers(start)): found for game, start, found in moved}

    async def find_rated(self, attempt_id: int) -> Rated | None:
        """Return what came of the attempt for the person's rating, None if it was not rated."""
        return await self._connection.read(lambda db: ratings.find_rated(db, attempt_id))

    async def find_streak(self, user_id: int) -> Streak | None:
        """Return the person's streak, None if they have never solved a daily puzzle."""
        return await self._connection.read(lambda db: _streak(db, user_id))

    async def find_streaks(self, guild_id: int | None, user_id: int, today: int, size: int) -> StreakTable:
        """Return the `size` longest streaks that are alive, and the person's own place if it is below."""
        scope = _EVERYWHERE if guild_id is None else guild_id
        days = (today, today - 1)
        return await self._connection.read(lambda db: _table(db, scope, days, user_id, size))

    async def add(self, attempt: Attempt) -> Attempt:
        """Store a new attempt."""
        values = _values(attempt)
        id_ = await self._connection.write(lambda db: db.execute(_INSERT, values).lastrowid)
        return replace(attempt, id=id_ or 0)

    async def add_daily(self, attempt: Attempt) -> Attempt:
        """Store the attempt at a daily puzzle, unless the person has one; return the one that is stored."""
        return await self._connection.write(lambda db: _add_daily(db, attempt))

    async def save(self, before: Attempt, after: Attempt) -> bool:
        """Store how an attempt went on, with streak and ratings if it counts, if it is still as it was."""
        values = (*_progress_of(after), before.id, *_progress_of(before)[:-1])
        return await self._connection.write(lambda db: _save(db, values, before, after))

    async def add_share(self, attempt_id: int, channel_id: int, now: float, since: float) -> bool:
        """Note that it is begun to share the result in the channel; False if it was, or may be on its way."""
        sql = (
            "INSERT INTO shares (attempt_id, channel_id, begun_at) VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET begun_at = excluded.begun_at WHERE begun_at <= ?"
        )
        return await self._connection.write(
            lambda db: db.execute(sql, (attempt_id, channel_id, now, since)).rowcount == 1
        )

    async def confirm_share(self, attempt_id: int, channel_id: int) -> None:
        """Note that the result was posted in the channel."""
        sql = "UPDATE shares SET begun_at = NULL WHERE attempt_id = ? AND channel_id = ?"
        await self._connection.write(lambda db: db.execute(sql, (attempt_id, channel_id)).rowcount)

    async def remove_share(self, attempt_id: int, channel_id: int) -> None:
        """Note that the result is not shared in the channel after all."""
        sql = "DELETE FROM shares WHERE attempt_id = ? AND channel_id = ?"
        await self._connection.write(lambda db: db.execute(sql, (attempt_id, channel_id)).rowcount)


def _add_daily(db: sqlite3.Connection, attempt: Attempt) -> Attempt:
    if row := db.execute(f"{_ATTEMPT} WHERE day = ? LIMIT 1", (attempt.day,)).fetchone():
        begun = _from(row)
        attempt = replace(attempt, puzzle=begun.puzzle, wish=begun.wish)
    sql = (
        f"{_INSERT} ON CONFLICT (day, user_id) WHERE day IS NOT NULL"
        f" DO UPDATE SET guild_id = coalesce(excluded.guild_id, guild_id) RETURNING {_COLUMNS}"
    )
    return _from(db.execute(sql, _values(attempt)).fetchall()[0])


_SAVE = (
    "UPDATE attempts SET actions = ?, mistakes = ?, hints = ?, told = ?, free_hints = ?, fate = ?,"
    " ended_at = ? WHERE id = ? AND actions = ? AND mistakes = ? AND hints = ? AND told = ?"
    " AND free_hints = ? AND fate IS ?"
)


def _save(db: sqlite3.Connection, values: tuple[Any, ...], before: Attempt, after: Attempt) -> bool:
    """Store the progress of an attempt, and what it counts for by this."""
    if not db.execute(_SAVE, values).rowcount:
        return False
    if after.counts and not before.counts and after.day is not None:
        _extend_streak(db, after.user_id, after.guild_id, after.day)
    if before.score is None and after.score is not None:
        ratings.rate(db, after, _text(after.puzzle.actions), after.score)
    return True


def _extend_streak(db: sqlite3.Connection, user_id: int, guild_id: int | None, day: int) -> None:
    streak = (_streak(db, user_id) or Streak(day - 1, 0, 0)).extended(day)
    for scope in {_EVERYWHERE, guild_id or _EVERYWHERE}:
        db.execute(
            "INSERT INTO streaks (user_id, guild_id, last_day, length, longest) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (user_id, scope, *streak),
        )
    sql = "UPDATE streaks SET last_day = ?, length = ?, longest = ? WHERE user_id = ?"
    db.execute(sql, (*streak, user_id))


def _streak(db: sqlite3.Connection, user_id: int) -> Streak | None:
    sql = "SELECT last_day, length, longest FROM streaks WHERE user_id = ? AND guild_id = ?"
    row = db.execute(sql, (user_id, _EVERYWHERE)).fetchone()
    return Streak(*row) if row else None


_OF_DAY = "FROM streaks WHERE guild_id = :scope AND last_day = :day"
_ORDER = "ORDER BY length DESC, longest DESC, user_id"
_AHEAD = (
    "SELECT (SELECT coalesce(sum(people), 0) FROM streak_ladder WHERE guild_id = :scope AND last_day = :day"
    " AND (length, longest) > (:length, :longest))"
    f" + (SELECT count(*) {_OF_DAY} AND (length, longest) = (:length, :longest) AND user_id < :user_id)"
)


def _table(db: sqlite3.Connection, scope: int, days: tuple[int, int], user_id: int, size: int) -> StreakTable:
    best = f"SELECT user_id, length, longest {_OF_DAY} {_ORDER} LIMIT :size"
    found = [row for day in days for row in db.execute(best, {"scope": scope, "day": day, "size": size})]
    found.sort(key=lambda row: (-row[1], -row[2], row[0]))
    top = [StreakStanding(rank, *row) for rank, row in enumerate(found[:size], start=1)]
    listed = any(standing.user_id == user_id for standing in top)
    own = None if listed else _own_standing(db, scope, days, user_id)
    return StreakTable(top, own, ratings.find_skill(db, user_id, days[0] * _DAY))


def _own_standing(
    db: sqlite3.Connection, scope: int, days: tuple[int, int], user_id: int
) -> StreakStanding | None:
    sql = "SELECT last_day, length, longest FROM streaks WHERE user_id = ? AND guild_id = ?"
    row = db.execute(sql, (user_id, scope)).fetchone()
    if row is None or row[0] not in days:
        return None
    own = {"scope": scope, "user_id": user_id, "length": row[1], "longest": row[2]}
    ahead = sum(db.execute(_AHEAD, {**own, "day": day}).fetchone()[0] for day in days)
    return StreakStanding(ahead + 1, user_id, row[1], row[2])


def _from(row: tuple[Any, ...]) -> Attempt:
    """Make an attempt from a row of the columns."""
    id_, user, guild, game, difficulty, goal, start, theme, *rest = row
    wished_game, wished_difficulty, wished_theme, match_id, day, begun_at, *rest = rest
    actions, mistakes, hints, told, free_hints, status, ended_at = rest
    return Attempt(
        id=id_,
        user_id=user,
        guild_id=guild,
        puzzle=Puzzle(game, _numbers(start), difficulty, goal, theme),
        wish=Wish(wished_game, wished_difficulty, wished_theme, own=match_id is not None),
        begun_at=begun_at,
        day=day,
        actions=_numbers(actions),
        mistakes=mistakes,
        hints=hints,
        told=told,
        end=End(status, ended_at) if status else None,
        match_id=match_id,
        free_hints=free_hints,
    )


def _values(attempt: Attempt) -> tuple[Any, ...]:
    """Return the values of the columns, the id left to the database."""
    puzzle = attempt.puzzle
    return (
        None,
        attempt.user_id,
        attempt.guild_id,
        puzzle.game_slug,
        puzzle.difficulty,
        puzzle.goal,
        _text(puzzle.actions),
        puzzle.theme,
        *attempt.wish[:3],
        attempt.match_id,
        attempt.day,
        attempt.begun_at,
        *_progress_of(attempt),
    )


def _progress_of(attempt: Attempt) -> tuple[Any, ...]:
    """Return the values of the columns that change."""
    end = attempt.end or (None, None)
    hints = attempt.hints, attempt.told, attempt.free_hints
    return _text(attempt.actions), attempt.mistakes, *hints, *end


def _text(actions: Iterable[Action]) -> str:
    return " ".join(map(str, actions))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
