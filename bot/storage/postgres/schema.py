"""Brings a database to the present schema by the files of `migrations/postgres/`, forward only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
from psycopg.errors import UndefinedTable

from bot.errors import NewerDatabaseError, UnreachableDatabaseError
from bot.storage import migrations
from bot.storage.postgres.locks import Locked
from bot.storage.postgres.pool import connect

if TYPE_CHECKING:
    from bot.storage.migrations import Migration


async def migrate(url: str) -> None:
    """Apply what is missing; StartError if the database cannot be used, or is newer."""
    try:
        connection = await connect(url)
        try:
            await _apply(connection, migrations.load("postgres"))
        finally:
            await connection.close()
    except psycopg.Error as error:
        raise UnreachableDatabaseError(" ".join(str(error).split())) from error


async def _apply(connection: psycopg.AsyncConnection, known: list[Migration]) -> None:
    newest = known[-1].version
    if await _version(connection) == newest:
        return
    async with connection.transaction():  # of several that start at once, one does this
        await connection.execute("SET LOCAL lock_timeout = 0")
        await connection.execute("SET LOCAL statement_timeout = 0")
        await connection.execute("SELECT pg_advisory_xact_lock(%s::integer, 0)", (Locked.SCHEMA.value,))
        version = await _version(connection)
        if version > newest:
            raise NewerDatabaseError(version, newest)
        for migration in known:
            if migration.version > version:
                await connection.execute(migration.sql.encode(), prepare=False)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        await connection.execute("DELETE FROM schema_version")
        await connection.execute("INSERT INTO schema_version VALUES (%s)", (newest,))


async def _version(connection: psycopg.AsyncConnection) -> int:
    try:
        async with connection.transaction():
            cursor = await connection.execute("SELECT version FROM schema_version")
            row = await cursor.fetchone()
    except UndefinedTable:
        return 0
    return row[0] if row else 0
