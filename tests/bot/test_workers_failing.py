"""Worker processes that die, hang or say nonsense: the request is answered all the same."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from bot.errors import AnalysisError, OfflineError
from bot.workers.worker import COMMAND
from tests.bot.test_workers import LARGE, ROOT, analysts, check_whole, dead, is_alive, misbehaving, pid_of

pytestmark = pytest.mark.real_time("it is about processes of their own")

PARENT = """
import asyncio, engine
from bot.workers import Analysts, protocol
async def main():
    made, state = Analysts(1), engine.game("oware").initial()
    await made.analyse(state, seconds=0, asker_id=1)
    print(made._workers[0]._process.pid, flush=True)
    await made.analyse(state, seconds=60, asker_id=1)
asyncio.run(main())
"""


async def test_killed_worker_is_replaced(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with analysts(misbehaving(tmp_path, "os.kill(os.getpid(), 9)")) as made:
        await made._workers[0].start()
        killed = pid_of(made)
        check_whole(await made.analyse(LARGE, seconds=0.01, asker_id=1))
        assert pid_of(made) != killed
    assert "A worker process has failed: EOFError: it has ended" in caplog.text


@pytest.mark.ci
async def test_workers_killed_while_idle_are_replaced() -> None:
    async with analysts(COMMAND) as made:
        await made.analyse(LARGE, seconds=0, asker_id=1)
        os.kill(pid_of(made), signal.SIGKILL)
        check_whole(await made.analyse(LARGE, seconds=0.01, asker_id=1))


@pytest.mark.parametrize(
    "deed",
    [
        "return b'Dear bot\\n'",
        pytest.param("return b'[[1, 2]]\\n'", marks=pytest.mark.ci),
        pytest.param("return b'[]\\n'", marks=pytest.mark.ci),
        pytest.param("return b'7\\n'", marks=pytest.mark.ci),
        "return bytes(3_000_000)",
        "sys.exit()",
        pytest.param("raise RuntimeError", marks=pytest.mark.ci),
    ],
)
async def test_worker_that_says_nonsense_is_replaced(tmp_path: Path, deed: str) -> None:
    async with analysts(misbehaving(tmp_path, deed)) as made:
        check_whole(await made.analyse(LARGE, seconds=0.01, asker_id=1))


@pytest.mark.parametrize(
    "deed",
    [
        "return b'Dear bot\\n'",
        pytest.param("return b'[]\\n'", marks=pytest.mark.ci),
        pytest.param("return b'7\\n'", marks=pytest.mark.ci),
        """return b'[99, "value", []]\\n'""",
        pytest.param("""return b'[0, "value", [[99, 0.5]]]\\n'""", marks=pytest.mark.ci),
        pytest.param("""return b'[0, "value", [[0, null]]]\\n'""", marks=pytest.mark.ci),
        """return b'[0, "wisdom", [[0, 0.5]]]\\n'""",
        "sys.exit()",
    ],
)
async def test_worker_that_chooses_nonsense_is_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, deed: str
) -> None:
    async with analysts(misbehaving(tmp_path, deed)) as made:
        choice = await made.choose("easy", LARGE, seconds=0, seed=5, asker_id=1)
    assert choice.action in LARGE.actions()
    assert caplog.text.count("A worker process has failed") == 1


async def test_hanging_worker_answers_in_a_hurry(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with analysts(misbehaving(tmp_path, "time.sleep(60)"), grace=1) as made:
        analysis = await made.analyse(LARGE, seconds=0.1, asker_id=1)
    check_whole(analysis)
    assert analysis.distance <= 3
    assert "A worker process has failed: it took longer than 1.1 s" in caplog.text


@pytest.mark.ci
async def test_starving_worker_is_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with analysts(misbehaving(tmp_path, "time.sleep(3); return answer(request, *more)")) as made:
        check_whole(await made.analyse(LARGE, seconds=0.1, asker_id=1))
    assert not caplog.text


async def test_what_a_worker_prints_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with analysts(misbehaving(tmp_path, "print('Look!'); return answer(request, *more)")) as made:
        check_whole(await made.analyse(LARGE, seconds=0.01, asker_id=1))
    assert "A worker process says: Look!" in caplog.text


@pytest.mark.parametrize("command", [["true"], ["no such program"], ["echo", "hello"]])
async def test_unanswerable_question_is_refused(command: list[str]) -> None:
    async with analysts(command) as made:
        made.start()
        with pytest.raises(AnalysisError):
            await made.analyse(LARGE, seconds=0, asker_id=1)
        with pytest.raises(AnalysisError):
            await made.choose("easy", LARGE, seconds=0, seed=5, asker_id=1)


async def test_closing_ends_a_search() -> None:
    async with analysts(COMMAND) as made:
        asking = asyncio.create_task(made.analyse(LARGE, seconds=60, asker_id=1))
        while made._workers[0]._process is None:  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)
        pid, started = pid_of(made), time.perf_counter()
    assert time.perf_counter() - started < 10
    assert not is_alive(pid)
    with pytest.raises(OfflineError):
        await asking


@pytest.mark.ci
async def test_killed_bot_leaves_no_worker(tmp_path: Path) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=-1
    )
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    await asyncio.sleep(0.1)
    parent.kill()
    await parent.communicate()
    await dead(child)
