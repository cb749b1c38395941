"""Storage in one SQLite file."""

from pathlib import Path

from bot.storage import Storage
from bot.storage.leases import Leases
from bot.storage.sqlite import schema
from bot.storage.sqlite.database import SqliteDatabase


async def open_storage(path: Path) -> Storage:
    """Open or create the file and bring it to the present schema; StartError if that cannot be done."""
    database = SqliteDatabase(path)
    try:
        await database.open()
        await database.run(lambda db: schema.migrate(db, path))
        await database.guard()
    except BaseException:
        await database.close()
        raise
    return Storage(database, Leases())
