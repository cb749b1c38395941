"""Connections that say nothing, or too slowly, keep no other sender out."""

import asyncio
import logging
import signal
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot import listening
from bot.listening import LimitedServer
from tests.bot.stage import CALLBACK, Stage
from tests.bot.test_endpoint import serving
from tests.bot.test_main import ended
from tests.bot.test_monitor import READY, free_port
from tests.bot.watched import get
from tests.patience import LONG

MOST = 4  # connections
FEW_DESCRIPTORS = ("sh", "-c", 'ulimit -n 200; exec "$@"', "sh")
REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """The port of a server that few connections may use at a time."""
    monkeypatch.setattr(listening, "_MOST", MOST)
    application = web.Application()
    application.router.add_post("/", _read)
    application.router.add_get("/much", _send_much)
    server = LimitedServer(application)
    yield (await server.open("127.0.0.1", 0))[1]
    await server.close()


async def _read(request: web.Request) -> web.Response:
    return web.Response(text=f"{len(await request.read())} bytes")


async def _send_much(_: web.Request) -> web.Response:
    return web.Response(body=bytes(1 << 20))


class Clients:
    """Connections of strangers."""

    def __init__(self) -> None:
        self.writers: list[StreamWriter] = []

    async def connect(self, port: int, said: bytes = b"") -> tuple[StreamReader, StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        self.writers.append(writer)
        writer.write(said)
        return reader, writer


@pytest.fixture
async def clients() -> AsyncIterator[Clients]:
    clients = Clients()
    yield clients
    for writer in clients.writers:
        writer.transport.abort()
    await asyncio.sleep(0.1)


async def seconds_until_closed(reader: StreamReader) -> float:
    loop = asyncio.get_running_loop()
    since = loop.time()
    with suppress(ConnectionResetError):
        await reader.read()
    return loop.time() - since


def is_closed(reader: StreamReader) -> bool:
    return reader.at_eof() or reader.exception() is not None


@pytest.mark.parametrize("said", [b"", REQUEST])
async def test_connection_without_whole_headers_is_closed(clients: Clients, port: int, said: bytes) -> None:
    reader, _ = await clients.connect(port, said)
    assert await seconds_until_closed(reader) == pytest.approx(5, abs=0.1)


async def test_trickle_of_headers_is_closed(clients: Clients, port: int) -> None:
    reader, writer = await clients.connect(port, REQUEST)
    closing = asyncio.create_task(seconds_until_closed(reader))
    while not closing.done():
        writer.write(b"X: 1\r\n")
        await asyncio.sleep(0.5)
    assert await closing == pytest.approx(5, abs=0.6)


async def test_idle_connection_is_closed(clients: Clients, port: int) -> None:
    reader, writer = await clients.connect(port, REQUEST + b"\r\n")
    assert (await reader.readuntil(b"Allowed")).startswith(b"HTTP/1.1 405")
    assert await seconds_until_closed(reader) == pytest.approx(15, abs=0.1)
    writer.close()


async def test_later_headers_must_be_in_time(clients: Clients, port: int) -> None:
    reader, writer = await clients.connect(port, REQUEST + b"\r\n")
    await reader.readuntil(b"Allowed")
    await asyncio.sleep(2)
    writer.write(REQUEST)
    assert await seconds_until_closed(reader) == pytest.approx(5, abs=0.1)


async def test_connection_that_waits_longest_is_dropped(clients: Clients, port: int) -> None:
    waiting = [await clients.connect(port) for _ in range(MOST)]
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"http://127.0.0.1:{port}/", data="12") as got,
    ):
        assert await got.text() == "2 bytes"
        assert await seconds_until_closed(waiting[0][0]) < 1
        assert not any(is_closed(reader) for reader, _ in waiting[1:])


async def test_connection_that_reads_nothing_is_dropped(clients: Clients, port: int) -> None:
    reader, writer = await clients.connect(port)
    writer.write(b"GET /much HTTP/1.1\r\nHost: here\r\n\r\n" * 9)
    writer.transport.pause_reading()  # type: ignore[attr-defined] # it is one that reads
    await asyncio.sleep(60)  # it is idle, but what it was sent is kept for it
    for _ in range(MOST):
        await clients.connect(port)
    writer.transport.resume_reading()  # type: ignore[attr-defined] # likewise
    assert len(await reader.read()) < 9 << 20


async def test_no_request_is_no_line_of_the_log(
    clients: Clients, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    for said in (b"\x16\x03\x01", REQUEST + b"no header\r\n\r\n", b"GET / HTTP/9.9.9\r\n\r\n"):
        reader, _ = await clients.connect(port, said)
        await seconds_until_closed(reader)
    _, writer = await clients.connect(port, b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n1")
    await asyncio.sleep(1)
    writer.close()
    await asyncio.sleep(1)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.ci
async def test_idle_connections_keep_no_signed_request_out(clients: Clients, tmp_path: Path) -> None:
    port = free_port()
    async with serving(tmp_path, *FEW_DESCRIPTORS, METRICS_PORT=str(port)) as (playground, process, url):
        for target in (port, int(url.rpartition(":")[2].partition("/")[0])):
            held = [await clients.connect(target) for _ in range(300)]
            assert await get(port, "/livez") == (200, "alive\n")
            assert await get(port, "/readyz") == READY
            answer = await playground.command(playground.people[0], playground.channels[0], "help")
            assert not answer.failed
            async with asyncio.timeout(LONG):
                while sum(is_closed(reader) for reader, _ in held) < 270:  # noqa: ASYNC110 - nobody announces it
                    await asyncio.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        stopped = await ended(process)
    assert stopped.status == 0
    assert len(stopped.err) < 10_000
    assert "descriptor" not in stopped.err + stopped.out


async def test_many_suggestions_share_connections(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    server = stage.playground._runner.server
    assert server is not None
    stage.playground.delay_next("POST", CALLBACK, 0.2, 300)
    asking = (stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "") for _ in range(300))
    suggested = await asyncio.gather(*asking)
    assert all(suggested)
    assert len(server.connections) <= 110


def test_limit_is_below_that_of_descriptors() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert listening.limit_connections() == 32
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


TOMORROWS = 99  # a type of interactions that Discord does not have
UNKNOWN = "I cannot answer this kind of request yet. `/help` shows all that I can do."


async def test_interaction_of_tomorrow_gets_a_sentence(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    deliver = stage.playground.interactions.dispatch
    monkeypatch.setattr(
        stage.playground.interactions, "dispatch", lambda told: deliver({**told, "type": TOMORROWS})
    )
    answer = await stage.command(stage.ada, "help")
    assert (answer.ephemeral, answer.text) == (True, UNKNOWN)
