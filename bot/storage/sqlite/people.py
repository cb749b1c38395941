"""What is kept about a person, in whatever table of the file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.errors import StorageError
from bot.storage import keeping, statements

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable

    from bot.storage.sqlite.connection import Connection

_MOVES = (
    "(SELECT group_concat(action, ' ') FROM"
    " (SELECT action FROM moves WHERE match_id = matches.id ORDER BY ply))"
)


class SqlitePeople:
    """What the file holds about people."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def list_kept(self, user_id: int, table: str, after: int) -> list[dict[str, Any]]:
        """Return what a table holds about the person, of rows with an id the next ones."""
        sql, values = keeping.telling(table, _MOVES), {"user_id": user_id, "after": after}
        return await self._connection.read(lambda db: _named(db.execute(sql, values)))

    async def forget(self, user_id: int, leaver_id: int, now: float) -> None:
        """Remove all of it, first what is over, in small writes."""
        known_id = await self._connection.write(lambda db: _leave(db, user_id, leaver_id))
        values = {"user_id": user_id, "leaver_id": known_id, "now": now}
        for sql in keeping.FORGET_OVER:
            while await self._change(sql, values):
                pass
        await self._write(keeping.FORGET, **values)
        with suppress(StorageError):  # logged already, and done again by upkeep
            await self._connection.trim()

    async def hide(self, user_id: int) -> None:
        """Leave the person out of the tables of everywhere."""
        await self._write(keeping.HIDE, user_id=user_id)

    async def show(self, user_id: int) -> None:
        """Let the person stand in them again."""
        await self._write(keeping.SHOW, user_id=user_id)

    async def find_hidden(self, user_ids: Collection[int]) -> Collection[int]:
        """Return who of these people is hidden."""
        asked = [*user_ids]
        sql = f"SELECT user_id FROM hidden WHERE user_id IN ({', '.join('?' * len(asked))})"
        return {row[0] for row in await self._connection.read(lambda db: db.execute(sql, asked).fetchall())}

    async def _change(self, sql: str, values: dict[str, float]) -> int:
        return await self._connection.write(lambda db: db.execute(sql, values).rowcount)

    async def _write(self, statements: Iterable[str], **values: object) -> None:
        def work(db: sqlite3.Connection) -> None:
            for sql in statements:
                db.execute(sql, values)

        await self._connection.write(work)


def _leave(db: sqlite3.Connection, user_id: int, leaver_id: int) -> int:
    """Return as whom a person leaves: as whom they began to, or with this id, which is stored first."""
    known = db.execute(keeping.LEAVER, {"user_id": user_id}).fetchone()
    if known is not None:
        return int(known[0])
    db.execute(statements.ADD_BLOCK, (user_id, leaver_id))
    return leaver_id


def _named(cursor: sqlite3.Cursor) -> list[dict[str, Any]]:
    names = [name for name, *_ in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
