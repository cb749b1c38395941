"""The program as whoever starts it meets it: real processes, their output, status and signals."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import __version__
from tests.bot.programs import SETTINGS, Ended, Maxine
from tests.patience import LONG
from tests.postgres import postgres_database
from tests.trouble import Playground

ROOT = Path(__file__).parents[2]
MAXINE = (sys.executable, "-m", "bot")
REDIRECTED = (  # the program, with what stands on this machine for Discord
    sys.executable,
    "-c",
    """import sys; from bot.playground import redirect; redirect(sys.argv.pop(1))
from bot.__main__ import main; sys.exit(main())""",
)
NOWHERE = "http://127.0.0.1:1"


def _environment(settings: dict[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return {**inherited, "PYTHONPATH": str(ROOT), **settings}


@asynccontextmanager
async def started(directory: Path, *command: str, **settings: str) -> AsyncIterator[Process]:
    """Run a program in a directory; it does not outlive the block."""
    process = await asyncio.create_subprocess_exec(
        *command, cwd=directory, env=_environment(settings), stdout=-1, stderr=-1, process_group=0
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


async def ended(process: Process) -> Ended:
    out, err = await asyncio.wait_for(process.communicate(), LONG)
    return Ended(process.returncode, out.decode(), err.decode())


async def run(directory: Path, *command: str, **settings: str) -> Ended:
    async with started(directory, *command, **settings) as process:
        return await ended(process)


async def announced(process: Process) -> str:
    """Return the first line that is printed."""
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), LONG)).decode()


async def address(process: Process) -> str:
    """Return the address of the page, or of the endpoint, once it was printed."""
    line = await announced(process)
    found = re.search(r"http://127\.0\.0\.1:\d+\S*", line)
    assert found, line
    return found[0]


# The command line


def test_no_command_is_the_help(maxine: Maxine) -> None:
    bare, asked = maxine(), maxine("--help")
    assert bare == asked
    assert asked.status == 0
    assert asked.err == ""
    assert all(word in asked.out for word in ("maxine", "run", "playground", "--version"))


@pytest.mark.ci
async def test_closed_reader_is_no_failure(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = await asyncio.create_subprocess_exec(
        *MAXINE, "doctor", cwd=tmp_path, env=_environment({}), stdout=writing, stderr=-1
    )
    os.close(writing)
    _, err = await asyncio.wait_for(process.communicate(), LONG)
    assert (process.returncode, err) == (1, b"")


def test_version_is_that_of_the_package(maxine: Maxine) -> None:
    assert maxine("--version") == Ended(0, f"maxine {__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [["sing"], ["run", "--fast"], ["playground", "--port", "http"], ["playground", "--port", "65536"]],
)
def test_bad_argument_is_refused(tmp_path: Path, maxine: Maxine, arguments: list[str]) -> None:
    refused = maxine(*arguments)
    assert (refused.status, refused.out) == (2, "")
    assert re.match(r"maxine( \w+)?: error: ", refused.sentence)
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    ("command", "settings", "sentence"),
    [
        ("run", {}, "maxine: DISCORD_TOKEN is not set. "),
        ("run", {"DISCORD_TOKEN": "two words"}, "maxine: DISCORD_TOKEN has characters in it "),
        ("run", {"DISCORD_TOKEN": "t", "LOG_LEVEL": "loud"}, "maxine: LOG_LEVEL must be "),
        ("playground", {"DATABASE_URL": "mysql://"}, "maxine: DATABASE_URL must look like "),
    ],
)
def test_bad_setting_is_refused(
    tmp_path: Path, maxine: Maxine, command: str, settings: dict[str, str], sentence: str
) -> None:
    refused = maxine(command, **settings)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(sentence)
    assert refused.err.count("\n") == 1
    assert files(tmp_path) == []


# What may be wrong at the start


@pytest.mark.parametrize(
    ("command", "url", "words"),
    [
        (["run"], "sqlite:///letter.db", "The database letter.db cannot be used: "),
        (["playground", "--port=0"], "sqlite:///folder", "The database folder cannot be opened: "),
        (
            ["playground", "--port=0"],
            "sqlite:///missing/maxine.db",
            "The database missing/maxine.db cannot be opened: ",
        ),
    ],
)
def test_unusable_file_ends_the_program(
    tmp_path: Path, maxine: Maxine, command: list[str], url: str, words: str
) -> None:
    (tmp_path / "letter.db").write_text("Dear database, " * 1000)
    (tmp_path / "folder").mkdir()
    refused = maxine(*command, DISCORD_TOKEN="t", DATABASE_URL=url)  # noqa: S106 - it is not one
    assert (refused.status, refused.out) == (1, "")
    assert refused.sentence.startswith(f"maxine: {words}")


TAKEN = (
    "maxine: Another Maxine has the database {} already. Stop that one first, or name another file in"
    " DATABASE_URL."
)


@pytest.mark.ci
async def test_second_maxine_for_a_database_ends(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to("maxine.db")
    command, url = (*MAXINE, "playground", "--port", "0"), "sqlite:///link.db"
    async with _connected(tmp_path) as (playground, process):
        refused = await run(tmp_path, *command, DATABASE_URL=url)
        assert (refused.status, refused.out, refused.sentence) == (1, "", TAKEN.format("link.db"))
        place = playground.people[0], playground.channels[0]
        assert not (await playground.command(*place, "challenge", first="me")).ephemeral
        assert (await _stopped(process, signal.SIGTERM)).status == 0
    async with started(tmp_path, *command, DATABASE_URL=url) as next_:
        await address(next_)


@pytest.mark.ci
async def test_restart_after_a_kill(tmp_path: Path) -> None:
    async with _connected(tmp_path) as (playground, process):
        place, options = (playground.people[0], playground.channels[0]), {"first": "opponent"}
        await playground.command(
            *place, "challenge", game="oware", level="perfect", **options
        )  # a worker thinks
        process.kill()
        await process.wait()
        url = "sqlite:///maxine.db"
        async with started(tmp_path, *MAXINE, "playground", "--port", "0", DATABASE_URL=url) as next_:
            line = await announced(next_)
    assert line.endswith(" (Ctrl-C stops it). DATABASE_URL names the database: maxine.db.\n")


@pytest.mark.ci
async def test_playground_says_which_server_the_environment_has_it_play_on(tmp_path: Path) -> None:
    with postgres_database() as url:
        secret = url.replace("maxine@", "maxine:secret@")
        async with started(tmp_path, *MAXINE, "playground", "--port", "0", DATABASE_URL=secret) as process:
            line = await announced(process)
    assert line.endswith(f" (Ctrl-C stops it). DATABASE_URL names the database: {url}.\n")


def test_port_in_use_ends_the_program(maxine: Maxine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        refused = maxine("playground", "--port", str(port))
    assert (refused.status, refused.out) == (1, "")
    assert refused.sentence.startswith(f"maxine: Port {port} is taken.")


def test_unreadable_chat_ends_the_program(tmp_path: Path, maxine: Maxine) -> None:
    (tmp_path / "playground-chat.json").write_text("Dear chat")
    refused = maxine("playground", "--port", "0")
    assert (refused.status, refused.out) == (1, "")
    assert refused.sentence.startswith("maxine: The chat in ")
    assert (tmp_path / "playground-chat.json").read_text() == "Dear chat"


async def _stopped(process: Process, number: int) -> Ended:
    """Stop the program by a signal; it has the five seconds it is promised to take."""
    process.send_signal(number)
    return await ended(process)


@asynccontextmanager
async def _connected(tmp_path: Path) -> AsyncIterator[tuple[Playground, Process]]:
    """Run the bot until the block ends, from when it is ready in a playground."""
    async with Playground() as playground:
        command = (*REDIRECTED, playground.url, "run")
        async with started(tmp_path, *command, DISCORD_TOKEN=playground.token) as process:
            await playground.bot_ready(LONG)
            yield playground, process


# The playground


@asynccontextmanager
async def page(url: str) -> AsyncIterator[tuple[aiohttp.ClientWebSocketResponse, dict[str, Any]]]:
    """Open what the page opens: its live socket, and the snapshot that comes first."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/live", origin=url) as live:
        await live.send_json({"op": "hello"})
        yield live, await live.receive_json(timeout=LONG)


