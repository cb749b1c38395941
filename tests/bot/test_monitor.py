"""Whoever watches her is told that she lives, whether she is ready, and if not why."""

import asyncio
import json
import logging
import re
import signal
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime, timedelta
from math import isnan
from pathlib import Path

import aiohttp
import pytest

from bot import monitor
from bot.cli.event_loop import JsonFormatter
from bot.monitor import open_monitor
from bot.playground import gateway
from bot.start_errors import UnusableMetricsPortError
from bot.storage.sqlite import damage
from bot.storage.sqlite.database import SqliteDatabase
from bot.words.operations import format_failure
from tests.bot.drafts import prepared
from tests.bot.test_main import MAXINE, REDIRECTED, address, ended, page, started
from tests.bot.test_sqlite_trouble import overwrite_page
from tests.bot.watched import Page, Watched, get, read_samples, watched
from tests.patience import LONG
from tests.trouble import Playground

READY = Page(200, "ready\n")
UNCONNECTED = Page(503, "Shard 0 is not connected to Discord.\n")


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Watched]:
    async with watched(tmp_path / "maxine.db", monkeypatch, Watched) as stage:
        yield stage


async def until(port: int, path: str) -> Page:
    """Wait until a page is there, and all is well with it."""
    async with asyncio.timeout(LONG):
        while True:
            with suppress(aiohttp.ClientConnectorError):
                page = await get(port, path)
                if page.status == 200:
                    return page
            await asyncio.sleep(0.02)


async def test_playable_bot_is_ready(stage: Watched) -> None:
    assert await stage.ready() == READY
    assert await get(stage.port, "/livez") == Page(200, "alive\n")


async def test_locked_database_is_not_ready(stage: Watched) -> None:
    with stage.database.locked():
        status, text = await stage.ready()
        assert (await get(stage.port, "/livez")).status == 200
    assert status == 503
    said = "The database is busy: another process keeps it locked, or has taken its last connection."
    assert text == f"{said}\n"
    assert await stage.ready() == READY


async def test_missing_database_is_not_ready(stage: Watched) -> None:
    stage.path.unlink()
    status, text = await stage.ready()
    assert status == 503
    assert text == "The file of the database was taken away or replaced while it was open.\n"


async def test_nearly_full_disk_is_not_ready(stage: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    free = read_samples((await get(stage.port, "/metrics")).text)["maxine_database_free_bytes", frozenset()]
    monkeypatch.setattr(monitor, "LEAST_FREE", 1 << 60)
    status, text = await stage.ready()
    if stage.database.url.startswith("sqlite"):
        assert 0 < free < 1 << 60
        assert status == 503
        assert re.fullmatch(r"Only \d+ MB are free on the disk of the database: make room .*\n", text)
    else:
        assert isnan(free)
        assert status == 200


async def test_damaged_database_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if Watched.kind != "sqlite":
        pytest.skip("a server checks its pages itself")
    path = prepared(tmp_path / "maxine.db")
    overwrite_page(path, "findings")
    monkeypatch.setattr(damage, "_LARGE", 0)
    async with watched(path, monkeypatch, Watched) as stage:
        assert isinstance(stage.storage.database, SqliteDatabase)
        assert stage.storage.database.checking is not None
        stage.storage.database.checking.thread.join()
        status, text = await stage.ready()
        assert status == 503
        assert re.fullmatch(r"The database is damaged: .+\. Stop the bot and restore .+ how\.\n", text)


@pytest.mark.real_time("a thread hangs")
async def test_hanging_database_is_not_ready(stage: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor, "_PATIENCE", 0.2)
    hanging = threading.Event()
    blocking = asyncio.create_task(stage.connection.read(lambda _: hanging.wait(20)))
    await asyncio.sleep(0)
    assert await stage.ready() == Page(503, "The database has not answered within 0 s.\n")
    hanging.set()
    await blocking


@pytest.mark.gateway("there is no connection to be cut")
async def test_disconnected_bot_is_not_ready(stage: Watched) -> None:
    await stage.playground.drop_gateway()
    await stage.until(stage.playground._gateway.ready.is_set)
    assert await until(stage.port, "/readyz") == READY
    await stage.bot.shards[0].disconnect()
    assert await stage.ready() == UNCONNECTED


@pytest.mark.real_time("discord.py sends heartbeats from a thread")
@pytest.mark.gateway("there is no connection that could be deaf")
async def test_deaf_bot_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "HEARTBEAT_INTERVAL", 100)
    monkeypatch.setattr(monitor, "_DEAF_AFTER", 0.3)
    async with watched(tmp_path / "maxine.db", monkeypatch, Watched) as stage:
        await asyncio.sleep(0.6)
        assert await until(stage.port, "/readyz") == READY
        monkeypatch.setattr(gateway, "TRAVEL_SECONDS", 3600)
        async with asyncio.timeout(LONG):
            while (page := await stage.ready()) == READY:  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.02)
        status, text = page
        assert status == 503
        assert re.fullmatch(r"Shard 0 is connected to Discord, but has heard nothing for \d s, .*\n", text)
        assert (await get(stage.port, "/livez")).status == 200


