"""Storage in one SQLite file."""

import sqlite3
from pathlib import Path

from bot.start_errors import UnusableDatabaseError
from bot.storage import Storage
from bot.storage.leases import Leases
from bot.storage.sqlite import damage, schema
from bot.storage.sqlite.connection import Connection
from bot.storage.sqlite.database import SqliteDatabase


async def open_storage(path: Path) -> Storage:
    """Open or create the file and bring it to the present schema; StartError if that cannot be done.

    Its pages are checked before; those of a large file beside play, and damage is logged.
    """
    connection = Connection(path)
    is_large = damage.is_large(path)
    try:
        await connection.open()
    except sqlite3.DatabaseError as error:
        raise UnusableDatabaseError(path, str(error), is_open=False) from error
    try:
        if not is_large:
            await connection.run(lambda db: damage.check_pages(db, path))
        await connection.run(lambda db: schema.migrate(db, path))
        await connection.guard()
    except BaseException:
        await connection.close()
        raise
    checking = damage.BackgroundCheck(path) if is_large else None
    return Storage(SqliteDatabase(connection, checking), Leases())
