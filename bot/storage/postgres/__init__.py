"""Storage in one PostgreSQL database, which several processes may share."""

from bot.storage import Storage
from bot.storage.postgres import schema
from bot.storage.postgres.connection import PostgresDatabase
from bot.storage.postgres.leases import SharedLeases


async def open_storage(url: str) -> Storage:
    """Connect, and bring the database to the present schema; StartError if that cannot be done."""
    await schema.migrate(url)
    database = PostgresDatabase(url)
    return Storage(database, SharedLeases(database))
