"""All that is asked of the server: what simultaneous writers write is committed together.

A read is one trip to the server, as is a write that can be repeated. Others are two: should the connection be
lost at the second, the server tells afterwards whether they were committed.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import psycopg
from psycopg.errors import InvalidParameterValue, LockNotAvailable

from bot import metrics
from bot.errors import StorageError
from bot.storage.postgres.batches import (
    MOST_AT_ONCE,
    Waiting,
    Write,
    hurrying,
    impatient,
    joined,
    next_batch,
)
from bot.storage.postgres.dialect import Row, Statement
from bot.storage.postgres.errors import MOMENTARY, OF_ONE, closed, is_lost, translated, translating
from bot.storage.postgres.locks import Lock, Locked, finding_free, taking
from bot.storage.postgres.pool import Pool, line_of, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_T = TypeVar("_T")
Decide: TypeAlias = Callable[[list[list[Row]]], "tuple[_T, Sequence[Statement]]"]
"""Returns, of the rows that were read, what comes of it, and what is written."""

_READERS, _DECIDERS = 4, 2  # connections
_NAPS = (0.0, 0.05, 0.1, 0.2, 0.4)  # seconds between two tries
_PATIENCE = 2.5  # seconds: an interaction must be answered within three
_BEGIN, _COMMIT = Statement("BEGIN"), Statement("COMMIT")
_ONE_MOMENT = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
_MARK = "SELECT holder FROM leases WHERE name = 'no crash since'"
_NUMBER = Statement(
    "WITH made AS (INSERT INTO leases (name, holder, until)"
    " VALUES ('no crash since', gen_random_uuid(), 'infinity') ON CONFLICT DO NOTHING RETURNING holder)"
    f" SELECT pg_current_xact_id()::text, coalesce((SELECT holder FROM made), ({_MARK}))"
)
_STATUS = f"SELECT pg_xact_status(%s::text::xid8), ({_MARK}) = %s::text"
"""A server that crashes gives the numbers of what it had not yet written to others, and empties `leases`."""


class Connection:
    """Some connections to one database: for those who read, for those who decide, and one for who writes."""

    def __init__(self, url: str) -> None:
        self._readers, self._deciders, self._writer = (Pool(url, n) for n in (_READERS, _DECIDERS, 1))
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._is_closed = False

    async def close(self) -> None:
        """Finish what is being written, and disconnect."""
        self._is_closed = True
        if self._writing is not None:
            await asyncio.wait([self._writing])
        for pool in (self._readers, self._deciders, self._writer):
            await pool.close()

    async def read(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of one statement; StorageError if the database refuses."""
        return (await self._read([Statement(sql, values)]))[0]

    async def read_all(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Return the rows of each statement, all of one moment; StorageError if the database refuses."""
        return (await self._read([_ONE_MOMENT, *statements, _COMMIT]))[1:-1]

    async def _read(self, statements: Sequence[Statement]) -> list[list[Row]]:
        with translating():
            return await _tried(partial(_run, self._readers, statements))

    async def write(self, write: Write) -> list[Row]:
        """Write whole or, if it is wrong, not at all; it is safe on disk on return.

        What waits to be written at the same time shares one transaction. StorageError if the database
        refuses.
        """
        if self._is_closed:
            raise closed()
        waiting = Waiting(write)
        self._waiting.append(waiting)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        try:
            return await waiting.outcome or await self._find_written(waiting)
        except StorageError:
            if rows := await self._find_written(waiting):
                return rows
            raise
        finally:
            del waiting  # or an error holds a frame that holds it, with all that has led there

    async def _find_written(self, waiting: Waiting) -> list[Row]:
        """Return rows if a write that seems to have done nothing had done it, and its answer was lost."""
        asked = waiting.write.written
        return (await self._read([asked]))[0] if waiting.is_unsure and asked else []

    async def write_often(self, write: Write) -> int:
        """Write until fewer than MOST_AT_ONCE rows are changed; return how many were."""
        count = changed = len(await self.write(write))
        while changed == MOST_AT_ONCE:
            changed = len(await self.write(write))
            count += changed
        return count

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = next_batch(self._waiting)
            await self._settle_each(batch)

    async def _settle_each(self, batch: list[Waiting]) -> None:
        """Write all of a batch, or if something is wrong with one, the others."""
        try:
            await self._settle(batch)
        except Exception as error:  # noqa: BLE001 - raised where it was asked for
            if len(batch) == 1 or not isinstance(error, OF_ONE):
                _fail(batch, error)
                return
            if isinstance(error, LockNotAvailable):
                batch = await self._settle_free(batch, error)
            for each in batch:
                await self._settle_each([each])

    async def _settle_free(self, batch: list[Waiting], error: LockNotAvailable) -> list[Waiting]:
        """Write what needs no lock that others have, and let the rest wait as long as it can, then fail.

        If nobody has any of the locks by now, what can wait no longer is returned, to be tried alone.
        """
        locks = {lock for each in batch for lock in each.write.locks}
        try:
            found = await _tried(partial(_run, self._writer, [*finding_free(locks)]))
        except Exception as lost:  # noqa: BLE001 - raised where it was asked for
            _fail(batch, lost)
            return []
        taken = locks - {Lock(Locked(kind), key) for rows in found for kind, key in rows}
        free = [each for each in batch if taken and taken.isdisjoint(each.write.locks)]
        if free:
            await self._settle_each(free)
        late, later = impatient([each for each in batch if each not in free])
        self._waiting = [*later, *self._waiting]
        if taken and late:
            _fail(late, error)
            return []
        return late

    async def _settle(self, batch: list[Waiting]) -> None:
        """Write a batch by one transaction, and tell all who wait for it."""
        began, works = time.perf_counter(), joined(batch)
        locks = [*hurrying(batch), *taking(chain.from_iterable(each.write.locks for each in batch))]
        statements = [*locks, *(statement for statement, _ in works)]
        if all(each.write.is_repeatable for each in batch):
            found = (await _tried(partial(_run, self._writer, [_BEGIN, *statements, _COMMIT]), batch))[1:-1]
        else:
            work = partial(_transact, self._writer, statements, lambda found: (found, []))
            found = await _tried(work, batch)
        metrics.note_commit(time.perf_counter() - began, len(batch))
        for (_, tell), rows in zip(works, found[len(locks) :], strict=True):
            tell(rows)

    async def decide(self, locks: Iterable[Lock], reads: Sequence[Statement], decide: Decide[_T]) -> _T:
        """Read under locks, decide, and write what was decided; StorageError if the database refuses."""
        begin = [*taking(locks)]
        statements = [*begin, *reads]
        with translating():
            return await _tried(
                partial(_transact, self._deciders, statements, lambda found: decide(found[len(begin) :]))
            )


def _fail(batch: list[Waiting], error: Exception) -> None:
    raised = translated(error)
    if raised is not error:
        error.__traceback__ = None  # in it are frames that hold who waits, and what is raised there
    for each in batch:
        each.fail(raised)


async def _tried(work: Callable[[], Awaitable[_T]], batch: Iterable[Waiting] = ()) -> _T:
    """Return what comes of work that does nothing if it fails; try again where that may help."""
    deadline = asyncio.get_running_loop().time() + _PATIENCE / 2
    for nap in _NAPS:
        try:
            return await work()
        except (psycopg.Error, TimeoutError) as error:
            for each in batch:
                each.is_unsure |= is_lost(error)
            may_help = isinstance(error, psycopg.Error) and (is_lost(error) or isinstance(error, MOMENTARY))
            if not may_help or asyncio.get_running_loop().time() > deadline:
                raise
        await asyncio.sleep(nap)
    return await work()


async def _run(pool: Pool, statements: Sequence[Statement]) -> list[list[Row]]:
    async with pool.borrow() as connection:
        return await _within(connection, run(connection, statements))


async def _transact(pool: Pool, reads: Sequence[Statement], decide: Decide[_T]) -> _T:
    """Return what was decided, once it is written; if that is not certain, find out."""
    async with pool.borrow() as connection:
        _, (key,), *found = await _within(connection, run(connection, [_BEGIN, _NUMBER, *reads]))
        result, writes = decide(found)
        try:
            await _within(connection, run(connection, [*writes, _COMMIT]))
        except (psycopg.OperationalError, TimeoutError) as error:
            lost = error
        else:
            return result
    if await _was_committed(pool, key):
        return result
    raise lost


async def _was_committed(pool: Pool, key: Row) -> bool:
    """Return what became of a transaction whose connection was lost at its end.

    TimeoutError if that cannot be known, for then it must not be tried again.
    """
    try:
        for nap in _NAPS:
            ((status, is_sure),) = (await _tried(partial(_run, pool, [Statement(_STATUS, key)])))[0]
            if status == "aborted" or (status == "committed" and is_sure):
                return bool(status == "committed")
            await asyncio.sleep(nap)
    except InvalidParameterValue:  # a number of the future: the server has crashed, and forgotten it
        return False
    except psycopg.Error as error:
        raise TimeoutError(str(error)) from error
    raise TimeoutError


async def _within(connection: psycopg.AsyncConnection, work: Coroutine[object, object, _T]) -> _T:
    """Return what comes of the work; if that takes too long, or nobody waits any more, disconnect."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait([task], timeout=_PATIENCE)
    finally:
        if not task.done():
            _cut(connection)
            await asyncio.wait([task])
            task.exception()  # nobody asks any more
    if not done:
        raise TimeoutError
    return task.result()


def _cut(connection: psycopg.AsyncConnection) -> None:
    """End a connection under whoever waits for it, for the server might never answer."""
    with line_of(connection) as line:
        line.shutdown(socket.SHUT_RDWR)
