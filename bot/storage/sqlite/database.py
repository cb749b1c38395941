"""A file as the subjects ask for it: each use is one hop to the thread that has it."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, TypeVar

from bot.start_errors import UnusableDatabaseError
from bot.storage.database import Database, Decide, Lock, Row, Statement
from bot.storage.dialects import spell
from bot.storage.sqlite.connection import Connection, transaction
from bot.storage.sqlite.damage import BackgroundCheck
from bot.storage.sqlite.transfer import SqliteWhole
from bot.storage.transfer import Whole

_T = TypeVar("_T")
_spell = cache(partial(spell, is_postgres=False))


class SqliteDatabase(Database):
    """A file that one process has. It needs no locks: there is one writer."""

    is_shared = False

    def __init__(self, connection: Connection, checking: BackgroundCheck | None = None) -> None:
        self.connection, self.checking = connection, checking

    async def read(self, *asked: Statement) -> list[list[Row]]:
        """Return the rows of each statement, all of one moment."""
        return await self.connection.read(
            lambda db: [_execute_statement(db, each).fetchall() for each in asked]
        )

    async def read_named(self, asked: Statement) -> list[dict[str, Any]]:
        """Return the rows of a statement by the names of their columns."""
        return await self.connection.read(lambda db: _name_columns(_execute_statement(db, asked)))

    async def decide(self, locks: Iterable[Lock], asked: Sequence[Statement], decide: Decide[_T]) -> _T:  # noqa: ARG002
        """Run statements, decide by their rows what else is written, and commit all of it."""

        def work(db: sqlite3.Connection) -> _T:
            result, written = decide([_execute_statement(db, each).fetchall() for each in asked])
            for each in written:
                _execute_statement(db, each).fetchall()
            return result

        return await self.connection.write(work)

    async def rewrite(self, work: Callable[[Whole], _T]) -> _T:
        """Run a long work in the thread of the file, in one transaction."""

        def run(db: sqlite3.Connection) -> _T:
            whole = SqliteWhole(db, partial(UnusableDatabaseError, self.connection.path))
            with whole.translating_errors():
                return transaction(db, "BEGIN IMMEDIATE", lambda _: work(whole))

        return await self.connection.run(run)

    async def trim(self) -> None:
        """Bring all that was written from the log into the file, and empty the log, unless others read it."""
        await self.connection.run(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    async def count_free_bytes(self) -> int | None:
        """Return the free bytes on the disk of the file, None if it is gone."""
        with suppress(OSError):
            return (await asyncio.to_thread(shutil.disk_usage, self.connection.path)).free
        return None

    def find_damage(self) -> str | None:
        """Return what the check of a large file has found damaged, None if that is nothing so far."""
        return None if self.checking is None else self.checking.damage

    async def close(self) -> None:
        """Finish what is being written, and close the file."""
        if self.checking is not None:
            self.checking.stop()
        await self.connection.close()


def _execute_statement(db: sqlite3.Connection, statement: Statement) -> sqlite3.Cursor:
    return db.execute(_spell(statement.sql), statement.values)


def _name_columns(cursor: sqlite3.Cursor) -> list[dict[str, Any]]:
    names = [name for name, *_ in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
