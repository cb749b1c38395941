"""Interactions that come as signed requests: whose are believed, and that nothing else is missed."""

import asyncio
import inspect
import json
import math
import signal
import socket
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest
from discord.state import ConnectionState
from nacl.signing import SigningKey

from bot.endpoint import FRESH_SECONDS, SIGNATURE, TIMESTAMP, Signatures
from bot.monitor import open_monitor
from bot.playground.things import Json
from bot.playground.world import compact
from tests.bot.programs import Maxine
from tests.bot.shown import cells, controls, open_cells
from tests.bot.stage import CALLBACK, PATIENCE, Stage, staged
from tests.bot.test_main import (
    MAXINE,
    REDIRECTED,
    address,
    challenge_in,
    ended,
    following,
    page,
    run,
    started,
)
from tests.bot.watched import get
from tests.driver import Answer
from tests.patience import LONG
from tests.postgres import postgres_database
from tests.trouble import Playground

PING = b'{"version":1,"type":1}'
HERS, STRANGERS = SigningKey(bytes(32)), SigningKey(bytes([1] * 32))
PUBLIC_KEY = bytes(HERS.verify_key)
DRAIN = 0.5  # seconds in which she still takes requests when asked to stop
HELD = 99  # requests, more than she makes of one answer


def signed(body: bytes, key: SigningKey = HERS, *, age: float = 0.0) -> dict[str, str]:
    """The headers of a request that was signed some seconds ago."""
    timestamp = str(int(time.time() - age))
    return {SIGNATURE: key.sign(timestamp.encode() + body).signature.hex(), TIMESTAMP: timestamp}


class Served(Stage):
    """A stage whose bot has no gateway."""

    door = "http"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with staged(tmp_path / "maxine.db", Served) as stage:
        yield stage


class Answered(NamedTuple):
    status: int
    kind: str
    text: str


async def post(served: Served, body: bytes, headers: Mapping[str, str] | None = None) -> Answered:
    """Post what Discord, or anybody, might."""
    (url,), headers = served.playground._endpoint.urls, headers or {}
    async with aiohttp.ClientSession() as session, session.post(url, data=body, headers=headers) as response:
        return Answered(response.status, response.content_type, await response.text())


def genuine(served: Served, body: bytes) -> dict[str, str]:
    """The headers with which the playground's Discord posts."""
    return served.playground._endpoint._headers(body)


def test_discord_py_has_the_private_methods() -> None:
    """Both are private: where a new release moves them, `bot/endpoint.py` has to follow."""
    assert list(inspect.signature(ConnectionState.parse_interaction_create).parameters) == ["self", "data"]
    called = inspect.signature(ConnectionState.call_handlers).parameters
    assert list(called) == ["self", "key", "args", "kwargs"]


FORGERIES: dict[str, Callable[[bytes], dict[str, str]]] = {
    "none": lambda _: {},
    "only the time": lambda _: {TIMESTAMP: str(int(time.time()))},
    "of a stranger": lambda body: signed(body, STRANGERS),
    "of another body": lambda body: signed(body + b" "),
    "of another time": lambda body: {**signed(body), TIMESTAMP: str(int(time.time()) - 1)},
    "too old": lambda body: signed(body, age=FRESH_SECONDS + 2),
    "short": lambda body: {**signed(body), SIGNATURE: signed(body)[SIGNATURE][:-2]},
    "no hex": lambda body: {**signed(body), SIGNATURE: "ß" * 128},
    "no time": lambda body: {**signed(body), TIMESTAMP: "now"},
}


@pytest.mark.parametrize("name", FORGERIES)
def test_other_signatures_are_refused(name: str) -> None:
    assert not Signatures(PUBLIC_KEY, time.time).is_valid(FORGERIES[name](PING), PING)


@pytest.mark.parametrize("age", [0, FRESH_SECONDS / 2, -2 * FRESH_SECONDS])
def test_signature_of_discord_is_believed(age: float) -> None:
    assert Signatures(PUBLIC_KEY, time.time).is_valid(signed(PING, age=age), PING)


