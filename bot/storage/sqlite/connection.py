"""One SQLite connection whose every use is one hop to its thread, with whole transactions.

Nothing is awaited inside a transaction, so coroutines that share the connection cannot meet inside one,
and no lock is needed.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import aiosqlite

from bot import metrics
from bot.errors import Refusal
from bot.storage.database import log_refusal
from bot.storage.sqlite.files import Files, make_private

_T = TypeVar("_T")
Work: TypeAlias = Callable[[sqlite3.Connection], _T]
"""What is done with the database, in its thread."""
Settled: TypeAlias = tuple[Any, Exception | None]
"""What a work returned, and what it raised."""

_READING, _WRITING = "BEGIN", "BEGIN IMMEDIATE"
_BUSY_SECONDS = 1.5  # an interaction must be answered within 3, a press in hand at a stop within 2
_SHORTEST_NAP, _LONGEST_NAP = 0.001, 0.025  # seconds between two tries, about those of SQLite itself
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


@dataclass(frozen=True)
class _Write:
    """A work that waits to be written, and until when it may have to."""

    work: Work[Any]
    deadline: float
    outcome: asyncio.Future[Settled]

    def settle(self, settled: Settled) -> None:
        """Give the caller the result, unless it was cancelled."""
        if not self.outcome.cancelled():
            self.outcome.set_result(settled)


class Connection(aiosqlite.Connection):
    """An aiosqlite connection that runs whole functions in its thread."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            lambda: sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None), iter_chunk_size=64
        )
        self.path = path
        self._files: Files | None = None
        self._waiting: list[_Write] = []
        self._writing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the thread and open the file in it; sqlite3.Error if that fails."""
        await asyncio.to_thread(make_private, self.path)
        try:
            await self
        except sqlite3.Error:
            self._thread.join()  # it is ending; its last word must not come after the event loop's end
            raise

    async def guard(self) -> None:
        """From now on notice when the files are deleted or replaced, and wait for no lock in the thread.

        There a write that cannot begin would keep all who only read waiting, and each batch the next.
        """
        await self.run(lambda db: db.execute("PRAGMA busy_timeout = 0").fetchall())
        self._files = Files(self.path)

    async def read(self, work: Work[_T]) -> _T:
        """Run `work` on one snapshot of the database; StorageError if the database refuses."""
        return await self.run(lambda connection: transaction(connection, _READING, work))

    async def write(self, work: Work[_T]) -> _T:
        """Run `work` whole or, if it raises, not at all; it is safe on disk on return.

        What waits to be written at the same time shares one transaction: a commit costs more than a move.
        StorageError if the database refuses, or is locked by another process for too long.
        """
        loop = asyncio.get_running_loop()
        write = _Write(work, loop.time() + _BUSY_SECONDS, loop.create_future())
        self._waiting.append(write)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        result, raised = await write.outcome
        try:
            if raised is not None:
                raise raised
            return cast("_T", result)
        finally:
            del write, raised  # or an error holds a frame that holds it, with all that has led there

    async def _write_all(self) -> None:
        nap = _SHORTEST_NAP
        while self._waiting:
            batch, self._waiting = self._waiting, []
            began = time.perf_counter()
            try:
                settled = await self._execute_work(partial(_settle_together, [write.work for write in batch]))
            except Exception as error:  # noqa: BLE001 - raised where the work was asked for
                self._waiting = [*_put_off(batch, error), *self._waiting]
                await asyncio.sleep(nap)
                nap = min(2 * nap, _LONGEST_NAP)
            else:
                nap = _SHORTEST_NAP
                metrics.observe_commit(time.perf_counter() - began, len(batch))
                for write, each in zip(batch, settled, strict=True):
                    write.settle(each)

    async def close(self) -> None:
        """Finish what is being written, and close the file."""
        if self._writing is not None:
            await asyncio.wait([self._writing])
        await super().close()

    async def run(self, work: Work[_T]) -> _T:
        """Run `work`, which minds its own transactions; StorageError if the database refuses."""
        try:
            return await self._execute_work(work)
        except sqlite3.Error as error:
            raise _translate_error(error) from error

    async def _execute_work(self, work: Work[_T]) -> _T:
        if not self._running or self._connection is None:
            raise log_refusal("it is closed")
        result: _T = await self._execute(self._guarded, work, self._connection)  # type: ignore[no-untyped-call]
        return result

    def _guarded(self, work: Work[_T], db: sqlite3.Connection) -> _T:
        if self._files is not None:
            self._files.check_files()
        result = work(db)
        if self._files is not None:  # what was committed to a file that is gone must not be acknowledged
            self._files.check_files()
        return result


def _put_off(batch: list[_Write], error: Exception) -> list[_Write]:
    """Return the writes that can wait for a lock to be released; the others fail with the error."""
    now, patient = asyncio.get_running_loop().time(), list[_Write]()
    if code_of(error) not in _OUR_FAULTS:
        error.__traceback__ = None  # in it is a frame that holds the future of this error
    if code_of(error) == sqlite3.SQLITE_BUSY:
        patient = [write for write in batch if write.deadline > now]
    if len(patient) < len(batch):
        settled = None, _translate_error(error)
        for write in batch[: -len(patient) or None]:  # they come in the order in which they were asked for
            write.settle(settled)
    return patient


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


def _settle_together(works: list[Work[Any]], db: sqlite3.Connection) -> list[Settled]:
    """Run all works in one transaction; if there is a mistake in one, it alone is undone."""
    try:
        return transaction(db, _WRITING, lambda db: [(work(db), None) for work in works])
    except Exception as error:
        if len(works) == 1 or code_of(error) not in _OUR_FAULTS:
            raise
    return transaction(db, _WRITING, lambda db: [_settle_apart(work, db) for work in works])


def _settle_apart(work: Work[Any], db: sqlite3.Connection) -> Settled:
    db.execute("SAVEPOINT work")
    try:
        settled: Settled = work(db), None
    except Exception as error:
        if code_of(error) not in _OUR_FAULTS:
            raise
        db.execute("ROLLBACK TO work")
        settled = None, error
    db.execute("RELEASE work")
    return settled


def _translate_error(error: Exception) -> Exception:
    """Return what is raised instead: a StorageError if the database refused, else the mistake of ours."""
    code = code_of(error)
    return error if code in _OUR_FAULTS else log_refusal(str(error), _REFUSALS.get(code, Refusal.SILENT))


def code_of(error: Exception) -> int:
    """Return the primary one of SQLite's codes; what Python found wrong, before SQLite saw it, has none."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF
