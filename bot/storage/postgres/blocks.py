"""The SQL of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import rows, statements
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from bot.models import Blocks
    from bot.storage.postgres.connection import Connection

_FIND = placed(statements.BLOCKS)
_ADD, _REMOVE = placed(statements.ADD_BLOCK), placed(statements.REMOVE_BLOCK)


class PostgresBlocks:
    """Who blocks whom, in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, user_id: int) -> Blocks:
        """Return whom somebody blocks."""
        return rows.blocks_from(await self._connection.read(_FIND, user_id))

    async def add(self, user_id: int, blocked_id: int | None) -> None:
        """Store that somebody wants no challenges of somebody, or of anybody (None)."""
        await self._write(_ADD, user_id, blocked_id)

    async def remove(self, user_id: int, blocked_id: int | None) -> None:
        """Store that they do not mind, if it was stored that they do."""
        await self._write(_REMOVE, user_id, blocked_id)

    async def _write(self, sql: str, user_id: int, blocked_id: int | None) -> None:
        """Write when no invitation to the person is being sent."""
        values = user_id, blocked_id or rows.EVERYBODY
        await self._connection.write(Write(Statement(sql, values), (Lock(Locked.INVITER, user_id),)))
