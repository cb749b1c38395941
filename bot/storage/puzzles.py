"""The SQL of puzzles: attempts, what was shared of them, and streaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.models import Attempt, End, Streak, StreakStanding, StreakTable, Wish
from bot.storage.rows import placeholders
from engine.puzzles import Puzzle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from bot.storage.connection import Connection
    from engine import Action

Seen: TypeAlias = Mapping[tuple[str, tuple[int, ...]], int]
"""The puzzles somebody has begun: game and the actions that lead to each, and the last attempt at it."""

_COLUMNS = (
    "id, user_id, guild_id, game, difficulty, goal, start, wished_game, wished_difficulty, day,"
    " actions, mistakes, hints, told, begun_at, fate, ended_at"
)
_ATTEMPT = f"SELECT {_COLUMNS} FROM attempts"
_INSERT = f"INSERT INTO attempts ({_COLUMNS}) VALUES ({placeholders(_COLUMNS)})"
_EVERYWHERE = 0  # the guild_id of everybody's streaks


class Puzzles:
    """What `Storage` keeps of puzzles, in the same file and by the same rules."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def attempt(self, attempt_id: int) -> Attempt | None:
        """Return the attempt, None if there is none with this id."""
        return await self._connection.read(lambda db: _attempt(db, attempt_id))

    async def begin(self, user_id: int, choose: Callable[[Seen], Attempt]) -> Attempt:
        """Store the attempt that is chosen in view of what the person has begun before."""
        return await self._connection.write(lambda db: _inserted(db, choose(_seen(db, user_id))))

    async def begin_daily(self, attempt: Attempt) -> Attempt:
        """Store the attempt at a daily puzzle, unless the person has one; return the one that is stored.

        It is at the puzzle that somebody has begun that day, though a newer program may have another for it.
        It is noted that it is shown on this server now, if it is on one.
        """
        return await self._connection.write(lambda db: _begun_daily(db, attempt))

    async def change(self, before: Attempt, after: Attempt) -> Attempt:
        """Store how an attempt went on, unless it is no longer as it was; return it as it is then.

        If a daily puzzle was solved on its day, the person's streak goes on in the same transaction.
        """
        return await self._connection.write(lambda db: _change(db, before, after))

    async def add_share(self, attempt_id: int, channel_id: int) -> bool:
        """Note that the result is shared in the channel; False if it was before."""
        sql = "INSERT INTO shares (attempt_id, channel_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
        return await self._connection.write(
            lambda db: db.execute(sql, (attempt_id, channel_id)).rowcount == 1
        )

    async def remove_share(self, attempt_id: int, channel_id: int) -> None:
        """Note that the result is not shared in the channel after all."""
        sql = "DELETE FROM shares WHERE attempt_id = ? AND channel_id = ?"
        await self._connection.write(lambda db: db.execute(sql, (attempt_id, channel_id)).rowcount)

    async def streak(self, user_id: int) -> Streak | None:
        """Return the person's streak, None if they have never solved a daily puzzle."""
        return await self._connection.read(lambda db: _streak(db, user_id))

    async def streaks(self, guild_id: int | None, user_id: int, today: int, size: int) -> StreakTable:
        """Return the `size` longest streaks that are alive, and the person's own place if it is below.

        Those of everybody, or of who has solved a daily puzzle on the server.
        """
        scope = _EVERYWHERE if guild_id is None else guild_id
        days = (today, today - 1)
        return await self._connection.read(lambda db: _table(db, scope, days, user_id, size))


def _attempt(db: sqlite3.Connection, attempt_id: int) -> Attempt | None:
    row = db.execute(f"{_ATTEMPT} WHERE id = ?", (attempt_id,)).fetchone()
    return _from(row) if row else None


def _seen(db: sqlite3.Connection, user_id: int) -> Seen:
    sql = "SELECT game, start, max(id) FROM attempts WHERE user_id = ? GROUP BY game, start"
    return {(game, _numbers(start)): id_ for game, start, id_ in db.execute(sql, (user_id,))}


def _inserted(db: sqlite3.Connection, attempt: Attempt) -> Attempt:
    return replace(attempt, id=db.execute(_INSERT, _values(attempt)).lastrowid or 0)


def _begun_daily(db: sqlite3.Connection, attempt: Attempt) -> Attempt:
    if row := db.execute(f"{_ATTEMPT} WHERE day = ? LIMIT 1", (attempt.day,)).fetchone():
        begun = _from(row)
        attempt = replace(attempt, puzzle=begun.puzzle, wish=begun.wish)
    sql = (
        f"{_INSERT} ON CONFLICT (day, user_id) WHERE day IS NOT NULL"
        f" DO UPDATE SET guild_id = coalesce(excluded.guild_id, guild_id) RETURNING {_COLUMNS}"
    )
    return _from(db.execute(sql, _values(attempt)).fetchall()[0])


def _change(db: sqlite3.Connection, before: Attempt, after: Attempt) -> Attempt:
    now = _attempt(db, before.id)
    if now != before:
        return now or before
    db.execute(
        "UPDATE attempts SET actions = ?, mistakes = ?, hints = ?, told = ?, fate = ?, ended_at = ?"
        " WHERE id = ?",
        (
            _text(after.actions),
            after.mistakes,
            after.hints,
            after.told,
            *(after.end or (None, None)),
            after.id,
        ),
    )
    if after.counts and after.day is not None:
        _extend_streak(db, after.user_id, after.guild_id, after.day)
    return after


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
    return StreakTable(top, None if listed else _own_standing(db, scope, days, user_id))


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
    id_, user, guild, game, difficulty, goal, start, wished_game, wished_difficulty, day, *rest = row
    actions, mistakes, hints, told, begun_at, status, ended_at = rest
    return Attempt(
        id=id_,
        user_id=user,
        guild_id=guild,
        puzzle=Puzzle(game, _numbers(start), difficulty, goal),
        wish=Wish(wished_game, wished_difficulty),
        begun_at=begun_at,
        day=day,
        actions=_numbers(actions),
        mistakes=mistakes,
        hints=hints,
        told=told,
        end=End(status, ended_at) if status else None,
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
        *attempt.wish,
        attempt.day,
        _text(attempt.actions),
        attempt.mistakes,
        attempt.hints,
        attempt.told,
        attempt.begun_at,
        *(attempt.end or (None, None)),
    )


def _text(actions: Iterable[Action]) -> str:
    return " ".join(map(str, actions))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
