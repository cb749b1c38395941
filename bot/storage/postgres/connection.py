"""All that is asked of the server: a read is one trip to it, a write two.

Should the connection be lost at the second, the server tells afterwards whether it was committed.
"""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

import psycopg
from psycopg.errors import InvalidParameterValue

from bot import metrics
from bot.storage.database import Database, Decide, Lock, Row, Statement, log_refusal
from bot.storage.postgres import transfer
from bot.storage.postgres.batches import Change, join_batch, next_batch
from bot.storage.postgres.dialect import placing
from bot.storage.postgres.errors import MOMENTARY, is_disconnected, is_of_all, translate_error, translating
from bot.storage.postgres.pool import Pool, line_of, run_statements
from bot.storage.transfer import Whole

_T = TypeVar("_T")

_READERS, _LONERS = 4, 4  # connections
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


class PostgresDatabase(Database):
    """Some connections to one database, which other processes may use: for those who read, and who write."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._readers, self._loners, self._writer = (Pool(url, n) for n in (_READERS, _LONERS, 1))
        self._waiting = list[Change]()
        self._writing: asyncio.Task[None] | None = None
        self._alone = set[asyncio.Task[None]]()
        self._is_closed = False

    async def close(self) -> None:
        """Finish what is being written, and disconnect."""
        self._is_closed = True
        if self._writing is not None:
            await asyncio.wait([self._writing])
        while self._alone:
            await asyncio.wait(self._alone)
        for pool in (self._readers, self._loners, self._writer):
            await pool.close()

    async def rewrite(self, work: Callable[[Whole], _T]) -> _T:
        """Run a long work in a thread, in one transaction in which no match and no puzzle is rated."""
        return await asyncio.to_thread(transfer.rewrite, self._url, work)

    async def trim(self) -> None:
        """Leave it to the server, which does it by itself."""

    async def read(self, *asked: Statement) -> list[list[Row]]:
        """Return the rows of each statement, all of one moment."""
        statements = [*map(placing, asked)]
        with translating():
            if len(statements) == 1:
                return await _tried(partial(_run_in_pool, self._readers, statements))
            statements = [_ONE_MOMENT, *statements, _COMMIT]
            return (await _tried(partial(_run_in_pool, self._readers, statements)))[1:-1]

    async def read_named(self, asked: Statement) -> list[dict[str, Any]]:
        """Return the rows of a statement by the names of their columns."""
        sql = f"SELECT row_to_json(kept) FROM ({asked.sql}) AS kept"
        return [named for (named,) in (await self.read(Statement(sql, asked.values)))[0]]

    async def decide(self, locks: Iterable[Lock], asked: Sequence[Statement], decide: Decide[_T]) -> _T:
        """Take locks, run statements, decide by their rows what else is written, and commit all of it.

        What waits to be written at the same time shares one transaction, if it needs no lock twice.
        """
        if self._is_closed:
            raise log_refusal("it is closed")
        change = Change(frozenset(locks), asked, decide)
        self._waiting.append(change)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        try:
            return cast("_T", await change.outcome)
        finally:
            del change  # or an error holds a frame that holds it, with all that has led there

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = next_batch(self._waiting)
            await self._settle_batch(self._writer, batch)

    async def _settle_batch(self, pool: Pool, batch: list[Change]) -> None:
        """Make the changes of a batch; if something is wrong with one, each goes alone."""
        began = time.perf_counter()
        try:
            results = await _tried(partial(_transact, pool, batch))
        except Exception as error:  # noqa: BLE001 - raised where it was asked for
            if len(batch) == 1 or is_of_all(error):
                _fail_batch(batch, error)
            else:
                self._go_alone(batch)
            return
        metrics.observe_commit(time.perf_counter() - began, len(batch))
        for each, result in zip(batch, results, strict=True):
            each.settle(result)

    def _go_alone(self, batch: list[Change]) -> None:
        for each in batch:
            task = asyncio.create_task(self._settle_batch(self._loners, [each]))
            self._alone.add(task)
            task.add_done_callback(self._alone.discard)


def _fail_batch(batch: list[Change], error: Exception) -> None:
    raised = translate_error(error)
    if raised is not error:
        error.__traceback__ = None  # in it are frames that hold who waits, and what is raised there
    for each in batch:
        each.fail(raised)


async def _tried(work: Callable[[], Awaitable[_T]]) -> _T:
    """Return what comes of work that does nothing if it fails; try again where that may help."""
    deadline = asyncio.get_running_loop().time() + _PATIENCE / 2
    for nap in _NAPS:
        try:
            return await work()
        except (psycopg.Error, TimeoutError) as error:
            may_help = isinstance(error, psycopg.Error) and (
                is_disconnected(error) or isinstance(error, MOMENTARY)
            )
            if not may_help or asyncio.get_running_loop().time() > deadline:
                raise
        await asyncio.sleep(nap)
    return await work()


async def _run_in_pool(pool: Pool, statements: Sequence[Statement]) -> list[list[Row]]:
    async with pool.borrow() as connection:
        return await _await_or_cut(connection, run_statements(connection, statements))


async def _transact(pool: Pool, batch: Sequence[Change]) -> list[Any]:
    """Return what was decided, once it is written; if that is not certain, find out."""
    async with pool.borrow() as connection:
        asked, decide = join_batch(batch)  # now, as it depends on how long they have waited
        _, (key,), *found = await _await_or_cut(
            connection, run_statements(connection, [_BEGIN, _NUMBER, *asked])
        )
        result, writes = decide(found)
        try:
            await _await_or_cut(connection, run_statements(connection, [*writes, _COMMIT]))
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
            ((status, is_sure),) = (await _tried(partial(_run_in_pool, pool, [Statement(_STATUS, key)])))[0]
            if status == "aborted" or (status == "committed" and is_sure):
                return bool(status == "committed")
            await asyncio.sleep(nap)
    except InvalidParameterValue:  # a number of the future: the server has crashed, and forgotten it
        return False
    except psycopg.Error as error:
        raise TimeoutError(str(error)) from error
    raise TimeoutError


async def _await_or_cut(connection: psycopg.AsyncConnection, work: Coroutine[object, object, _T]) -> _T:
    """Return what comes of the work; if that takes too long, or the caller is cancelled, disconnect."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait([task], timeout=_PATIENCE)
    finally:
        if not task.done():
            with line_of(connection) as line:  # the server might never answer
                line.shutdown(socket.SHUT_RDWR)
            await asyncio.wait([task])
            task.exception()  # or asyncio logs that it was never retrieved
    if not done:
        raise TimeoutError
    return task.result()
