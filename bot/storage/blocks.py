"""Whose challenges people do not want."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Blocks
from bot.storage.database import Lock, Locked, Statement

if TYPE_CHECKING:
    from bot.storage.database import Database

EVERYBODY = 0
"""The blocked_id of who blocks everybody."""

_FIND = "SELECT blocked_id FROM blocks WHERE blocker_id = ?"
ADD = "INSERT INTO blocks (blocker_id, blocked_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE = "DELETE FROM blocks WHERE blocker_id = ? AND blocked_id = ?"


class Blocked:
    """Whose challenges people do not want."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, user_id: int) -> Blocks:
        """Return whom somebody blocks."""
        blocked = {blocked_id for (blocked_id,) in await self._database.find(_FIND, user_id)}
        people = sorted(blocked_id for blocked_id in blocked if blocked_id > EVERYBODY)
        return Blocks(tuple(people), EVERYBODY in blocked)

    async def add(self, user_id: int, blocked_id: int | None) -> None:
        """Store that somebody wants no challenges of somebody, or of anybody (None)."""
        await self._write(ADD, user_id, blocked_id)

    async def remove(self, user_id: int, blocked_id: int | None) -> None:
        """Store that they do not mind, if it was stored that they do."""
        await self._write(_REMOVE, user_id, blocked_id)

    async def _write(self, sql: str, user_id: int, blocked_id: int | None) -> None:
        """Write when no invitation to the person is being sent."""
        written = Statement(sql, (user_id, blocked_id or EVERYBODY))
        await self._database.write(written, locks=[Lock(Locked.INVITER, user_id)])
