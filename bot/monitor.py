"""The HTTP server for operators: metrics, liveness and readiness.

`/livez` is answered as long as the event loop runs. `/readyz` is answered by 503, and a sentence for each
hindrance, if there is one: a live process may hear no events, or have no database.
"""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING

from aiohttp import ClientError, ClientSession, ClientTimeout, web
from yarl import URL

from bot import metrics
from bot.delivery.client import Client
from bot.errors import StorageError
from bot.listening import LimitedServer
from bot.start_errors import UnusableMetricsPortError
from bot.words.operations import (
    format_damage,
    format_database_refusal,
    format_deaf,
    format_little_room,
    format_shut,
    format_silence,
    format_unconnected,
)

if TYPE_CHECKING:
    from discord import ShardInfo


LEAST_FREE = 100 * 2**20  # bytes on the disk of the database, at which an operator must act
_PATIENCE = 2.0  # seconds for the database; it reports a lock of another process before that
_DEAF_AFTER = 10.0  # seconds within which a heartbeat should be answered
_ALIVE = "alive\n"
_TICK = 0.25  # seconds between two measurements of the event loop's delay


@asynccontextmanager
async def open_monitor(at: tuple[str, int] | None, client: Client) -> AsyncIterator[tuple[str, int] | None]:
    """Serve metrics at an address for the block, if one is given, and log it.

    Port 0 is any that is free. Without a gateway the bot is ready when its endpoint and its database are.

    Raises:
        UnusableMetricsPortError: another program has the port, or it cannot be listened on.
    """
    if at is None:
        yield None
        return
    monitor = Monitor(client)
    server = LimitedServer(monitor.make_application())
    ticking = asyncio.create_task(_tick())
    try:
        with _translating(*at):
            _, port = await server.open(*at)
        yield at[0], port
    finally:
        ticking.cancel()
        await server.close()


async def is_served(host: str, port: int) -> bool:
    """Return whether a Maxine serves metrics there, False if the port is free.

    Raises:
        UnusableMetricsPortError: another program has the port, or it cannot be listened on.
    """
    if await _is_alive(host, port):
        return True
    with _translating(host, port):
        (await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port)).close()
    return False


async def _is_alive(host: str, port: int) -> bool:
    url, patience = URL.build(scheme="http", host=host, port=port, path="/livez"), ClientTimeout(_PATIENCE)
    with suppress(ClientError, OSError, ValueError):
        async with ClientSession(timeout=patience) as session, session.get(url) as answer:
            return await answer.text() == _ALIVE
    return False


@contextmanager
def _translating(host: str, port: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        is_taken = error.errno == errno.EADDRINUSE
        raise UnusableMetricsPortError(host, port, error.strerror or str(error), is_taken=is_taken) from error


async def _tick() -> None:
    """Measure the event loop's delay again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _TICK
        await asyncio.sleep(_TICK)
        metrics.observe_lag(max(0.0, loop.time() - due))


class Monitor:
    """The responses of the HTTP server for operators."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def make_application(self) -> web.Application:
        """Return the application with its three pages."""
        application = web.Application()
        for path, handler in (
            ("/metrics", self._metrics),
            ("/livez", _live),
            ("/readyz", self._report_readiness),
        ):
            application.router.add_get(path, handler)
        return application

    async def _metrics(self, _: web.Request) -> web.Response:
        text = metrics.format_metrics(
            matches_running=await self._count_running(),
            searches_waiting=self._client.context.analysts.count_waiting(),
            free_bytes=await self._client.context.storage.database.count_free_bytes(),
            gateway={id_: _latency(shard) for id_, shard in self._client.shards.items()},
        )
        return web.Response(body=text, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})

    async def _count_running(self) -> int | None:
        with suppress(StorageError, TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                return await self._client.context.storage.matches.count_running()
        return None

    async def _report_readiness(self, _: web.Request) -> web.Response:
        hindrances = [*self._deafness(), *await self._refusals(), *self._damage()]
        if hindrances:
            return web.Response(text="\n".join((*hindrances, "")), status=503)
        return web.Response(text="ready\n")

    def _deafness(self) -> Iterator[str]:
        """Yield why the bot does not hear interactions."""
        client, shards = self._client, self._client.shards
        if not client.has_gateway:
            if not client.is_ready():
                yield format_shut()
            return
        for id_ in client.shard_ids or range(client.shard_count or 1):
            if id_ not in shards or shards[id_].is_closed():
                yield format_unconnected(id_)
            elif (silence := _silence(shards[id_])) is not None:
                yield format_deaf(id_, silence)

    def _damage(self) -> Iterator[str]:
        """Yield that the database is damaged, if a check beside play has found that."""
        damage = self._client.context.storage.database.find_damage()
        if damage is not None:
            yield format_damage(damage)

    async def _refusals(self) -> list[str]:
        """Return why the database refuses writes, found by a write without effect."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._client.context.storage.invitations.expire(since=0.0)
        except TimeoutError:
            return [format_silence(_PATIENCE)]
        except StorageError as error:
            return [format_database_refusal(error.refusal)]
        free = await self._client.context.storage.database.count_free_bytes()
        return [] if free is None or free >= LEAST_FREE else [format_little_room(free)]


async def _live(_: web.Request) -> web.Response:
    return web.Response(text=_ALIVE)


def _latency(shard: ShardInfo) -> float | None:
    return None if shard.is_closed() else shard.latency


def _silence(shard: ShardInfo) -> float | None:
    """Return the seconds for which a shard has got nothing, not even an answer to a heartbeat; else None.

    discord.py reconnects it after a minute or two, and gives no sign before.
    """
    heart = shard._parent.ws._keep_alive  # noqa: SLF001 - a test fails if it is no longer there
    if heart is None or heart.interval is None:
        return None
    silence = time.perf_counter() - heart._last_recv  # noqa: SLF001 - the same
    return silence if silence > heart.interval + _DEAF_AFTER else None
