"""What is kept in either kind of database, and what `maxine copy` says when it refuses."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.__main__ import main
from bot.storage import transfer

Rows = dict[str, list[tuple[Any, ...]]]
OLD = "sqlite:///old.db"


def ask(url: str, sql: str) -> list[tuple[Any, ...]]:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as db:
            return db.execute(sql).fetchall()
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


def rows(url: str) -> Rows:
    return {
        table: sorted(ask(url, f"SELECT {columns} FROM {table}"), key=repr)  # noqa: S608 - our own
        for table, columns in transfer.tables().items()
    }


def rules(url: str) -> list[list[tuple[Any, ...]]]:
    """What is demanded of rows on a server, and how they are found."""
    demands = "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    indexes = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
    return [sorted(ask(url, sql)) for sql in (demands, indexes)]


def is_empty(url: str) -> bool:
    return not any(rows(url).values())


def bytes_of(name: str) -> bytes:
    return Path(name).read_bytes()


def refused(capsys: pytest.CaptureFixture[str], *command: str, status: int = 1) -> str:
    """Run a command that is refused and return what is said."""
    assert main(["copy", *command]) == status
    said = capsys.readouterr()
    assert not said.out
    return said.err.removeprefix("maxine: ").removesuffix("\n")
