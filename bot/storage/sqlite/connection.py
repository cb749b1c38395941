"""One SQLite connection whose every use is one hop to its thread, with whole transactions.

Nothing is awaited inside a transaction, so coroutines that share the connection cannot meet inside one,
and no lock is needed.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import aiosqlite

from bot.errors import Refusal, StorageError

if TYPE_CHECKING:
    from pathlib import Path

_T = TypeVar("_T")
Work: TypeAlias = Callable[[sqlite3.Connection], _T]
"""What is done with the database, in its thread."""
Settled: TypeAlias = tuple[Any, Exception | None]
"""What a work returned, and what it raised."""

_log = logging.getLogger(__name__)

_READING, _WRITING = "BEGIN", "BEGIN IMMEDIATE"
_BUSY_SECONDS = 1.5  # an interaction must be answered within 3, a press in hand at a stop within 2
_REFUSALS = {
    sqlite3.SQLITE_FULL: Refusal.FULL,
    sqlite3.SQLITE_READONLY: Refusal.READ_ONLY,
    sqlite3.SQLITE_BUSY: Refusal.BUSY,
    sqlite3.SQLITE_LOCKED: Refusal.BUSY,
}
_OUR_FAULTS = (  # what SQLite says of statements that are wrong, and of values that may not be
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_MISUSE,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
)


class Connection(aiosqlite.Connection):
    """An aiosqlite connection that runs whole functions in its thread."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            lambda: sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None), iter_chunk_size=64
        )
        self._waiting: list[tuple[Work[Any], asyncio.Future[Settled]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the thread and open the file in it; sqlite3.Error if that fails."""
        try:
            await self
        except sqlite3.Error:
            self._thread.join()  # it is ending; its last word must not come after the event loop's end
            raise

    async def read(self, work: Work[_T]) -> _T:
        """Run `work` on one snapshot of the database; StorageError if the database refuses."""
        return await self.run(lambda connection: transaction(connection, _READING, work))

    async def write(self, work: Work[_T]) -> _T:
        """Run `work` whole or, if it raises, not at all; it is safe on disk on return.

        What waits to be written at the same time shares one transaction: a commit costs more than a move.
        StorageError if the database refuses.
        """
        outcome: asyncio.Future[Settled] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, outcome))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        result, raised = await outcome
        if raised is not None:
            raise raised
        return cast("_T", result)

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                results = await self.run(partial(_settle, [work for work, _ in batch]))
            except Exception as error:  # noqa: BLE001 - raised where the work was asked for
                results = [(None, error)] * len(batch)
            for (_, outcome), result in zip(batch, results, strict=True):
                if not outcome.cancelled():
                    outcome.set_result(result)

    async def close(self) -> None:
        """Finish what is being written, and close the file."""
        if self._writing is not None:
            await asyncio.wait([self._writing])
        await super().close()

    async def run(self, work: Work[_T]) -> _T:
        """Run `work`, which minds its own transactions; StorageError if the database refuses."""
        if not self._running or self._connection is None:
            raise _refusal("it is closed")
        try:
            result: _T = await self._execute(work, self._connection)  # type: ignore[no-untyped-call]
        except sqlite3.Error as error:
            raise _translated(error) from error
        return result


def transaction(connection: sqlite3.Connection, begin: str, work: Work[_T]) -> _T:
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


def _settle(works: list[Work[Any]], db: sqlite3.Connection) -> list[Settled]:
    """Run all works in one transaction, or if there is a mistake in one, each in a transaction of its own."""
    try:
        return transaction(db, _WRITING, lambda db: [(work(db), None) for work in works])
    except Exception as error:
        if len(works) == 1 or _code(error) not in _OUR_FAULTS:
            raise
    return [_settle_alone(work, db) for work in works]


def _settle_alone(work: Work[Any], db: sqlite3.Connection) -> Settled:
    try:
        return transaction(db, _WRITING, work), None
    except Exception as error:  # noqa: BLE001 - raised where the work was asked for
        return None, _translated(error)


def _translated(error: Exception) -> Exception:
    """Return what is raised instead: a StorageError if the database refused, else the mistake of ours."""
    code = _code(error)
    return error if code in _OUR_FAULTS else _refusal(str(error), _REFUSALS.get(code, Refusal.SILENT))


def _code(error: Exception) -> int:
    """Return the primary one of SQLite's codes; what Python found wrong, before SQLite saw it, has none."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF


def _refusal(reason: str, refusal: Refusal = Refusal.SILENT) -> StorageError:
    _log.error("The database refused: %s", reason)
    return StorageError(refusal)
