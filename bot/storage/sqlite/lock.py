"""One Maxine for a database: a second one would answer every command a second time."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.start_errors import TakenDatabaseError, UnusableDatabaseError


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keep every other Maxine from the database for the length of a block; StartError if one has it.

    What is locked is a file of its own beside the database: to close the database itself a second time
    drops the locks that SQLite has on it. However this process ends, the system releases the lock; the
    process that made the file removes it, while no other can have locked it.
    """
    real, file = path.resolve(), _file_of(path)
    lock, is_new = FileLock(file), not file.exists()
    if not real.parent.is_dir():  # it would be made
        raise UnusableDatabaseError(path, "there is no such folder", is_open=False)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise TakenDatabaseError(path) from error
    except OSError as error:
        raise UnusableDatabaseError(path, error.strerror or str(error), is_open=False) from error
    try:
        yield
    finally:
        if is_new and sys.platform != "win32":  # where a release removes it
            file.unlink(missing_ok=True)
        lock.release()


def is_held(path: Path) -> bool:
    """Return whether a Maxine has the database; nothing is changed by asking."""
    if not _file_of(path).exists():
        return False
    try:
        with hold(path):
            return False
    except TakenDatabaseError:
        return True


def _file_of(path: Path) -> Path:
    real = path.resolve()
    return real.with_name(f"{real.name}.lock")