# The program


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


@pytest.mark.ci
async def test_program_is_watched_from_the_start(tmp_path: Path) -> None:
    port = free_port()
    settings = {"METRICS_PORT": str(port), "LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"}
    async with Playground() as playground:
        playground.delay_next("GET", "/gateway/bot$", 1)
        command = (*REDIRECTED, playground.url, "run")
        async with started(tmp_path, *command, DISCORD_TOKEN=playground.token, **settings) as process:
            await until(port, "/livez")
            early = await get(port, "/readyz")
            await until(port, "/readyz")
            await playground.command(playground.people[0], playground.channels[0], "help")
            text = (await get(port, "/metrics")).text
            process.send_signal(signal.SIGTERM)
            stopped = await ended(process)
    assert early == UNCONNECTED
    helped = {"kind": "command", "name": "help", "outcome": "ok"}
    assert read_samples(text)["maxine_interactions_total", frozenset(helped.items())] == 1
    assert stopped.status == 0
    lines = [json.loads(line) for line in stopped.err.splitlines()]
    assert all({*line} - {"exception"} == {"time", "level", "logger", "message"} for line in lines)
    assert any(line["message"].startswith("/help user=") for line in lines)
    assert playground.token not in stopped.err


@pytest.mark.ci
async def test_playground_is_watched_after_a_restart(tmp_path: Path) -> None:
    port = free_port()
    command = (*MAXINE, "playground", "--port", "0")
    async with started(tmp_path, *command, METRICS_PORT=str(port), LOG_FORMAT="json") as process:
        async with page(await address(process)) as (live, _):
            assert await until(port, "/readyz") == READY
            await live.send_json({"op": "restart"})
            async with asyncio.timeout(LONG):
                while (await live.receive_json())["t"] != "bot":
                    pass
            assert await until(port, "/readyz") == READY
        process.send_signal(signal.SIGTERM)
        assert (await ended(process)).status == 0


async def test_impossible_address_is_a_sentence(stage: Watched) -> None:
    with pytest.raises(UnusableMetricsPortError) as refused:
        async with open_monitor(("203.0.113.1", 1), stage.bot):
            pass
    sentence = format_failure(refused.value)
    assert sentence.startswith("The metrics cannot be served at 203.0.113.1, port 1: ")
    assert sentence.endswith(". Check METRICS_HOST and METRICS_PORT.")


def test_line_of_json_holds_the_exception(caplog: pytest.LogCaptureFixture) -> None:
    try:
        int("so\nwrong")
    except ValueError:
        logging.getLogger("somewhere").exception("It is %s", "“so”")
    line = json.loads(JsonFormatter().format(caplog.records[0]))
    assert datetime.fromisoformat(line.pop("time")).utcoffset() == timedelta(0)
    assert line.pop("exception").endswith(r"literal for int() with base 10: 'so\nwrong'")
    assert line == {"level": "ERROR", "logger": "somewhere", "message": "It is “so”"}
