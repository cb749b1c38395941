"""Signals: whatever she does, she stops in time and in order."""

import asyncio
import os
import re
import signal
from asyncio.subprocess import Process
from pathlib import Path

import pytest

from bot.playground.gateway import Gateway
from bot.playground.messages import text_of
from tests import tiers
from tests.bot.test_main import (
    MAXINE,
    NOWHERE,
    REDIRECTED,
    _connected,
    _stopped,
    announced,
    ended,
    files,
    started,
)
from tests.patience import LONG
from tests.trouble import Playground

BY_SERVICES = pytest.mark.parametrize(
    "number", tiers.later([signal.SIGTERM, signal.SIGHUP, signal.SIGINT], signal.SIGHUP, signal.SIGINT)
)
BY_PEOPLE = pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.ci)]
)


CLOCK = r".* WARNING bot\.services\.clock: The clock of this machine is .* behind Discord's, which .*"
"""The playground's clock is that of the tests, and the program has another one."""
UNMOVED = r".* WARNING bot\.delivery\.interactions: /challenge user=.* outcome=failed error=ReplyError"
"""The player reads that the bot could not move: what people see fail is logged, whatever the reason."""


@BY_SERVICES
async def test_signal_stops_the_bot(tmp_path: Path, number: int) -> None:
    async with _connected(tmp_path) as (_, process):
        stopped = await _stopped(process, number)
    assert (stopped.status, stopped.out) == (0, "")
    assert "Traceback" not in stopped.err
    assert files(tmp_path) == ["maxine.db"]


@pytest.mark.ci
async def test_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    async with Playground() as playground:
        command = ("nohup", *REDIRECTED, playground.url, "run")
        async with started(tmp_path, *command, DISCORD_TOKEN=playground.token) as process:
            await playground.bot_ready(LONG)
            process.send_signal(signal.SIGHUP)
            answer = await playground.command(playground.people[0], playground.channels[0], "help")
            assert answer.message is not None
            assert (await _stopped(process, signal.SIGTERM)).status == 0


@pytest.mark.ci
@BY_PEOPLE
async def test_signal_stops_the_playground(tmp_path: Path, number: int) -> None:
    async with started(tmp_path, *MAXINE, "playground", "--port", "0") as process:
        assert (await announced(process)).endswith(" (Ctrl-C stops it).\n")
        stopped = await _stopped(process, number)
    assert stopped.status == 0
    assert "Traceback" not in stopped.err
    assert files(tmp_path) == ["playground-chat.json", "playground.db"]


@pytest.mark.ci
@BY_PEOPLE
async def test_signal_stops_a_thinking_bot(tmp_path: Path, number: int) -> None:
    async with _connected(tmp_path) as (playground, process):
        person, channel, options = playground.people[0], playground.channels[0], {"first": "opponent"}
        answer = await playground.command(
            person, channel, "challenge", game="oware", level="perfect", **options
        )
        while answer.message is None:
            await answer.more(LONG)
        assert "Maxine is thinking" in answer.text
        os.killpg(process.pid, number)  # as Ctrl-C in a terminal does
        stopped = await ended(process)
        told = text_of(playground.messages(channel, person)[-1])
    assert (stopped.status, stopped.out) == (0, "")
    warned = "\n".join(line for line in stopped.err.splitlines() if " INFO " not in line)
    if "Maxine played" in told:  # it had thought long enough when the signal came
        assert re.search(UNMOVED, warned) is None, stopped.err
        return
    assert told == "I could not make my move just now. Nothing is lost: `/board` lets me try again."
    assert re.fullmatch(f"{CLOCK}\n{UNMOVED}", warned), stopped.err


async def _until(process: Process, words: bytes) -> None:
    """Read the log until the words are in it."""
    assert process.stderr is not None
    while words not in (line := await asyncio.wait_for(process.stderr.readline(), LONG)):
        assert line, "the program ended too soon"


@pytest.mark.ci
async def test_signal_stops_a_waiting_bot(tmp_path: Path) -> None:
    async with Playground() as playground:
        playground.fail_next("GET", "/users/@me", status=500, times=1000)
        command = (*REDIRECTED, playground.url, "run")
        async with started(tmp_path, *command, DISCORD_TOKEN=playground.token) as process:
            async with asyncio.timeout(LONG):
                while not playground.requests:  # noqa: ASYNC110 - the playground has no event for it
                    await asyncio.sleep(0.02)
            stopped = await _stopped(process, signal.SIGTERM)
    assert stopped.status == 0
    assert "Traceback" not in stopped.err


@pytest.mark.ci
async def test_signal_stops_an_unconnected_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gateway, "url", NOWHERE.replace("http", "ws"))
    async with Playground() as playground:
        command = (*REDIRECTED, playground.url, "run")
        async with started(tmp_path, *command, DISCORD_TOKEN=playground.token) as process:
            await _until(process, b"Retrying")
            stopped = await _stopped(process, signal.SIGTERM)
    assert stopped.status == 0
