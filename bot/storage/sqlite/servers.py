"""The SQL of servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Settings
from bot.storage import keeping, rows

if TYPE_CHECKING:
    import sqlite3

    from bot.storage.sqlite.connection import Connection

_SAVE = keeping.SAVE_SETTINGS.format(same="IS")


class SqliteServers:
    """The servers in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, guild_id: int) -> tuple[Settings, float | None]:
        """Return what is usual on a server, and when somebody was met there last."""
        sql = keeping.FIND_SERVER
        row = await self._connection.read(lambda db: db.execute(sql, (guild_id,)).fetchone())
        return (rows.settings_from(row[1:]), row[0]) if row else (Settings(), None)

    async def meet(self, guild_id: int, now: float) -> None:
        """Store that somebody was met there."""
        await self._connection.write(lambda db: db.execute(keeping.MEET, (guild_id, now)).rowcount)

    async def save(self, guild_id: int, before: Settings, after: Settings, now: float) -> bool:
        """Store what is usual there, if it still is as `before`."""
        values = (*rows.settings_values(after), guild_id, *rows.settings_values(before))

        def work(db: sqlite3.Connection) -> bool:
            db.execute(keeping.MEET, (guild_id, now))
            return db.execute(_SAVE, values).rowcount == 1

        return await self._connection.write(work)

    async def list_silent(self, since: float, most: int) -> list[int]:
        """Return some servers from which nobody was met since then."""
        found = await self._connection.read(lambda db: db.execute(keeping.SILENT, (since, most)).fetchall())
        return [guild_id for (guild_id,) in found]

    async def list_unclosed(self, month: str, after: int, most: int) -> list[int]:
        """Return some servers with a season channel that closed no season since that month, by their ids."""
        values = month, after, most
        found = await self._connection.read(lambda db: db.execute(keeping.UNCLOSED, values).fetchall())
        return [guild_id for (guild_id,) in found]

    async def forget(self, guild_id: int, since: float) -> None:
        """Remove all that is about a server, in small writes, and last the server, unless met since."""
        for sql in keeping.FORGET_OF_SERVER:
            while await self._change(sql, guild_id) >= keeping.AT_ONCE:
                pass
        await self._change(keeping.FORGET_SERVER, guild_id, since)

    async def _change(self, sql: str, *values: float) -> int:
        return await self._connection.write(lambda db: db.execute(sql, values).rowcount)
