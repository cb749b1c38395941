"""The SQL of the times at which players run out of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Deadline
from bot.storage import statements

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.storage.sqlite.connection import Connection

_DRAW_ANEW = statements.DRAW_ANEW.format(statements.NEXT)


class SqliteDeadlines:
    """The deadlines of the matches in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def beat(self, now: float, longest: float, needed: Sequence[str] = ()) -> float:  # noqa: ARG002
        """Store that somebody is awake now, and let no time pass if nobody was; return the time."""
        if await self._connection.read(lambda db: _is_to_be_stored(db, now)):
            await self._connection.write(lambda db: _beat(db, now, longest))
        return now

    async def list_due(self) -> list[Deadline]:
        """Return the first deadlines that have passed."""
        return await self._connection.read(lambda db: _deadlines(db, statements.DUE))

    async def list_closing(self) -> list[Deadline]:
        """Return the first deadlines of which nobody is confirmed to be reminded."""
        return await self._connection.read(lambda db: _deadlines(db, statements.CLOSING))

    async def confirm_reminded(self, deadline: Deadline) -> None:
        """Store that somebody was reminded of a deadline, if it is still that."""
        await self._connection.write(lambda db: db.execute(statements.CONFIRM_REMINDED, deadline))


def _is_to_be_stored(db: sqlite3.Connection, now: float) -> bool:
    seen = _seen(db)
    return not seen or now < seen[0][0] or bool(db.execute(statements.IS_ANY_LIMITED).fetchone()[0])


def _seen(db: sqlite3.Connection) -> list[tuple[float, float]]:
    return db.execute(statements.SEEN).fetchall()


def _beat(db: sqlite3.Connection, now: float, longest: float) -> None:
    seen, (first_begun,) = _seen(db), db.execute(statements.FIRST_BEGUN).fetchone()
    beat = statements.beat(seen, now, longest, first_begun)
    db.execute(statements.BEAT, (beat.seen_at, beat.lost))
    if beat.gap:
        db.execute(_DRAW_ANEW, (abs(beat.gap),))


def _deadlines(db: sqlite3.Connection, sql: str) -> list[Deadline]:
    return [Deadline(*row) for row in db.execute(sql).fetchall()]
