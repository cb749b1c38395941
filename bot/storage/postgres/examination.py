"""How a database on a server is, found out without changing what is in it."""

from typing import Any

import psycopg

from bot.models import Examined
from bot.start_errors import UnreachableDatabaseError
from bot.storage import migrations
from bot.storage.dumps import without_password
from bot.storage.postgres import schema
from bot.storage.postgres.errors import reason_of
from bot.storage.postgres.pool import connect
from bot.storage.servers import THREADED

_HEARD = (
    "SELECT holder, split_part(name, ' ', 2) FROM leases"
    " WHERE starts_with(name, 'shard ') AND until > extract(epoch FROM clock_timestamp())"
)
_MAKE = "CREATE TABLE to_be_undone ()"  # as the next start has to make some
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
            return await _look_into(connection, Examined(name, version, newest, None))
    except psycopg.Error as error:
        raise UnreachableDatabaseError(reason_of(error)) from error


async def _look_into(connection: psycopg.AsyncConnection[Any], found: Examined) -> Examined:
    threaded = await (await connection.execute(THREADED)).fetchall()
    heard = await (await connection.execute(_HEARD)).fetchall()
    async with connection.transaction(force_rollback=True):
        await connection.execute(_WRITE)
    return found._replace(
        threaded=frozenset(guild_id for (guild_id,) in threaded),
        heard=tuple(heard),
    )
