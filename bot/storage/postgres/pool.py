"""Connections to the server: few, opened when they are needed, and opened anew when they are lost."""

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper

from bot.start_errors import Wrong, WrongSettingError
from bot.storage.database import Row, Statement, log_refusal
from bot.storage.dumps import without_password

APPLICATION = "maxine"
"""What the server calls the connections of the bot."""

_OPTIONS = (
    " -c jit=off -c plan_cache_mode=force_generic_plan"  # ours are short: to plan them takes longer
    " -c lock_timeout=1500 -c statement_timeout=2000"  # ms: less than we wait
    " -c idle_in_transaction_session_timeout=5000"  # a process that hangs holds no locks for long
    " -c synchronous_commit=on"
)
_DEFAULTS: dict[str, str | int | None] = {
    "connect_timeout": 2,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": APPLICATION,
}
_FRESH = 60.0  # seconds for which an idle connection is assumed to be alive


class Pool:
    """At most so many connections at once; a caller that wants one more waits."""

    def __init__(self, url: str, size: int) -> None:
        self._url, self._free = url, asyncio.Semaphore(size)
        self._idle: list[tuple[psycopg.AsyncConnection, float]] = []  # and since when
        self._is_closed = False

    @asynccontextmanager
    async def borrow(self) -> AsyncIterator[psycopg.AsyncConnection]:
        """Have a connection for a block, outside of any transaction; psycopg.Error if there is none.

        One that is not left as it was found is closed, whatever the server was doing for it.
        """
        async with self._free:
            if self._is_closed:
                raise log_refusal("it is closed")
            connection = await self._take_idle()
            try:
                yield connection
            finally:
                await self._put_back(connection)

    async def close(self) -> None:
        """Close all idle connections, and the borrowed ones when they come back."""
        self._is_closed = True
        while self._idle:
            await self._idle.pop()[0].close()

    async def _take_idle(self) -> psycopg.AsyncConnection:
        while self._idle:
            connection, since = self._idle.pop()
            if time.monotonic() < since + _FRESH and _is_quiet(connection):
                return connection
            await connection.close()
        return await connect(self._url)

    async def _put_back(self, connection: psycopg.AsyncConnection) -> None:
        if self._is_closed or connection.info.transaction_status != TransactionStatus.IDLE:
            await connection.close()
        else:
            self._idle.append((connection, time.monotonic()))


async def connect(url: str) -> psycopg.AsyncConnection:
    """Return a new connection, which begins no transaction by itself; psycopg.Error if there is none."""
    without_password(url)  # which refuses what libpq would take for something else, or cannot read
    try:
        asked = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise WrongSettingError(Wrong.SERVER) from None  # what it says may hold a password
    asked["options"] = f"{asked.get('options', '')}{_OPTIONS}"
    info = psycopg.conninfo.make_conninfo("", **{**_DEFAULTS, **asked})
    connection = await psycopg.AsyncConnection.connect(info, autocommit=True, prepare_threshold=0)
    connection.adapters.register_dumper(int, Int8Dumper)  # one type for all: one plan for a statement
    return connection


async def run_statements(
    connection: psycopg.AsyncConnection, statements: Sequence[Statement]
) -> list[list[Row]]:
    """Run statements by one trip to the server; return the rows of each."""
    async with connection.pipeline():
        cursors = [await connection.execute(sql.encode(), values) for sql, values in statements]
    return [await cursor.fetchall() if cursor.description else [] for cursor in cursors]


def _is_quiet(connection: psycopg.AsyncConnection) -> bool:
    """Return whether the server has said nothing since: when it ends a connection it says so."""
    if connection.closed:
        return False
    with line_of(connection) as line:
        try:
            line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return True
    return False


def line_of(connection: psycopg.AsyncConnection) -> socket.socket:
    """Return the line to the server, past the connection, to be closed by itself."""
    return socket.socket(fileno=os.dup(connection.fileno()))
