"""Brings a database to the present schema by the files of `migrations/`, each atomic, forward only."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from typing import TYPE_CHECKING

from bot.errors import StartError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def migrate(connection: sqlite3.Connection) -> None:
    """Set the connection up and apply what is missing; StartError if the file is unreadable, or newer."""
    try:
        _configure(connection)
        _apply(connection, _migrations())
    except sqlite3.DatabaseError as error:
        raise StartError(f"The database cannot be used: {error}.") from error


def _configure(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _apply(connection: sqlite3.Connection, migrations: list[Traversable]) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(migrations):
        raise StartError(
            f"The database was written by a newer Maxine (schema {version}, not {len(migrations)}). "
            "Update Maxine, or name another file in DATABASE_URL."
        )
    for number, migration in enumerate(migrations[version:], start=version + 1):
        _apply_one(connection, number, migration.read_text(encoding="utf-8"))


def _apply_one(connection: sqlite3.Connection, number: int, sql: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
    except sqlite3.DatabaseError:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _migrations() -> list[Traversable]:
    """The files in order; in a wheel they are data of this program, in a checkout they stand beside it."""
    packaged, beside = files("bot") / "migrations", files("bot") / ".." / "migrations"
    folder = packaged if packaged.is_dir() else beside
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name
    )
