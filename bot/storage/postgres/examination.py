"""How a database on a server is, found out without changing what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg

from bot.errors import NewerDatabaseError, UnreachableDatabaseError
from bot.models import Examined
from bot.storage import migrations, statements
from bot.storage.postgres import schema
from bot.storage.postgres.dialect import placed
from bot.storage.postgres.pool import connect

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_FIND, _SAVE = placed(statements.DIGEST), placed(statements.SAVE_DIGEST)


async def examine(url: str, application_id: int | None) -> Examined:
    """Look at the database and try to write to it, which is undone; StartError if it cannot be used."""
    schema.take_apart(url)
    try:
        async with await connect(url) as connection:
            return await _look_into(connection, application_id)
    except psycopg.Error as error:
        raise UnreachableDatabaseError(" ".join(str(error).split())) from error


async def _look_into(connection: AsyncConnection, application_id: int | None) -> Examined:
    newest = migrations.load("postgres")[-1].version
    version, oldest = await schema.read_versions(connection)
    if oldest > newest:
        raise NewerDatabaseError(version, newest)
    if version < newest:
        return Examined(version or None, newest, None)
    async with connection.transaction(force_rollback=True):
        cursor = await connection.execute(_FIND.encode(), (application_id,))
        row = await cursor.fetchone()
        await connection.execute(_SAVE.encode(), (0, ""))
    return Examined(version, newest, None, row[0] if row else None)
