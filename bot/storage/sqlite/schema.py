"""Brings a database to the present schema by the files of `migrations/`, each atomic, forward only."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from bot.start_errors import NewerDatabaseError
from bot.storage import migrations
from bot.storage.migrations import Migration
from bot.storage.sqlite.connection import transaction
from bot.storage.sqlite.damage import name_error

_PATIENCE = 2.0  # seconds
_LOG_MOST = 4 << 20  # bytes that the log keeps once it was emptied: about what it holds between two times


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Set the connection up and apply what is missing; StartError if the file is unreadable, or newer."""
    try:
        _configure(connection)
        _apply(connection, migrations.load())
    except sqlite3.DatabaseError as error:
        raise name_error(path, error) from error


def _configure(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted about a person is to be gone
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cache_size = -1024")  # KiB; what it does not keep the system does
    _write_ahead(connection)
    connection.execute(f"PRAGMA journal_size_limit = {_LOG_MOST}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log; while another process writes, SQLite refuses to switch to it without waiting."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def _apply(connection: sqlite3.Connection, known: list[Migration]) -> None:
    version = read_version(connection, known[-1].version)
    for migration in known:
        if migration.version > version:
            _apply_one(connection, migration)


def newest_version() -> int:
    """Return the version of the schema that this program brings databases to."""
    return migrations.load()[-1].version


def read_version(connection: sqlite3.Connection, newest: int) -> int:
    """Return the version of a schema; StartError if who knows `newest` may not use it."""
    version = _read_version(connection)
    oldest = _read_version(connection, "application_id")  # whose programs may use the file; 0: not said
    if version > newest and not 0 < oldest <= newest:
        raise NewerDatabaseError(version, newest)
    migrations.refuse_outdated(version)
    return version


def _read_version(connection: sqlite3.Connection, pragma: str = "user_version") -> int:
    version: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    return version


def _apply_one(connection: sqlite3.Connection, migration: Migration) -> None:
    def work(connection: sqlite3.Connection) -> None:
        if _read_version(connection) < migration.version:  # else another process that starts too was first
            for statement in _statements(migration.sql):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {migration.version}")
            connection.execute(f"PRAGMA application_id = {migration.oldest}")

    transaction(connection, "BEGIN IMMEDIATE", work)


def _statements(sql: str) -> Iterator[str]:
    """Take a script apart, as `executescript` would first commit the transaction it is part of."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement
