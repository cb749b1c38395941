"""How a database on a server is, found out without changing what is in it."""

import asyncio
from functools import partial
from typing import Any

import psycopg
from psycopg.errors import DataCorrupted, IndexCorrupted, QueryCanceled

from bot.models import Examined
from bot.start_errors import CorruptServerError, UnreachableDatabaseError
from bot.storage import migrations, recounts
from bot.storage.dumps import without_password
from bot.storage.postgres import schema, transfer
from bot.storage.postgres.errors import reason_of
from bot.storage.postgres.pool import connect
from bot.storage.servers import THREADED

_HEARD = (
    "SELECT holder, split_part(name, ' ', 2) FROM leases"
    " WHERE starts_with(name, 'shard ') AND until > extract(epoch FROM clock_timestamp())"
)
_MAKE = "CREATE TABLE to_be_undone ()"  # as the next start has to make some
_MAY_CHECK = (
    "SELECT has_function_privilege(to_regprocedure('bt_index_check(regclass)'), 'execute')"
    " AND has_function_privilege("
    "to_regprocedure('verify_heapam(regclass,boolean,boolean,text,bigint,bigint)'), 'execute')"
)
"""Whether the extension amcheck is there, of PostgreSQL 14 or newer, and this role may use it; else NULL."""
_OURS = "relnamespace = current_schema()::regnamespace"
_CHECK_INDEXES = (
    "SELECT bt_index_check(pg_class.oid) FROM pg_class JOIN pg_am ON pg_am.oid = relam"
    f" WHERE amname = 'btree' AND relkind = 'i' AND {_OURS}"
)
_CHECK_TABLES = (
    "SELECT relname || ': ' || msg FROM pg_class, verify_heapam(pg_class.oid)"
    f" WHERE relkind = 'r' AND {_OURS} LIMIT 1"
)
_PATIENCE = 30  # seconds for the check of all pages
_WRITE = "INSERT INTO command_sync VALUES (0, '') ON CONFLICT DO NOTHING"


async def examine(url: str) -> Examined:
    """Look at the database and try to write to it, which is undone; StartError if it cannot be used."""
    (name, _), newest = without_password(url), migrations.load("postgres")[-1].version
    try:
        async with await connect(url) as connection:
            version = await schema.usable_version(connection, newest)
            if version < newest:
                async with connection.transaction(force_rollback=True):
                    await connection.execute(_MAKE)
                return Examined(name, version or None, newest, None)
            is_checked = await _check_pages(connection)
            wrong = await asyncio.to_thread(
                transfer.read, url, partial(recounts.count_wrong_totals, seconds=_PATIENCE)
            )
            is_checked, wrong_totals = is_checked and wrong is not None, wrong or 0
            found = Examined(name, version, newest, None, is_checked=is_checked, wrong_totals=wrong_totals)
            return await _look_into(connection, found)
    except psycopg.Error as error:
        raise UnreachableDatabaseError(reason_of(error)) from error


async def _check_pages(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Return False if there was no time to check all pages; StartError if one is damaged.

    Without the extension amcheck nothing is checked.
    """
    (may_check,) = await (await connection.execute(_MAY_CHECK)).fetchone() or (None,)
    if not may_check:
        return True
    try:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL statement_timeout = '{_PATIENCE}s'".encode())
            await connection.execute(_CHECK_INDEXES.encode())
            if damaged := await (await connection.execute(_CHECK_TABLES.encode())).fetchone():
                raise CorruptServerError(damaged[0])
    except QueryCanceled:
        return False
    except (DataCorrupted, IndexCorrupted) as error:
        raise CorruptServerError(reason_of(error)) from error
    return True


async def _look_into(connection: psycopg.AsyncConnection[Any], found: Examined) -> Examined:
    threaded = await (await connection.execute(THREADED)).fetchall()
    heard = await (await connection.execute(_HEARD)).fetchall()
    async with connection.transaction(force_rollback=True):
        await connection.execute(_WRITE)
    return found._replace(threaded=frozenset(guild_id for (guild_id,) in threaded), heard=tuple(heard))
