"""A SQLite file as a whole: read while no other process has it, or written anew."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

from bot.start_errors import (
    DamagedDatabaseError,
    NewerDatabaseError,
    OlderDatabaseError,
    StartError,
    UnwritableFileError,
)
from bot.storage.replacing import replaced
from bot.storage.rows import inserting
from bot.storage.sqlite import backups, lock, schema
from bot.storage.transfer import Row, Whole, tables

_ASIDE = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
_MUCH_MEMORY = "PRAGMA cache_size = -100000"  # KiB, for what looks up each row in each index, or sorts all


@contextmanager
def opened(path: Path, *, is_changed: bool = False) -> Iterator[Whole]:
    """Read a file, without a change to it unless that is wanted.

    StartError if a Maxine has it, or its schema is not the present.
    """
    with lock.hold(path), _checked(path) as checking, closing(backups.open_file(path)) as db:
        if is_changed:
            checking.result()
        whole = SqliteWhole(db, lambda reason: DamagedDatabaseError(path, reason))
        with whole.translating_errors():
            db.execute(f"PRAGMA query_only = {not is_changed}")
            db.execute("BEGIN")
        (version,), *_ = whole.ask("PRAGMA user_version")
        if version < schema.newest_version():
            raise OlderDatabaseError(str(path), version, schema.newest_version())
        if version > schema.newest_version():  # what has come with it would be left out
            raise NewerDatabaseError(version, schema.newest_version())
        yield whole
        with whole.translating_errors():
            db.execute("COMMIT")


@contextmanager
def _checked(path: Path) -> Iterator[Future[None]]:
    """Check a file aside while a block reads it; StartError if it is not whole, whatever the block met."""
    with closing(backups.open_file(path)) as db, ThreadPoolExecutor(1) as aside:
        checking = aside.submit(_check_database, path, db)
        try:
            yield checking
        except Exception:
            checking.result()
            raise
        else:
            checking.result()
        finally:
            db.interrupt()


def _check_database(path: Path, db: sqlite3.Connection) -> None:
    with SqliteWhole(db, lambda reason: DamagedDatabaseError(path, reason)).translating_errors():
        db.execute(_MUCH_MEMORY)
        backups.check(path, db)


@contextmanager
def filled(path: Path) -> Iterator[Whole]:
    """Write a file that takes its place when the block ends; StartError if anything is kept there."""
    with lock.hold(path):
        backups.refuse_to_lose(path)
        with replaced(path.resolve()) as partial, closing(backups.open_file(partial)) as db:
            whole = SqliteWhole(db, lambda reason: UnwritableFileError(path, reason))
            with whole.translating_errors():
                schema.migrate(db, path)
                db.execute(_MUCH_MEMORY)
                db.execute("PRAGMA foreign_keys = OFF")  # all at once is faster, at the end
                db.execute("PRAGMA journal_mode = OFF")  # the file is in use only once it is whole
                db.execute("PRAGMA synchronous = OFF")
                db.execute("BEGIN")
            yield whole
            with whole.translating_errors():
                db.execute("COMMIT")
                backups.check(path, db, "quick_check")  # it has made the indexes of the tables just now


class SqliteWhole(Whole):
    """A connection whose errors are `wrong`."""

    def __init__(self, db: sqlite3.Connection, wrong: Callable[[str], StartError]) -> None:
        self._db, self._wrong = db, wrong

    def ask(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a statement."""
        with self.translating_errors():
            for row in self._db.execute(sql):  # noqa: UP028 - it closes the cursor, maybe after its database
                yield row

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        """Store rows of all columns of a table."""
        with self.translating_errors():
            self._db.executemany(inserting(table, tables()[table]), rows)

    def change(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each of the rows."""
        with self.translating_errors():
            self._db.executemany(sql, rows)

    @contextmanager
    def unchecked(self) -> Iterator[None]:
        """Let a block fill tables without triggers, indexes and checks; those are left to `backups.check`."""
        with self.translating_errors():
            aside = self._db.execute(_ASIDE).fetchall()
            self._db.execute("PRAGMA ignore_check_constraints = ON")
            for kind, name, _ in aside:
                self._db.execute(f"DROP {kind} {name}")
        yield
        with self.translating_errors():
            self._db.execute("PRAGMA ignore_check_constraints = OFF")
            for *_, sql in aside:
                self._db.execute(sql)

    @contextmanager
    def translating_errors(self) -> Iterator[None]:
        """Raise what is wrong as SQLite says it."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._wrong(str(error)) from error
