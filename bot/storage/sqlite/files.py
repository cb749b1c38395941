"""The files of a database while it is open: that they are still those which were opened."""

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from bot.errors import Refusal, StorageError

_Identity: TypeAlias = tuple[int, int] | None
"""Device and inode of a file, None if there is none."""

_log = logging.getLogger(__name__)

_BESIDE = ("-wal", "-shm")


def make_private(path: Path) -> None:
    """Let only its owner read a database; what SQLite creates beside it has the same mode.

    A file that is there is not opened: to close it would drop the locks that SQLite has on it.
    """
    real = path.resolve()
    with suppress(OSError):  # it is there, or SQLite says what is wrong
        os.close(os.open(real, os.O_CREAT | os.O_EXCL, 0o600))
    for suffix in ("", *_BESIDE):
        with suppress(OSError):  # it is not there, or another account's
            file = Path(f"{real}{suffix}")
            file.chmod(file.stat().st_mode & 0o700)


class Files:
    """A database and what SQLite keeps beside it.

    SQLite goes on with files that are deleted or replaced as if nothing had happened, so whatever is written
    then is lost at its next start.
    """

    def __init__(self, path: Path) -> None:
        real = path.resolve()
        self._paths = (str(path), *(f"{real}{suffix}" for suffix in _BESIDE))
        self._opened = self._identities()
        self._are_gone = False

    def check_files(self) -> None:
        """Raise StorageError if a file was deleted or replaced; log when that begins and ends."""
        are_gone = self._identities() != self._opened
        if are_gone != self._are_gone:
            self._are_gone = are_gone
            if are_gone:
                self._report()
            else:
                _log.warning("%s is back: all goes on.", self._paths[0])
        if are_gone:
            raise StorageError(Refusal.GONE)

    def _identities(self) -> list[_Identity]:
        return [_identity(path) for path in self._paths]

    def _report(self) -> None:
        found = zip(self._paths, self._opened, self._identities(), strict=True)
        _log.critical(
            "%s: deleted or replaced while it was open. Nothing is stored any more, and everybody is told"
            " so. Put the same file back, and all goes on. If that is impossible, copy what is still open (on"
            " Linux from /proc/%d/fd) before you stop this process, then start again with the copy.",
            ", ".join(path for path, opened, now in found if opened != now),
            os.getpid(),
        )


def _identity(path: str) -> _Identity:
    try:
        status = os.stat(path)  # noqa: PTH116 - twice a transaction, where a Path costs as much again
    except OSError:
        return None
    return status.st_dev, status.st_ino
