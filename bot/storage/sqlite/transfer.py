"""A SQLite file as a whole: read by nobody else meanwhile, or written anew."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from bot.errors import DamagedDatabaseError, NewerDatabaseError, OlderDatabaseError, UnwritableFileError
from bot.storage.replacing import replaced
from bot.storage.rows import placeholders
from bot.storage.sqlite import backups, lock, schema
from bot.storage.transfer import Row, Whole, tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from bot.errors import StartError

_ASIDE = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"


@contextmanager
def opened(path: Path, *, is_changed: bool = False) -> Iterator[Whole]:
    """Read a file, without a change to it unless that is wanted.

    StartError if a Maxine has it, or its schema is not the present.
    """
    with lock.hold(path), closing(backups.connect(path)) as db:
        whole = SqliteWhole(db, lambda reason: DamagedDatabaseError(path, reason))
        with whole.translated():
            db.execute(f"PRAGMA query_only = {not is_changed}")
            db.execute("BEGIN")
            backups.check(path, db)
        (version,), *_ = whole.ask("PRAGMA user_version")
        if version < schema.newest():
            raise OlderDatabaseError(str(path), version, schema.newest())
        if version > schema.newest():  # what has come with it would be left out
            raise NewerDatabaseError(version, schema.newest())
        yield whole
        with whole.translated():
            db.execute("COMMIT")


@contextmanager
def filled(path: Path) -> Iterator[Whole]:
    """Write a file that takes its place when the block ends; StartError if anything is kept there."""
    with lock.hold(path):
        backups.refuse_to_lose(path)
        with replaced(path.resolve()) as partial, closing(backups.connect(partial)) as db:
            whole = SqliteWhole(db, lambda reason: UnwritableFileError(path, reason))
            with whole.translated():
                schema.migrate(db, path)
                db.execute("PRAGMA foreign_keys = OFF")  # all at once is faster, at the end
                db.execute("PRAGMA journal_mode = OFF")  # nobody sees this file unless it is whole
                db.execute("PRAGMA synchronous = OFF")
                db.execute("BEGIN")
                aside = db.execute(_ASIDE).fetchall()
                for kind, name, _ in aside:
                    db.execute(f"DROP {kind} {name}")
            yield whole
            with whole.translated():
                for *_, sql in aside:
                    db.execute(sql)
                db.execute("COMMIT")
                backups.check(path, db)


class SqliteWhole(Whole):
    """A connection whose errors are `wrong`."""

    def __init__(self, db: sqlite3.Connection, wrong: Callable[[str], StartError]) -> None:
        self._db, self._wrong = db, wrong

    def ask(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a statement."""
        with self.translated():
            for row in self._db.execute(sql):  # noqa: UP028 - it closes the cursor, maybe after its database
                yield row

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        """Store rows of all columns of a table."""
        columns = tables()[table]
        with self.translated():
            self._db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({placeholders(columns)})", rows)

    def change(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each of the rows."""
        with self.translated():
            self._db.executemany(sql, rows)

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Raise what is wrong as SQLite says it."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._wrong(str(error)) from error