async def test_forged_press_plays_nothing(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    board, told = await served.challenge(served.ada), list[Json]()
    monkeypatch.setattr(served.playground._endpoint, "post", told.append)
    pressing = asyncio.create_task(served.click(served.ada, board, "b2"))
    await served.until(lambda: bool(told))
    body = compact(told[0]).encode()
    assert (await post(served, body)).status == 401
    assert (await post(served, body, signed(body, STRANGERS))).status == 401
    assert served.rows("SELECT count(*) FROM moves") == [(0,)]
    assert (await post(served, body, genuine(served, body))).status == 202
    assert not (await pressing).failed


@pytest.mark.ci
async def test_old_press_is_refused(served: Served) -> None:
    served.clock.lie(days=-8)
    key = served.playground._endpoint.key
    assert (await post(served, PING, signed(PING, key, age=FRESH_SECONDS / 2))).status == 200
    assert (await post(served, PING, signed(PING, key, age=15))).status == 401


async def test_large_body_is_not_read(served: Served) -> None:
    body = b" " * (1 << 20)
    assert (await post(served, body, genuine(served, body))).status == 413


@pytest.mark.parametrize(
    ("body", "command"),
    [(b"{}", "/help"), (b'{"type": 2}', "/help"), (b'{"type": 9, "locale": "fr"}', "/aide")],
)
async def test_interaction_of_tomorrow_gets_a_sentence(served: Served, body: bytes, command: str) -> None:
    status, _, text = await post(served, body, genuine(served, body))
    answer = json.loads(text)
    assert (status, answer["type"], answer["data"]["flags"]) == (200, 4, 64)
    assert command in answer["data"]["content"]


async def test_match_is_played_without_a_gateway(served: Served) -> None:
    board = await served.between(served.ada, served.grace)
    answer = await served.moves(board, served.ada, served.grace, "a1 b1 a2 b2 a3")
    assert f"{served.ada.mention} wins" in answer.text
    assert not any("gateway" in path for _, path, _ in served.playground.requests)
    assert served.bot.is_ready()


async def test_endpoint_in_the_portal_is_fine(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    await served.stop()
    served.playground.world.endpoint_url = "https://maxine.example/interactions"
    await served.start()
    assert "endpoint" not in caplog.text


async def test_ready_with_a_database(served: Served) -> None:
    watching = open_monitor(("127.0.0.1", 0), served.bot)
    async with watching as at:
        assert at is not None
        assert (await get(at[1], "/readyz")).status == 200
        with served.database.locked():
            assert (await get(at[1], "/readyz")).status == 503
        await served.bot.close()
        assert await get(at[1], "/readyz") == (503, "No requests of Discord are taken now.\n")


# The program


@asynccontextmanager
async def serving(
    tmp_path: Path, *before: str, **settings: str
) -> AsyncIterator[tuple[Playground, Process, str]]:
    """Run `maxine serve` until the block ends, from when the playground delivers to it."""
    async with Playground() as playground:
        settings |= {"DISCORD_TOKEN": playground.token, "DISCORD_PUBLIC_KEY": playground.public_key}
        command = (*REDIRECTED, playground.url, "serve", "--port", "0", "--drain", str(DRAIN))
        async with started(tmp_path, *before, *command, **settings) as process:
            url = await address(process)
            await playground.deliver_to(url)
            yield playground, process, url


@pytest.mark.ci
async def test_signal_finishes_what_is_in_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as (playground, process, url):
        release = asyncio.Event()
        monkeypatch.setattr(playground.trouble, "wait", lambda _: release.wait())
        playground.interactions.answer_within = PATIENCE
        ada, general = playground.people[0], playground.channels[0]
        board = (await playground.command(ada, general, "challenge", first="me")).message
        assert board is not None
        playground.delay_next("POST", CALLBACK, math.inf, HELD)
        pressing = asyncio.create_task(playground.click(ada, board["id"], "b2"))
        async with asyncio.timeout(LONG):
            while playground.trouble.faults[0].times == HELD:  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.02)
            asked = time.monotonic()
            process.send_signal(signal.SIGTERM)
            while await listens(url):  # noqa: ASYNC110 - another process cannot tell
                await asyncio.sleep(0.02)
        assert time.monotonic() - asked >= DRAIN
        refused = await playground.click(ada, board["id"], "a1")
        assert refused.failed
        assert not pressing.done()
        release.set()
        assert cells((await pressing).message or {}).count("X") == 1
        stopped = await ended(process)
    assert stopped.status == 0
    assert "Traceback" not in stopped.err


@pytest.mark.ci
async def test_any_process_takes_any_press(tmp_path: Path) -> None:
    with postgres_database() as database:
        async with serving(tmp_path, DATABASE_URL=database) as (playground, _, url):
            settings = {"DISCORD_TOKEN": playground.token, "DISCORD_PUBLIC_KEY": playground.public_key}
            command = (*REDIRECTED, playground.url, "serve", "--port", "0", "--drain", str(DRAIN))
            async with started(tmp_path, *command, **settings, DATABASE_URL=database) as other:
                await playground.deliver_to(url, await address(other))
                playground.interactions.answer_within = PATIENCE
                playing = [asyncio.create_task(play_alone(playground, 2)) for _ in range(4)]
                await play_alone(playground, 1)
                other.send_signal(signal.SIGTERM)
                await asyncio.gather(*playing)
                assert (await ended(other)).status == 0


async def play_alone(playground: Playground, matches: int) -> None:
    """Play some matches on boards of one's own, and let no press go unanswered."""
    ada, general = playground.people[0], playground.channels[0]
    for _ in range(matches):
        shown = await answered(playground.command(ada, general, "challenge", level="easy"))
        while cells := open_cells(shown):
            shown = await answered(playground.click(ada, shown["id"], cells[0]))
        assert "Rematch" in controls(shown)


async def answered(asking: Awaitable[Answer]) -> Json:
    """The message of an answer, which on a busy machine is only promised at first."""
    answer = await asking
    while answer.message is None:
        assert not answer.failed
        await answer.more(PATIENCE)
    assert not answer.ephemeral, answer.text
    return answer.message


async def listens(url: str) -> bool:
    """Whether somebody takes connections there."""
    async with aiohttp.ClientSession() as session:
        try:
            async with session.get(url):
                return True
        except aiohttp.ClientConnectorError:
            return False


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"DISCORD_PUBLIC_KEY": "00" * 32}, "maxine: DISCORD_TOKEN is not set. "),
        ({"DISCORD_TOKEN": "t"}, "maxine: DISCORD_PUBLIC_KEY is not set. "),
        ({"DISCORD_TOKEN": "t", "DISCORD_PUBLIC_KEY": "00" * 31}, "maxine: DISCORD_PUBLIC_KEY must be 64 "),
        ({"DISCORD_TOKEN": "t", "DISCORD_PUBLIC_KEY": "xy" * 32}, "maxine: DISCORD_PUBLIC_KEY must be 64 "),
    ],
)
def test_bad_setting_is_refused(maxine: Maxine, settings: dict[str, str], sentence: str) -> None:
    refused = maxine("serve", **settings)
    assert (refused.status, refused.out) == (2, "")
    assert refused.sentence.startswith(sentence)


