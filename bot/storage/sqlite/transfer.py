"""A SQLite file as a whole, read while no other process has it."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from bot import start_errors
from bot.storage.sqlite import backups, lock, schema
from bot.storage.transfer import Row, Whole

_T = TypeVar("_T")
_MUCH_MEMORY = "PRAGMA cache_size = -100000"  # KiB, for what looks up each row in each index, or sorts all


@contextmanager
def opened(path: Path) -> Iterator[Whole]:
    """Read a file; StartError if a Maxine has it, it is damaged, or its schema is not the present."""
    with lock.hold(path), closing(backups.open_file(path)) as db:
        whole = SqliteWhole(db, lambda reason: start_errors.DamagedDatabaseError(path, reason))
        with whole.translating_errors():
            db.execute("PRAGMA query_only = ON")
            db.execute(_MUCH_MEMORY)
            db.execute("BEGIN")
            backups.check(path, db)
        version, newest = schema.read_version(db, schema.newest_version()), schema.newest_version()
        if version < newest:
            raise start_errors.OlderDatabaseError(str(path), version, newest)
        if version > newest:  # what has come with it would be left out
            raise start_errors.NewerDatabaseError(version, newest)
        yield whole


def read(path: Path, work: Callable[[Whole], _T]) -> _T:
    """Run a work that reads all of one moment, also while a Maxine writes to the file."""
    with closing(backups.open_file(path)) as db:
        whole = SqliteWhole(db, lambda reason: start_errors.DamagedDatabaseError(path, reason))
        with whole.translating_errors():
            schema.read_version(db, schema.newest_version())
            db.execute("PRAGMA query_only = ON")
            db.execute("BEGIN")
            return work(whole)


class SqliteWhole(Whole):
    """A connection whose errors are `wrong`."""

    def __init__(self, db: sqlite3.Connection, wrong: Callable[[str], start_errors.StartError]) -> None:
        self._db, self._wrong = db, wrong

    def ask(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a statement."""
        with self.translating_errors():
            for row in self._db.execute(sql):  # noqa: UP028 - it closes the cursor, maybe after its database
                yield row

    def change(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each of the rows."""
        with self.translating_errors():
            self._db.executemany(sql, rows)

    @contextmanager
    def translating_errors(self) -> Iterator[None]:
        """Raise what is wrong as SQLite says it."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._wrong(str(error)) from error
