"""One SQLite connection whose every use is a whole transaction in one hop to its thread.

Nothing is awaited inside a transaction, so coroutines that share the connection cannot meet inside one,
and no lock is needed.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, TypeVar

import aiosqlite

from bot.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_T = TypeVar("_T")
_log = logging.getLogger(__name__)

_BUSY_SECONDS = 2.0  # an interaction must be answered within 3
_CAUSES = {
    sqlite3.SQLITE_FULL: "the disk she keeps matches on is full",
    sqlite3.SQLITE_READONLY: "the file she keeps matches in is read-only",
    sqlite3.SQLITE_BUSY: "her database is busy",
    sqlite3.SQLITE_LOCKED: "her database is busy",
}


class Connection(aiosqlite.Connection):
    """An aiosqlite connection that runs whole functions in its thread."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            lambda: sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None), iter_chunk_size=64
        )

    async def open(self) -> None:
        """Start the thread and open the file in it; sqlite3.Error if that fails."""
        try:
            await self
        except sqlite3.Error:
            self._thread.join()  # it is ending; its last word must not come after the event loop's end
            raise

    async def read(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run `work` on one snapshot of the database; StorageError if the database refuses."""
        return await self.run(lambda connection: transaction(connection, "BEGIN", work))

    async def write(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run `work` as one transaction, all of it or, if it raises, nothing.

        Raises:
            StorageError: the database refused.
        """
        return await self.run(lambda connection: transaction(connection, "BEGIN IMMEDIATE", work))

    async def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run `work`, which minds its own transactions; StorageError if the database refuses."""
        try:
            result: _T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        except (sqlite3.DatabaseError, ValueError) as error:
            raise _refusal(error) from error
        return result


def transaction(connection: sqlite3.Connection, begin: str, work: Callable[[sqlite3.Connection], _T]) -> _T:
    """Run `work` between `begin` and COMMIT, or undo what it did and raise what it raised."""
    connection.execute(begin)
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk may have rolled it back already
            connection.execute("ROLLBACK")
        raise
    return result


def _refusal(error: Exception) -> StorageError:
    _log.error("The database refused: %s", error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code of an extended one
    cause = _CAUSES.get(code, "her database does not answer")
    return StorageError(
        f"Maxine could not do that, because {cause}. Nothing was changed; please try again later."
    )
