"""The SQL of servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Settings
from bot.storage import keeping, rows
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from bot.storage.postgres.connection import Connection

_FIND, _SILENT = placed(keeping.FIND_SERVER), placed(keeping.SILENT)
_UNCLOSED = placed(keeping.UNCLOSED)
_MEET = placed(keeping.MEET)
_SAVE = placed(keeping.SAVE_SETTINGS) + " RETURNING guild_id"
_FORGET = [placed(sql) + " RETURNING 1" for sql in keeping.FORGET_OF_SERVER]
_FORGET_SERVER = placed(keeping.FORGET_SERVER)
_LOCKS = (Lock(Locked.STANDINGS), Lock(Locked.PUZZLES))


class PostgresServers:
    """The servers in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, guild_id: int) -> tuple[Settings, float | None]:
        """Return what is usual on a server, and when somebody was met there last."""
        found = await self._connection.read(_FIND, guild_id)
        return (rows.settings_from(found[0][1:]), found[0][0]) if found else (Settings(), None)

    async def meet(self, guild_id: int, now: float) -> None:
        """Store that somebody was met there."""
        await self._connection.write(Write(Statement(_MEET, (guild_id, float(now)))))

    async def save(self, guild_id: int, before: Settings, after: Settings, now: float) -> bool:
        """Store what is usual there, if it still is as `before`."""
        await self.meet(guild_id, now)
        values = (*rows.settings_values(after), guild_id, *rows.settings_values(before))
        saving = Write(Statement(_SAVE, values), is_repeatable=False)
        return bool(await self._connection.write(saving))

    async def list_silent(self, since: float, most: int) -> list[int]:
        """Return some servers from which nobody was met since then."""
        return [guild_id for (guild_id,) in await self._connection.read(_SILENT, since, most)]

    async def list_unclosed(self, month: str, after: int, most: int) -> list[int]:
        """Return some servers with a season channel that closed no season since that month, by their ids."""
        found = await self._connection.read(_UNCLOSED, month, after, most)
        return [guild_id for (guild_id,) in found]

    async def forget(self, guild_id: int, since: float) -> None:
        """Remove all that is about a server, in small writes, and last the server, unless met since."""
        for sql in _FORGET:
            forgetting = Write(Statement(sql, (guild_id,)), _LOCKS)
            while len(await self._connection.write(forgetting)) >= keeping.AT_ONCE:
                pass
        await self._connection.write(Write(Statement(_FORGET_SERVER, (guild_id, since))))
