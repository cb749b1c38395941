"""All that is kept, on its way out of one database and into another, whatever each of them is."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache
from typing import Any, TypeAlias

from bot.start_errors import MiscountError
from bot.storage import migrations

Row: TypeAlias = tuple[Any, ...]

RECORDS = (
    "SELECT id, game, result, manner, (SELECT group_concat(ply || ' ' || action, ' ')"
    " FROM (SELECT ply, action FROM moves WHERE match_id = id ORDER BY ply) AS ordered)"
    " FROM matches ORDER BY id"
)
"""Every match with its moves as text, each by ply and action; without one, that is NULL."""

_TABLES = (
    "SELECT name, (SELECT group_concat(name, ', ') FROM pragma_table_info(kept.name))"
    " FROM sqlite_schema AS kept WHERE type = 'table' AND name <> 'leases' ORDER BY name"
)
"""Leases say what a process does just now, which means nothing elsewhere."""


OF_A_START = ("command_sync", "awake", "rating_formula")
"""The tables that a start writes to, even if no match was ever played."""


@cache
def tables() -> dict[str, str]:
    """Return, for every table that is copied, its columns but for those that the database fills itself."""
    with closing(sqlite3.connect(":memory:")) as db:
        for migration in migrations.load():
            db.executescript(migration.sql)
        return dict(db.execute(_TABLES).fetchall())


class Whole(ABC):
    """All that is kept in a database, by table; StartError if it cannot be read or written."""

    @abstractmethod
    def ask(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a statement."""

    @abstractmethod
    def change(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement with the places of SQLite for each of the rows."""

    def count(self, table: str) -> int:
        """Return how many rows a table has."""
        ((count,),) = self.ask(f"SELECT count(*) FROM {table}")
        return int(count)

    def rows(self, table: str) -> Iterator[Row]:
        """Yield every row of a table."""
        return self.ask(f"SELECT {tables()[table]} FROM {table}")


def compare_counts(source: Whole, target: Whole) -> dict[str, int]:
    """Return how many rows each table has; MiscountError unless it is as many in both."""
    counts = {table: source.count(table) for table in tables()}
    for table, count in counts.items():
        if (kept := target.count(table)) != count:
            raise MiscountError(table, count, kept)
    return counts
