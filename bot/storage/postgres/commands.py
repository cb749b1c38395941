"""The SQL of which commands were registered with Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import statements
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed

if TYPE_CHECKING:
    from bot.storage.postgres.connection import Connection

_FIND, _SAVE = placed(statements.DIGEST), placed(statements.SAVE_DIGEST)


class PostgresCommands:
    """The digests of registered commands in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_digest(self, application_id: int) -> str | None:
        """Return the digest of the commands registered last for the application."""
        rows = await self._connection.read(_FIND, application_id)
        return rows[0][0] if rows else None

    async def save_digest(self, application_id: int, digest: str) -> None:
        """Remember the digest of the commands registered for the application."""
        await self._connection.write(Write(Statement(_SAVE, (application_id, digest))))
