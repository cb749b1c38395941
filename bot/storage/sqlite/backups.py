"""Copies of a whole database: made in one piece, also while the bot plays, and checked first."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot import start_errors
from bot.storage.replacing import replaced
from bot.storage.sqlite import schema
from bot.storage.transfer import OF_A_START, RECORDS, Row

_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, and would take to belong to another one that is put in its place."""
_PATIENCE = 5.0  # seconds to wait for a locked database
_TARGETS_FAULT = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
)


@contextmanager
def copied(source: Path, target: Path) -> Iterator[tuple[int, Iterator[Row]]]:
    """Copy a database beside `target`, whose place the copy takes when the block ends.

    It is whole by SQLite's own account; to be replayed, the block has how many matches there are, and each as
    a row of RECORDS. If anything is raised, or the process is killed, what stood there stands. StartError if
    `source` is no whole database of the bot, or nothing can be written beside `target`.
    """
    if target.exists() and source.exists() and target.samefile(source):
        raise start_errors.UnwritableFileError(target, "it is the database itself")
    if kept := _kept_beside(target):
        raise start_errors.OccupiedDatabaseError(kept)
    with replaced(target) as partial:
        try:
            _copy(source, partial)
            with closing(open_file(partial)) as db:
                check(source, db)
                (count,) = db.execute("SELECT count(*) FROM matches").fetchone()
                yield count, db.execute(RECORDS)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) in _TARGETS_FAULT:
                raise start_errors.UnwritableFileError(target, str(error)) from error
            raise start_errors.DamagedDatabaseError(source, str(error)) from error


def _copy(source: Path, target: Path) -> None:
    deadline = time.monotonic() + _PATIENCE

    def check_lock(status: int, *_: int) -> None:
        if status == sqlite3.SQLITE_BUSY and time.monotonic() > deadline:
            raise start_errors.UnusableDatabaseError(source, "another program has locked it")

    with closing(open_file(source)) as old, closing(open_file(target)) as new:
        old.execute("PRAGMA busy_timeout = 0")  # it is asked again by the backup, which can be interrupted
        # In several steps it would begin anew at every write in between.
        old.backup(new, pages=-1, progress=check_lock)
        new.execute("PRAGMA journal_mode = DELETE")  # one file, which can be read wherever it is kept


def open_file(path: Path) -> sqlite3.Connection:
    """Open a file that is there; StartError if that cannot be done."""
    if not path.exists():
        raise start_errors.UnusableDatabaseError(path, "there is no such file", is_open=False)
    try:
        return sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise start_errors.UnusableDatabaseError(path, str(error), is_open=False) from error


def check(source: Path, db: sqlite3.Connection) -> None:
    """Raise StartError unless it is a whole database of a schema that may be used."""
    if not schema.read_version(db, schema.newest_version()):
        raise start_errors.DamagedDatabaseError(source, "it is not the bot's")
    ((word,), *_) = db.execute("PRAGMA integrity_check(1)").fetchall()
    if word != "ok":
        raise start_errors.DamagedDatabaseError(source, word.splitlines()[-1])
    if row := db.execute("PRAGMA foreign_key_check").fetchone():
        raise start_errors.DamagedDatabaseError(
            source, "{0} refers to {2}, where there is no such row".format(*row)
        )


def refuse_to_lose(path: Path) -> None:
    """Raise StartError if anything is kept where another database is to stand."""
    real = path.resolve()
    kept = _kept_beside(real)
    if real.exists() and (kept or not _is_empty(real)):
        kept = [real, *kept]
    if kept:
        raise start_errors.OccupiedDatabaseError(kept)


def _kept_beside(path: Path) -> list[Path]:
    return [file for suffix in _BESIDE if (file := path.with_name(path.name + suffix)).exists()]


def _is_empty(path: Path) -> bool:
    """Return whether the database is unused; one that cannot be read counts as used."""
    with suppress(sqlite3.Error, start_errors.UnusableDatabaseError), closing(open_file(path)) as db:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return not any(
            db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()
            for (name,) in tables.fetchall()
            if name not in OF_A_START
        )
    return False
