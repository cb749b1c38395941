"""A cluster: real processes of a real scheduler answer and play as this machine does, and may all go away."""

import asyncio
import logging
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.playground.messages import text_of
from bot.workers import Analysts, cluster, remote
from bot.workers.analysts import _LATE
from bot.workers.cluster import Cluster
from tests.bot.clusters import There, started_there
from tests.bot.fork_server import ready_worker
from tests.bot.stage import Stage, staged
from tests.bot.test_workers import LARGE, check_whole
from tests.patience import LONG

pytestmark = pytest.mark.real_time("it is about processes of their own")

NOWHERE = "tcp://127.0.0.1:1"

_asked_here: Counter[Analysts] = Counter()

PATIENT = "from bot.workers import protocol; protocol._MOMENT = 60"
"""Games are played for so long unless they are broken off."""


@pytest.fixture(scope="module")
def there() -> Iterator[There]:
    """One for all tests that leave it whole."""
    with started_there(2, preload=PATIENT) as there:
        yield there


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster has as long as this machine may take for what else it does."""
    monkeypatch.setattr(cluster, "PATIENCE", 2 * LONG)


@asynccontextmanager
async def leaning(address: str, late: float = 10) -> AsyncIterator[Analysts]:
    """Let somebody be at hand who has others think."""
    analysts = counting(Analysts(1, ready_worker(), 10, address, late))
    analysts.start()
    try:
        yield analysts
    finally:
        await analysts.close()


async def until(is_so: Callable[[], object]) -> None:
    """Wait for what nobody announces."""
    async with asyncio.timeout(LONG):
        while not is_so():  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)


async def found(analysts: Analysts) -> Analysts:
    """Wait until the cluster thinks."""
    await until(lambda: size_of(analysts))
    return analysts


def size_of(analysts: Analysts) -> int | None:
    """How many processes of a cluster think."""
    assert analysts._cluster is not None
    workers = analysts._cluster._workers
    return None if workers is None else len(workers)


def counting(analysts: Analysts) -> Analysts:
    """Let it be counted how often a process of this machine is asked."""
    [worker] = analysts._workers
    ask: Callable[..., Any] = worker.ask

    def counted(*asked: object) -> object:
        _asked_here[analysts] += 1
        return ask(*asked)

    worker.ask = counted  # type: ignore[method-assign, assignment]
    return analysts


def has_local(analysts: Analysts) -> bool:
    """Whether a process of this machine has been asked."""
    return _asked_here[analysts] > 0


@pytest.mark.ci
async def test_cluster_agrees_with_this_machine(there: There) -> None:
    async with leaning(there.address) as far, leaning_on_nobody() as near:
        await found(far)
        for seed, level in enumerate(("easy", "medium", "hard", "mcts", "depth-3")):
            near_and_far = [
                await each.choose(level, LARGE, seconds=0, seed=seed, asker_id=1) for each in (near, far)
            ]
            assert near_and_far[0] == near_and_far[1]
        check_whole(await far.analyse(LARGE, seconds=0.05, asker_id=1))
        names = ("random", "greedy")
        series = [
            await each.play(LARGE, names, seed=7, number=0, games=1, asker_id=1) for each in (near, far)
        ]
        assert series[0] == series[1]
        assert series[0][0].outcome is not None
        assert not has_local(far)


@asynccontextmanager
async def leaning_on_nobody() -> AsyncIterator[Analysts]:
    """Let somebody think here."""
    analysts = Analysts(1, ready_worker(PATIENT), 10)
    yield analysts
    await analysts.close()


@pytest.mark.ci
async def test_each_process_serves_one(there: There) -> None:
    states = [LARGE.successor(action) for action in LARGE.actions()[:2]]
    async with leaning(there.address) as analysts:
        await until(lambda: size_of(analysts) == 2)
        asking = (analysts.analyse(state, seconds=0.4, asker_id=id_) for id_, state in enumerate(states))
        answering = asyncio.gather(*asking)
        await until(lambda: len(there.busy()) == 2)
        for analysis in await answering:
            check_whole(analysis, analysis.state)
        assert [request.seconds for request in analysts._answers] == [0.4, 0.4]  # nobody had less time


@pytest.mark.ci
@pytest.mark.parametrize("pause", [0, pytest.param(0.1, marks=pytest.mark.ci)])
async def test_games_yield_to_whoever_waits(
    there: There, monkeypatch: pytest.MonkeyPatch, pause: float
) -> None:
    monkeypatch.setattr("bot.policy.MOVE_SECONDS", 60)
    async with leaning(there.address) as analysts:
        await found(analysts)
        analysts._queue.resize(1)  # or there would be room for both
        names = ("mcts", "mcts")
        playing = asyncio.create_task(analysts.play(LARGE, names, seed=7, number=0, games=200, asker_id=1))
        await asyncio.sleep(pause)
        async with asyncio.timeout(LONG):
            check_whole(await analysts.analyse(LARGE, seconds=0, asker_id=2))
            assert len(await playing) == 1


@pytest.mark.ci
async def test_unwanted_search_ends(there: There) -> None:
    async with leaning(there.address) as analysts:
        await found(analysts)
        asking = asyncio.create_task(analysts.analyse(LARGE, seconds=60, asker_id=1))
        await until(there.busy)
    assert asking.exception() is not None
    await until(lambda: not there.busy())


@pytest.mark.ci
async def test_match_survives_a_killed_process(
    there: There, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with staged(tmp_path / "maxine.db", Stage) as stage:
        analysts = counting(stage.analysts)
        analysts._late = 10
        analysts._cluster = Cluster(there.address, analysts._use_cluster)
        analysts._cluster.start()
        await found(analysts)
        stage.bot.context = replace(stage.bot.context, reply_seconds=0.6)
        board = await stage.challenge(stage.ada, game="oware", level="perfect")
        answering = asyncio.create_task(stage.click(stage.ada, board, "c"))
        await until(there.busy)
        there.busy()[0].kill()
        async with asyncio.timeout(LONG):
            answer = await answering
            await stage.until(lambda: f"It is {stage.ada.mention}'s turn" in text_of(stage.message(board)))
        assert answer.followups == []
        assert stage.rows("SELECT count(*) FROM moves") == [(2,)]
        assert not has_local(analysts)
    assert "this machine" not in caplog.text
    there.add_worker()


@pytest.mark.nightly
async def test_she_thinks_here_meanwhile(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot")
    monkeypatch.setattr(cluster, "_PAUSE", 0.1)
    with started_there(1) as there:
        async with leaning(there.address) as analysts:
            await found(analysts)
            choosing = (
                analysts.choose("perfect", LARGE, seconds=0.3, seed=1, asker_id=id_) for id_ in range(3)
            )
            choices = asyncio.gather(*choosing)
            await until(there.busy)
            there.end_scheduler()
            async with asyncio.timeout(LONG):
                assert {choice.action for choice in await choices} <= {*LARGE.actions()}
            assert (size_of(analysts), analysts._queue._size) == (0, 1)
            with started_there(2, there.port):
                await found(analysts)
                analysts._free.clear()  # so that nobody here could answer
                check_whole(await analysts.analyse(LARGE, seconds=0.01, asker_id=1))
                await until(lambda: analysts._queue._size == 2)
    gone, here = (
        f"Thinking on this machine, as the cluster at {there.address} fails: ",
        f"Thinking on the cluster at {there.address}.",
    )
    said = [record.getMessage() for record in caplog.records if record.name == "bot.workers.cluster"]
    assert [sentence[: len(gone)] for sentence in said] == [here, gone, here]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("address", "reason"), [(NOWHERE, "Connect call failed"), (None, "its workers have Maxine ")]
)
async def test_useless_cluster_is_done_without(
    there: There,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    address: str | None,
    reason: str,
) -> None:
    monkeypatch.setattr(cluster, "__version__", "0")
    async with leaning(address or there.address) as analysts:
        check_whole(await analysts.analyse(LARGE, seconds=0, asker_id=1))
        await until(lambda: reason in caplog.text)
        await analysts._starting[0]
        assert has_local(analysts)
        assert size_of(analysts) == 0


@pytest.mark.ci
def test_library_logs_no_more_than_her(caplog: pytest.LogCaptureFixture) -> None:
    for name, level in (("distributed", "INFO"), ("distributed.gc", "WARNING"), (None, "ERROR")):
        caplog.set_level(level, name)  # as its import sets them, and LOG_LEVEL
    cluster.library()
    assert not logging.getLogger("distributed.worker").isEnabledFor(logging.WARNING)
    assert not logging.getLogger("distributed.gc").isEnabledFor(logging.WARNING)


@pytest.mark.ci
async def test_replaced_process_tells_its_version(
    there: There, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaning(there.address) as analysts:
        await until(lambda: size_of(analysts) == 2)
        monkeypatch.setattr(cluster, "__version__", "0")
        assert analysts._cluster is not None
        assert analysts._cluster._workers is not None
        analysts._cluster._workers = {*[*analysts._cluster._workers][1:], NOWHERE}
        await until(lambda: "its workers have Maxine " in caplog.text)


@pytest.mark.ci
async def test_slow_search_is_repeated_here(
    there: There, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaning(there.address, late=0.7) as analysts:
        await until(lambda: size_of(analysts) == 2)
        busy = LARGE.successor(LARGE.actions()[0])
        others = asyncio.create_task(analysts.analyse(busy, seconds=1.5, asker_id=2))
        await until(there.busy)
        monkeypatch.setattr(remote, "answer", lambda *_: time.sleep(2))
        check_whole(await asyncio.wait_for(analysts.analyse(LARGE, seconds=0.1, asker_id=1), LONG))
        assert has_local(analysts)
        check_whole(await others, busy)
        assert {request.seconds for request in analysts._answers} == {0.1, 1.5}
        await found(analysts)
    assert caplog.text.count("a search took longer than 0.8 s") == 1
    assert "CancelledError" not in caplog.text


@pytest.mark.nightly
async def test_hanging_process_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    with started_there(1) as there:
        async with leaning(there.address, _LATE) as analysts:
            await found(analysts)
            await analysts._starting[0]
            [pid] = there.pids()
            os.kill(pid, signal.SIGSTOP)
            for state in (LARGE, LARGE.successor(0)):
                check_whole(await analysts.analyse(state, seconds=0.9, asker_id=1), state)
            os.kill(pid, signal.SIGCONT)
            await found(analysts)
    assert caplog.text.count("a search took longer than 1.7 s") == 1  # the second does not wait for it
