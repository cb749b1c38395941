"""Storage in one SQLite file: all the SQL of that database."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from bot.errors import UnusableDatabaseError
from bot.storage import Storage
from bot.storage.sqlite import schema
from bot.storage.sqlite.blocks import SqliteBlocks
from bot.storage.sqlite.connection import Connection
from bot.storage.sqlite.deadlines import SqliteDeadlines
from bot.storage.sqlite.findings import SqliteFindings
from bot.storage.sqlite.invitations import SqliteInvitations
from bot.storage.sqlite.leases import SqliteLeases
from bot.storage.sqlite.matches import SqliteMatches
from bot.storage.sqlite.people import SqlitePeople
from bot.storage.sqlite.profiles import SqliteProfiles
from bot.storage.sqlite.puzzles import SqlitePuzzles
from bot.storage.sqlite.rankings import SqliteRankings
from bot.storage.sqlite.servers import SqliteServers
from bot.storage.sqlite.standings import SqliteStandings
from bot.storage.sqlite.tournaments import SqliteTournaments

if TYPE_CHECKING:
    from pathlib import Path


async def open_storage(path: Path) -> Storage:
    """Open or create the file and bring it to the present schema; StartError if that cannot be done."""
    connection = Connection(path)
    try:
        await connection.open()
    except sqlite3.DatabaseError as error:
        raise UnusableDatabaseError(path, str(error), is_open=False) from error
    try:
        await connection.run(lambda db: schema.migrate(db, path))
        await connection.guard()
    except BaseException:
        await connection.close()
        raise
    return Storage(
        SqliteMatches(connection),
        SqliteDeadlines(connection),
        SqliteInvitations(connection),
        SqliteBlocks(connection),
        SqliteStandings(connection),
        SqliteRankings(connection),
        SqlitePuzzles(connection),
        SqliteFindings(connection),
        SqliteTournaments(connection),
        SqliteProfiles(connection),
        SqliteLeases(),
        SqlitePeople(connection),
        SqliteServers(connection),
        connection.trim,
        connection.close,
    )