def challenge_in(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return what the page sends when the first person challenges her in the first channel."""
    user, channel = snapshot["people"][0]["id"], snapshot["channels"][0]["id"]
    return {
        "op": "command",
        "user": user,
        "channel": channel,
        "name": "challenge",
        "options": {"first": "me"},
    }


async def following(live: aiohttp.ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """Return the next frame of a kind."""
    while True:
        frame: dict[str, Any] = await live.receive_json(timeout=LONG)
        if frame["t"] == kind:
            return frame


@pytest.mark.ci
async def test_playground_keeps_its_chat(tmp_path: Path) -> None:
    async with started(tmp_path, *MAXINE, "playground", "--port", "0") as process:
        async with page(await address(process)) as (live, snapshot):
            challenge = challenge_in(snapshot)
            await live.send_json({**challenge, "nonce": 1})
            board = (await following(live, "message_create"))["message"]
        assert (await _stopped(process, signal.SIGTERM)).status == 0
    async with started(tmp_path, *MAXINE, "playground", "--port", "0") as process:
        async with page(await address(process)) as (live, snapshot):
            (kept,) = snapshot["messages"][challenge["channel"]]
            assert kept["id"] == board["id"]
            cell = re.search(r"m:\d+:0:\d", str(kept["components"]))
            assert cell
            press = {"op": "click", "user": challenge["user"], "message": board["id"], "custom_id": cell[0]}
            await live.send_json({**press, "nonce": 2})
            redrawn = (await following(live, "message_update"))["message"]
        assert redrawn["id"] == board["id"]
    with closing(sqlite3.connect(tmp_path / "playground.db")) as db:
        assert db.execute("SELECT match_id, ply FROM moves").fetchall() == [(1, 0), (1, 1)]


@pytest.mark.ci
async def test_playground_leaves_the_real_database(tmp_path: Path) -> None:
    real = "DISCORD_TOKEN=t\nDATABASE_URL=postgresql:///maxine?host=/nowhere\nSHARDS=0-3/8\nLOG_FORMAT=sung\n"
    (tmp_path / ".env").write_text(real)
    async with started(tmp_path, *MAXINE, "playground", "--port", "0") as process:
        async with page(await address(process)) as (live, snapshot):
            await live.send_json({**challenge_in(snapshot), "nonce": 1})
            await following(live, "message_create")
        stopped = await _stopped(process, signal.SIGTERM)
    assert stopped.out == "Maxine has stopped. The matches are kept in playground.db.\n"
    with closing(sqlite3.connect(tmp_path / "playground.db")) as db:
        assert db.execute("SELECT count(*) FROM matches").fetchall() == [(1,)]
