"""Storage in one PostgreSQL database, which several processes may share: all the SQL of that database."""

from __future__ import annotations

from bot.storage import Storage
from bot.storage.postgres import schema
from bot.storage.postgres.blocks import PostgresBlocks
from bot.storage.postgres.connection import Connection
from bot.storage.postgres.deadlines import PostgresDeadlines
from bot.storage.postgres.findings import PostgresFindings
from bot.storage.postgres.invitations import PostgresInvitations
from bot.storage.postgres.leases import PostgresLeases
from bot.storage.postgres.matches import PostgresMatches
from bot.storage.postgres.people import PostgresPeople
from bot.storage.postgres.profiles import PostgresProfiles
from bot.storage.postgres.puzzles import PostgresPuzzles
from bot.storage.postgres.rankings import PostgresRankings
from bot.storage.postgres.servers import PostgresServers
from bot.storage.postgres.standings import PostgresStandings
from bot.storage.postgres.tournaments import PostgresTournaments


async def open_storage(url: str) -> Storage:
    """Connect, and bring the database to the present schema; StartError if that cannot be done."""
    await schema.migrate(url)
    connection = Connection(url)
    leases = PostgresLeases(connection)

    async def trim() -> None:
        """Leave it to the server, which does it by itself."""

    async def close() -> None:
        await leases.close()
        await connection.close()

    return Storage(
        PostgresMatches(connection),
        PostgresDeadlines(connection),
        PostgresInvitations(connection),
        PostgresBlocks(connection),
        PostgresStandings(connection),
        PostgresRankings(connection),
        PostgresPuzzles(connection),
        PostgresFindings(connection),
        PostgresTournaments(connection),
        PostgresProfiles(connection),
        leases,
        PostgresPeople(connection),
        PostgresServers(connection),
        trim,
        close,
    )
