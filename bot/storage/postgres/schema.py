"""Brings a database to the present schema by the files of `migrations/`, forward only."""

import asyncio
import logging
import time

import psycopg
from psycopg.errors import UndefinedTable

from bot.start_errors import NewerDatabaseError, OlderProcessesError, UnreachableDatabaseError
from bot.storage import migrations
from bot.storage.database import Locked
from bot.storage.migrations import Migration
from bot.storage.postgres.errors import reason_of
from bot.storage.postgres.pool import connect

VERSIONS = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, oldest INTEGER NOT NULL)"
"""`oldest` is the oldest version whose programs may use the database; there is one row."""

_BE_STARTING = "SELECT set_config('application_name', current_setting('application_name') || ' start', FALSE)"
"""Tells a process that starts from those that play."""
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name || ' start' = current_setting('application_name')"""
_LEAVING = 2.0  # seconds until the server has let go of a process that has just ended

_log = logging.getLogger(__name__)


async def migrate(url: str) -> None:
    """Apply what is missing; StartError if the database cannot be used, or is newer."""
    try:
        async with await connect(url) as connection:
            await _apply(connection, migrations.load("postgres"))
    except psycopg.Error as error:
        raise UnreachableDatabaseError(reason_of(error)) from error


async def _apply(connection: psycopg.AsyncConnection, known: list[Migration]) -> None:
    newest = known[-1]
    if await usable_version(connection, newest.version) >= newest.version:
        return
    await connection.execute(_BE_STARTING)
    async with connection.transaction():  # of several that start at once, one does this
        await connection.execute("SET LOCAL lock_timeout = 0")
        await connection.execute("SET LOCAL statement_timeout = 0")
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        await connection.execute("SELECT pg_advisory_xact_lock(%s::integer, 0)", (Locked.SCHEMA.value,))
        version = await usable_version(connection, newest.version)
        if version >= newest.version:
            return
        missing = [migration for migration in known if migration.version > version]
        await _refuse_older_processes(connection, version, missing)
        for migration in missing:
            await connection.execute(migration.sql.encode(), prepare=False)
        await connection.execute(VERSIONS)
        await connection.execute("DELETE FROM schema_version")
        await connection.execute(
            "INSERT INTO schema_version VALUES (%s, %s)", (newest.version, newest.oldest)
        )


async def _refuse_older_processes(
    connection: psycopg.AsyncConnection, version: int, missing: list[Migration]
) -> None:
    """Raise StartError while processes are connected that do not know what the migrations change."""
    if not version:
        return
    is_compatible = all(migration.is_compatible for migration in missing)
    connections = await _count_others(connection, 0 if is_compatible else _LEAVING)
    if not connections:
        return
    if not is_compatible:
        raise OlderProcessesError(connections, version, missing[-1].version)
    _log.info(
        "The schema is brought from %d to %d while older processes have %d connections: the migrations say"
        " that they are compatible.",
        *(version, missing[-1].version, connections),
    )


async def _count_others(connection: psycopg.AsyncConnection, patience: float) -> int:
    """Return how many connections other processes have, after waiting so many seconds for them to end."""
    deadline = time.monotonic() + patience
    while True:
        ((connections,),) = await (await connection.execute(_OTHERS)).fetchall()
        if not connections or time.monotonic() > deadline:
            return int(connections)
        await asyncio.sleep(0.05)
        await connection.execute("SELECT pg_stat_clear_snapshot()")


async def usable_version(connection: psycopg.AsyncConnection, newest: int) -> int:
    """Return the version, 0 of an empty database; StartError if this program cannot use it."""
    try:
        async with connection.transaction():
            found = await (await connection.execute("SELECT version, oldest FROM schema_version")).fetchone()
    except UndefinedTable:
        found = None
    version, oldest = found or (0, 0)
    if oldest > newest:
        raise NewerDatabaseError(version, newest)
    migrations.refuse_outdated(version)
    return int(version)
