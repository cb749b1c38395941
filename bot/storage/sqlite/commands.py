"""The SQL of which commands were registered with Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import statements

if TYPE_CHECKING:
    from bot.storage.sqlite.connection import Connection


class SqliteCommands:
    """The digests of registered commands in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_digest(self, application_id: int) -> str | None:
        """Return the digest of the commands registered last for the application."""
        row = await self._connection.read(
            lambda db: db.execute(statements.DIGEST, (application_id,)).fetchone()
        )
        return row[0] if row else None

    async def save_digest(self, application_id: int, digest: str) -> None:
        """Remember the digest of the commands registered for the application."""
        values = application_id, digest
        await self._connection.write(lambda db: db.execute(statements.SAVE_DIGEST, values).rowcount)
