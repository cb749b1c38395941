"""All that is asked of the server: what simultaneous writers write is committed together.

A read is one trip to the server, as is a write; one in which Python decides in the middle is two.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Coroutine
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import psycopg

from bot.storage.postgres.batches import Waiting, Write, joined, next_batch
from bot.storage.postgres.dialect import Row, Statement
from bot.storage.postgres.errors import MOMENTARY, OUR_FAULTS, closed, is_lost, translated
from bot.storage.postgres.locks import Lock, taking
from bot.storage.postgres.pool import Pool, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_T = TypeVar("_T")
Decide: TypeAlias = Callable[[list[list[Row]]], "tuple[_T, Sequence[Statement]]"]
"""Returns, of the rows that were read, what comes of it, and what is written."""

_READERS, _DECIDERS = 4, 2  # connections
_TRIES = 5
_PATIENCE = 2.5  # seconds: an interaction must be answered within three
_BEGIN, _COMMIT = Statement("BEGIN"), Statement("COMMIT")
_ONE_MOMENT = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


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
        return (await self._tried(self._readers, [Statement(sql, values)]))[0]

    async def read_all(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Return the rows of each statement, all of one moment; StorageError if the database refuses."""
        return (await self._tried(self._readers, [_ONE_MOMENT, *statements, _COMMIT]))[1:-1]

    async def _tried(self, pool: Pool, statements: Sequence[Statement]) -> list[list[Row]]:
        """Run statements that only read, once more if the connection is lost."""
        try:
            try:
                return await _run(pool, statements)
            except psycopg.Error as error:
                if not is_lost(error):
                    raise
            return await _run(pool, statements)
        except Exception as error:
            raise translated(error) from error

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
        return await waiting.outcome

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = next_batch(self._waiting)
            try:
                await self._settle(batch)
            except OUR_FAULTS:
                for each in batch:
                    await self._settle_apart(each)
            except Exception as error:  # noqa: BLE001 - raised where it was asked for
                _fail(batch, error)

    async def _settle_apart(self, waiting: Waiting) -> None:
        try:
            await self._settle([waiting])
        except Exception as error:  # noqa: BLE001 - raised where it was asked for
            _fail([waiting], error)

    async def _settle(self, batch: list[Waiting]) -> None:
        """Write a batch by one transaction, and tell all who wait for it."""
        works = joined(batch)
        locks = [*taking(chain.from_iterable(each.write.locks for each in batch))]
        statements = [_BEGIN, *locks, *(statement for statement, _ in works), _COMMIT]
        found = await _run_patiently(self._writer, statements)
        for (_, tell), rows in zip(works, found[1 + len(locks) : -1], strict=True):
            tell(rows)

    async def decide(self, locks: Iterable[Lock], reads: Sequence[Statement], decide: Decide[_T]) -> _T:
        """Read under locks, decide, and write what was decided; StorageError if the database refuses."""
        begin = [_BEGIN, *taking(locks)]

        async def work(connection: psycopg.AsyncConnection) -> _T:
            found = await run(connection, [*begin, *reads])
            result, writes = decide(found[len(begin) :])
            await run(connection, [*writes, _COMMIT])
            return result

        try:
            async with self._deciders.borrow() as connection:
                return await _within(connection, work(connection))
        except Exception as error:
            raise translated(error) from error


def _fail(batch: list[Waiting], error: Exception) -> None:
    raised = translated(error)
    for each in batch:
        each.fail(raised)


async def _run_patiently(pool: Pool, statements: Sequence[Statement]) -> list[list[Row]]:
    for _ in range(_TRIES - 1):
        try:
            return await _run(pool, statements)
        except MOMENTARY:
            pass
    return await _run(pool, statements)


async def _run(pool: Pool, statements: Sequence[Statement]) -> list[list[Row]]:
    async with pool.borrow() as connection:
        return await _within(connection, run(connection, statements))


async def _within(connection: psycopg.AsyncConnection, work: Coroutine[object, object, _T]) -> _T:
    """Return what comes of the work; if that takes too long, or nobody waits any more, disconnect."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task], timeout=_PATIENCE)
    finally:
        if not task.done():
            _cut(connection)
            await asyncio.wait([task])
    return task.result()


def _cut(connection: psycopg.AsyncConnection) -> None:
    """End a connection under whoever waits for it, for the server might never answer."""
    with socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
