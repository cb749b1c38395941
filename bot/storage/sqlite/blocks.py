"""The SQL of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import rows, statements

if TYPE_CHECKING:
    from bot.models import Blocks
    from bot.storage.sqlite.connection import Connection


class SqliteBlocks:
    """Who blocks whom, in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, user_id: int) -> Blocks:
        """Return whom somebody blocks."""
        found = await self._connection.read(lambda db: db.execute(statements.BLOCKS, (user_id,)).fetchall())
        return rows.blocks_from(found)

    async def add(self, user_id: int, blocked_id: int | None) -> None:
        """Store that somebody wants no challenges of somebody, or of anybody (None)."""
        await self._write(statements.ADD_BLOCK, user_id, blocked_id)

    async def remove(self, user_id: int, blocked_id: int | None) -> None:
        """Store that they do not mind, if it was stored that they do."""
        await self._write(statements.REMOVE_BLOCK, user_id, blocked_id)

    async def _write(self, sql: str, user_id: int, blocked_id: int | None) -> None:
        values = user_id, blocked_id or rows.EVERYBODY
        await self._connection.write(lambda db: db.execute(sql, values))