@pytest.mark.ci
async def test_key_of_another_application(tmp_path: Path) -> None:
    async with Playground() as playground:
        settings = {"DISCORD_TOKEN": playground.token, "DISCORD_PUBLIC_KEY": PUBLIC_KEY.hex()}
        refused = await run(tmp_path, *REDIRECTED, playground.url, "serve", **settings)
    assert (refused.status, refused.out) == (2, "")
    assert refused.sentence.startswith("maxine: DISCORD_PUBLIC_KEY is that of another application ")


@pytest.mark.parametrize("arguments", [["serve"], ["playground", "--http"]])
def test_missing_library_is_refused(
    maxine: Maxine, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "nacl.signing", None)
    refused = maxine(*arguments, "--port", "0", DISCORD_TOKEN="t", DISCORD_PUBLIC_KEY="00" * 32)  # noqa: S106 - it is not one
    assert (refused.status, refused.out) == (2, "")
    assert "pip install -c requirements.lock '.[http]'" in refused.sentence


@pytest.mark.ci
@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("127.0.0.1", "maxine: Port {port} is taken. "),
        ("192.0.2.1", "maxine: No requests can be taken at 192.0.2.1"),
    ],
)
async def test_impossible_address_ends_the_program(tmp_path: Path, host: str, sentence: str) -> None:
    async with Playground() as playground:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            settings = {"DISCORD_TOKEN": playground.token, "DISCORD_PUBLIC_KEY": playground.public_key}
            command = (*REDIRECTED, playground.url, "serve", "--host", host, "--port", str(port))
            refused = await run(tmp_path, *command, **settings)
    assert (refused.status, refused.out) == (1, "")
    assert refused.sentence.startswith(sentence.format(port=port))


@pytest.mark.ci
async def test_playground_restarts_its_bot(tmp_path: Path) -> None:
    async with started(tmp_path, *MAXINE, "playground", "--http", "--port", "0") as process:
        async with page(await address(process)) as (live, snapshot):
            challenge = challenge_in(snapshot)
            await live.send_json({"op": "restart"})
            assert [(await following(live, "bot"))["online"] for _ in range(2)] == [False, True]
            await live.send_json({**challenge, "nonce": 1})
            assert (await following(live, "interaction"))["state"] == "answered"
        process.send_signal(signal.SIGTERM)
        stopped = await ended(process)
    assert stopped.status == 0
    assert "Traceback" not in stopped.err
