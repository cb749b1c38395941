"""A damaged file is found before it is used: SQLite itself reads only the pages that it needs."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bot.start_errors import CorruptDatabaseError, StartError, UnusableDatabaseError
from bot.storage.sqlite.connection import code_of

_LARGE = 16 << 20  # bytes; a check reads about 40 MB a second on a slow core
_PATIENCE = 60.0  # seconds for the check of a large file: meanwhile the write-ahead log is not emptied
_STEPS = 100_000  # of SQLite's machine, between two looks at the time

_log = logging.getLogger(__name__)


def is_large(path: Path) -> bool:
    """Return whether a check of the file would keep the start waiting."""
    return path.exists() and path.stat().st_size > _LARGE


def check_pages(db: sqlite3.Connection, path: Path, is_over: Callable[[], bool] = lambda: False) -> bool:
    """Return True if all pages are whole, False if the check was given up; StartError if one is damaged."""
    db.set_progress_handler(is_over, _STEPS)
    try:
        ((word,),) = db.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        if code_of(error) == sqlite3.SQLITE_INTERRUPT:
            return False
        raise name_error(path, error) from error
    finally:
        db.set_progress_handler(None, 0)
    if word != "ok":
        raise CorruptDatabaseError(path, word.splitlines()[-1])
    return True


def name_error(path: Path, error: sqlite3.Error) -> StartError:
    """Return the error to raise instead: a damaged file is told from one that cannot be used."""
    kind = CorruptDatabaseError if code_of(error) == sqlite3.SQLITE_CORRUPT else UnusableDatabaseError
    return kind(path, str(error))


def until(seconds: float) -> Callable[[], bool]:
    """Return a function that says whether so many seconds have passed since now."""
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() > deadline


class BackgroundCheck:
    """The check of a large file beside play, whose outcome is logged; `damage` is what it has found."""

    def __init__(self, path: Path) -> None:
        self._path, self._stopped = path, threading.Event()
        self.damage: str | None = None
        self.thread = threading.Thread(target=self._check, name="check of pages", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Give the check up, without waiting: older versions of SQLite look at the time only now and then."""
        self._stopped.set()

    def _check(self) -> None:
        is_late = until(_PATIENCE)
        _log.info(
            "%s is large: its pages are checked beside play, for at most %.0f s.", self._path, _PATIENCE
        )
        try:
            with closing(sqlite3.connect(self._path)) as db:
                is_whole = check_pages(db, self._path, lambda: is_late() or self._stopped.is_set())
        except CorruptDatabaseError as error:
            self.damage = error.reason
            _log.critical(
                "The database %s is damaged: %s. Stop the bot and restore a backup, or save what can be read:"
                " `maxine doctor` says how.",
                *(self._path, error.reason),
            )
        except (StartError, sqlite3.Error) as error:
            _log.warning("The pages of %s could not be checked: %s", self._path, error)
        else:
            self._report(is_whole=is_whole)

    def _report(self, *, is_whole: bool) -> None:
        if is_whole:
            _log.info("All pages of %s are whole.", self._path)
        elif not self._stopped.is_set():
            _log.warning(
                "The check of %s was given up after %.0f s. `maxine backup` checks all of it.",
                *(self._path, _PATIENCE),
            )
