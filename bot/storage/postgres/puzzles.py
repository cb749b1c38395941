"""The SQL of puzzles: attempts, what was shared of them, and streaks; `ratings` has that of ratings."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from bot.models import Streak
from bot.storage import rows, statements
from bot.storage.postgres import ratings
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from bot.models import Attempt, Rated, StreakTable
    from bot.storage import Moved, Seen
    from bot.storage.postgres.connection import Connection
    from bot.storage.postgres.dialect import Row

_FIND = placed(f"{statements.ATTEMPT} WHERE id = ?")
_SEEN = (
    "SELECT game, start, max(id), coalesce(bool_or(fate = 'solved'), FALSE) FROM attempts WHERE user_id = %s"
    " GROUP BY game, start"
)
_COLUMNS = rows.ATTEMPT_COLUMNS.removeprefix("id, ")
_INSERT = f"INSERT INTO attempts ({_COLUMNS})"
_ADD = placed(f"{_INSERT} VALUES ({rows.placeholders(_COLUMNS)}) RETURNING {rows.ATTEMPT_COLUMNS}")
_OF_PUZZLE = (
    "game",
    "difficulty",
    "goal",
    "start",
    "theme",
    "wished_game",
    "wished_difficulty",
    "wished_theme",
)
_ADD_DAILY = placed(
    "{} SELECT {} FROM (SELECT) AS one"
    " LEFT JOIN (SELECT * FROM attempts WHERE day = ? LIMIT 1) AS begun ON TRUE"
    " ON CONFLICT (day, user_id) WHERE day IS NOT NULL"
    " DO UPDATE SET guild_id = coalesce(excluded.guild_id, attempts.guild_id) RETURNING {}".format(
        _INSERT,
        ", ".join(
            f"CASE WHEN begun.id IS NULL THEN ? ELSE begun.{column} END" if column in _OF_PUZZLE else "?"
            for column in _COLUMNS.split(", ")
        ),
        rows.ATTEMPT_COLUMNS,
    )
)
"""The puzzle is the one that somebody has begun that day."""
_SAVE = placed(statements.SAVE_ATTEMPT) + " RETURNING id"
_SAVED = placed(f"SELECT id FROM attempts WHERE {statements.ATTEMPT_STANDS}")
_ADD_SHARE = placed(statements.ADD_SHARE) + " RETURNING attempt_id"
_CONFIRM_SHARE, _REMOVE_SHARE = placed(statements.CONFIRM_SHARE), placed(statements.REMOVE_SHARE)

_STREAK, _BEST_STREAKS = placed(statements.OWN_STREAK), placed(statements.BEST_STREAKS)
_BEGIN_STREAK, _EXTEND_STREAKS = placed(statements.BEGIN_STREAK), placed(statements.EXTEND_STREAKS)
_OWN_STREAK = placed(statements.OWN_STREAK_STANDING)
_DAY = 24 * 3600.0  # in seconds


class PostgresPuzzles:
    """The attempts, shares and streaks in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, attempt_id: int) -> Attempt | None:
        """Return the attempt, None if there is none with this id."""
        found = await self._connection.read(_FIND, attempt_id)
        return rows.attempt_from(found[0]) if found else None

    async def find_seen(self, user_id: int) -> Seen:
        """Return the puzzles that the person has begun."""
        seen = await self._connection.read(_SEEN, user_id)
        return {(game, rows.numbers_of(start)): (id_, is_solved) for game, start, id_, is_solved in seen}

    async def find_moved(self) -> Moved:
        """Return the puzzles that people find easier or harder than they were judged to be."""
        moved = await self._connection.read(statements.MOVED)
        return {(game, rows.numbers_of(start)): found for game, start, found in moved}

    async def find_rated(self, attempt_id: int) -> Rated | None:
        """Return what came of the attempt for the person's rating, None if it was not rated."""
        return ratings.rated_from(await self._connection.read(ratings.RATED, attempt_id))

    async def find_streak(self, user_id: int) -> Streak | None:
        """Return the person's streak, None if they have never solved a daily puzzle."""
        return _streak_from(await self._connection.read(_STREAK, user_id))

    async def find_streaks(self, guild_id: int | None, user_id: int, today: int, size: int) -> StreakTable:
        """Return the `size` longest streaks that are alive, and the person's own place if it is below."""
        key = {"scope": rows.EVERYWHERE if guild_id is None else guild_id, "user_id": user_id, "size": size}
        days = {"today": today, "yesterday": today - 1}
        *best, own, skill, last_rated = await self._connection.read_all(
            [
                *(Statement(_BEST_STREAKS, {**key, "day": day}) for day in days.values()),
                Statement(_OWN_STREAK, {**key, **days}),
                *ratings.asking_skill(user_id),
            ]
        )
        known = ratings.skill_from(skill, last_rated, today * _DAY)
        return rows.streak_table_from(chain.from_iterable(best), own, size, known)

    async def add(self, attempt: Attempt) -> Attempt:
        """Store a new attempt."""
        values = rows.attempt_values(attempt)[1:]
        stored = await self._connection.write(Write(Statement(_ADD, values), is_repeatable=False))
        return rows.attempt_from(stored[0])

    async def add_daily(self, attempt: Attempt) -> Attempt:
        """Store the attempt at a daily puzzle, unless the person has one; return the one that is stored."""
        values = (*rows.attempt_values(attempt)[1:], attempt.day)
        lock = Lock(Locked.DAY, attempt.day or 0)
        stored = await self._connection.write(Write(Statement(_ADD_DAILY, values), (lock,)))
        return rows.attempt_from(stored[0])

    async def save(self, before: Attempt, after: Attempt) -> bool:
        """Store how an attempt went on, with streak and ratings if it counts, if it is still as it was."""
        progress = rows.progress_of(after)
        values = (*progress, before.id, *rows.progress_of(before)[:-1])
        saving = Statement(_SAVE, values)
        extends = after.counts and not before.counts and after.day is not None
        rates = before.score is None and after.score is not None
        if not extends and not rates:
            saved = Statement(_SAVED, (before.id, *progress[:-1]))
            return bool(await self._connection.write(Write(saving, written=saved)))

        def decide(found: list[list[Row]]) -> tuple[bool, list[Statement]]:
            is_saved, streak, *rated = found
            if not is_saved:
                return False, []
            streaks = _extending(after, _streak_from(streak)) if extends else []
            return True, [*streaks, *(ratings.rating(after, rated) if rates else [])]

        streak = Statement(_STREAK, (after.user_id,))
        reads = [saving, streak, *ratings.asking(after)]
        return await self._connection.decide([Lock(Locked.PUZZLES)], reads, decide)

    async def add_share(self, attempt_id: int, channel_id: int, now: float, since: float) -> bool:
        """Note that it is begun to share the result in the channel; False if it was, or may be on its way."""
        sharing = Statement(_ADD_SHARE, (attempt_id, channel_id, now, since))
        return bool(await self._connection.write(Write(sharing, is_repeatable=False)))

    async def confirm_share(self, attempt_id: int, channel_id: int) -> None:
        """Note that the result was posted in the channel."""
        await self._connection.write(Write(Statement(_CONFIRM_SHARE, (attempt_id, channel_id))))

    async def remove_share(self, attempt_id: int, channel_id: int) -> None:
        """Note that the result is not shared in the channel after all."""
        await self._connection.write(Write(Statement(_REMOVE_SHARE, (attempt_id, channel_id))))


def _extending(attempt: Attempt, before: Streak | None) -> list[Statement]:
    """Return what lets the person's streak go on by a daily puzzle."""
    day = attempt.day or 0
    streak = (before or Streak(day - 1, 0, 0)).extended(day)
    scopes = {rows.EVERYWHERE, attempt.guild_id or rows.EVERYWHERE}
    values = {"user_id": attempt.user_id, **streak._asdict()}
    begin = (Statement(_BEGIN_STREAK, {**values, "scope": scope}) for scope in sorted(scopes))
    return [*begin, Statement(_EXTEND_STREAKS, (*streak, attempt.user_id))]


def _streak_from(found: list[Row]) -> Streak | None:
    return Streak(*found[0]) if found else None
