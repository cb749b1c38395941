"""Worker processes: they answer, they step back, and whatever becomes of them, the request is answered."""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

import engine
from bot.workers import Analysts, protocol
from bot.workers.analysts import _GRACE
from bot.workers.worker import COMMAND
from engine.analysis import POOL
from tests import tiers
from tests.bot.fork_server import ready_worker
from tests.patience import LONG

pytestmark = pytest.mark.real_time("it is about processes of their own")

LARGE = engine.game("oware").initial()
ROOT = Path(__file__).parents[2]
GUESTS = ROOT / "tests" / "guests"
AUTOGROUP = Path("/proc/self/autogroup")


@asynccontextmanager
async def analysts(
    command: Sequence[str] = (), grace: float = _GRACE, size: int = 1
) -> AsyncIterator[Analysts]:
    """Let workers of this command, by default some that are ready, be at hand until the block ends."""
    made = Analysts(size, command or ready_worker(), grace)
    try:
        yield made
    finally:
        await made.close()


def misbehaving(tmp_path: Path, deed: str) -> list[str]:
    """A worker that does something instead of its first answer, and then answers well; guests may play."""
    return ready_worker(f"""
import os, sys, time
from dataclasses import replace
from pathlib import Path
from bot.workers import protocol
from engine import players
players.__path__.append({str(GUESTS)!r})
done, answer = Path({str(tmp_path / "done")!r}), protocol.write_answer
def misbehave(request, *more):
    if done.exists():
        return answer(request, *more)
    done.touch()
    {deed}
protocol.write_answer = misbehave
""")


def pid_of(made: Analysts) -> int:
    process = made._workers[0]._process
    assert process is not None
    return process.pid


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):  # it ends while it is read
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def weighs_sessions() -> bool:
    """Whether this process's session has a weight; in a group with a weight of its own the file is empty."""
    return AUTOGROUP.exists() and AUTOGROUP.read_text(encoding="ascii") != ""


def session_niceness(pid: int) -> int:
    """How far the session of a process steps back, as Linux sees it."""
    return int(Path(f"/proc/{pid}/autogroup").read_text(encoding="ascii").rpartition(" ")[2])


async def dead(pid: int) -> None:
    async with asyncio.timeout(LONG):
        while is_alive(pid):  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)


def check_whole(analysis: engine.Analysis, state: engine.State = LARGE) -> None:
    """Every legal action is there, best first."""
    assert analysis.state == state
    assert sorted(move.action for move in analysis.moves) == sorted(state.actions())
    assert list(analysis.moves) == sorted(analysis.moves, key=lambda move: move.rank, reverse=True)


@pytest.mark.parametrize("slug", tiers.every_game())
async def test_worker_says_what_the_engine_says(slug: str) -> None:
    state = engine.game(slug).initial()
    async with analysts() as made:
        analysis = await made.analyse(state, seconds=0, asker_id=1)
    if engine.is_instant(state.game):
        expected = engine.analyse(state)
    else:  # by a solver of its own, for one that has searched before may know longer lines
        with POOL.set_aside():
            expected = engine.analyse(state, lambda: True)
    assert analysis == expected
    check_whole(analysis, state)


async def test_small_game_needs_no_process() -> None:
    state = engine.game("tic-tac-toe").initial()
    async with analysts(["no such program"]) as made:
        assert (await made.analyse(state, seconds=0, asker_id=1)).exact
        choice = await made.choose("hard", state, seconds=0, seed=5, asker_id=1)
    assert choice == engine.get_player("hard").choose(state, None, Random(5))


@pytest.mark.parametrize("level", engine.LEVELS)
async def test_worker_chooses_as_the_player(level: str) -> None:
    player = engine.get_player(level)
    async with analysts() as made:
        for seed in range(10):
            choice = await made.choose(level, LARGE, seconds=0, seed=seed, asker_id=1)
            assert choice == player.choose(LARGE, lambda: True, Random(seed))


@pytest.mark.usefixtures("guests")
async def test_instant_player_needs_no_process() -> None:
    async with analysts(["no such program"]) as made:
        choice = await made.choose("glance", LARGE, seconds=0, seed=5, asker_id=1)
    assert choice == engine.get_player("glance").choose(LARGE, None, Random(5))


@pytest.mark.usefixtures("guests")
async def test_slow_player_thinks_in_a_worker(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    deed = "print(request.player_name, request.seconds); return answer(request, *more)"
    async with analysts(misbehaving(tmp_path, deed)) as made:
        choice = await made.choose("stare", LARGE, seconds=0.25, seed=5, asker_id=1)
    assert choice == engine.get_player("stare").choose(LARGE, None, Random(5))
    assert "A worker process says: stare 0.25" in caplog.text


async def test_unknown_player_is_no_work() -> None:
    async with analysts(["no such program"]) as made:
        with pytest.raises(KeyError, match="no player 'godlike'"):
            await made.choose("godlike", LARGE, seconds=0, seed=5, asker_id=1)


async def test_choices_and_analyses_share_the_time(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    deed = "done.unlink(); print(request.seconds); return answer(replace(request, seconds=0), *more)"
    async with analysts(misbehaving(tmp_path, deed)) as made:
        choosing = (made.choose("hard", LARGE, seconds=12, seed=seed, asker_id=1) for seed in (1, 2))
        await asyncio.gather(made.analyse(LARGE, seconds=12, asker_id=1), *choosing)
    assert re.findall(r"says: (\S+)", caplog.text) == ["4.0", "6.0", "12.0"]


@pytest.mark.ci
async def test_prepared_workers_are_running(caplog: pytest.LogCaptureFixture) -> None:
    async with analysts(COMMAND, size=2) as made:
        made.start()
        await asyncio.gather(*made._starting)
        pids = {worker._process.pid for worker in made._workers if worker._process}
        assert len(pids) == 2
        assert all(map(is_alive, pids))
    assert not any(map(is_alive, pids))
    assert caplog.text == ""


@pytest.mark.ci
async def test_worker_keeps_to_its_time() -> None:
    async with analysts(COMMAND) as made:
        await made.analyse(LARGE, seconds=0, asker_id=1)
        started = time.perf_counter()
        check_whole(await made.analyse(LARGE, seconds=0.3, asker_id=1))
        assert 0.25 < time.perf_counter() - started < 10


async def test_answer_is_remembered() -> None:
    async with analysts() as made:
        first = await made.analyse(LARGE, seconds=0.01, asker_id=1)
        os.kill(pid_of(made), signal.SIGKILL)
        await dead(pid_of(made))
        assert await made.analyse(LARGE, seconds=0.01, asker_id=1) == first


async def test_hurried_answer_is_not_remembered() -> None:
    states = [LARGE.successor(action) for action in LARGE.actions()[:2]]
    async with analysts() as made:
        await asyncio.gather(*(made.analyse(state, seconds=0.05, asker_id=1) for state in states))
        assert [request.state for request in made._answers] == states[1:]


@pytest.mark.ci
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_worker_gives_memory_back() -> None:
    def size() -> int:
        return int(Path(f"/proc/{pid_of(made)}/statm").read_text(encoding="ascii").split()[1]) * 4096

    async with analysts(COMMAND) as made:
        await made.analyse(LARGE, seconds=0.1, asker_id=1)
        before = size()
        for action in LARGE.actions()[:3]:
            await made.analyse(LARGE.successor(action), seconds=1, asker_id=1)
        await made.analyse(LARGE, seconds=0, asker_id=1)  # once it has tidied up
        assert size() - before < 3_000_000  # bytes


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no niceness")
async def test_worker_steps_back_for_the_bot() -> None:
    async with analysts(COMMAND) as made:
        await made.analyse(LARGE, seconds=0, asker_id=1)
        assert os.getpriority(os.PRIO_PROCESS, pid_of(made)) > os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.ci
@pytest.mark.skipif(not weighs_sessions(), reason="this system does not weigh sessions")
async def test_workers_session_steps_back_too() -> None:
    async with analysts(COMMAND) as made:
        await made.analyse(LARGE, seconds=0, asker_id=1)
        assert session_niceness(pid_of(made)) > session_niceness(os.getpid())


@pytest.mark.ci
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_worker_leaves_signals_to_the_bot(number: int) -> None:
    async with analysts(COMMAND) as made:
        await made.analyse(LARGE, seconds=0, asker_id=1)
        before = pid_of(made)
        assert os.getsid(before) == before  # Ctrl-C does not even reach it
        os.kill(before, number)
        await made.analyse(LARGE, seconds=0, asker_id=1)
        assert pid_of(made) == before


@pytest.mark.ci
async def test_worker_finds_its_program_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").write_text("raise ImportError('another engine')")
    monkeypatch.chdir(tmp_path)
    async with analysts(COMMAND) as made:
        check_whole(await made.analyse(LARGE, seconds=0, asker_id=1))


READ_LATE = """
import time
from bot.workers import child, protocol
protocol._MOMENT, queue = 60, child.SimpleQueue
class Late(queue):
    def get(self):
        request = super().get()
        time.sleep(0.5)
        return request
child.SimpleQueue = Late
"""


@pytest.mark.parametrize("is_started", [True, False])
@pytest.mark.parametrize("pause", [0, 0.1])
async def test_games_yield_to_whoever_waits(
    monkeypatch: pytest.MonkeyPatch, pause: float, *, is_started: bool
) -> None:
    monkeypatch.setattr("bot.policy.MOVE_SECONDS", 60)
    async with analysts(ready_worker(READ_LATE)) as made:
        if is_started:
            await made._workers[0].start()
        playing = asyncio.create_task(
            made.play(LARGE, ("mcts", "mcts"), seed=7, number=0, games=200, asker_id=1)
        )
        await asyncio.sleep(pause)
        async with asyncio.timeout(LONG):
            check_whole(await made.analyse(LARGE, seconds=0, asker_id=2))
            assert len(await playing) == 1


def test_only_workers_start_processes() -> None:
    starters = {
        path.relative_to(ROOT).as_posix()
        for folder in ("bot", "engine")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"subprocess|multiprocessing|ProcessPool|os\.fork", path.read_text(encoding="utf-8"))
    }
    programs = {
        "bot/workers/process_pools.py",
        "bot/storage/dumps.py",
    }  # for bulk work, and those of PostgreSQL
    assert starters == {"bot/workers/worker.py"} | programs


def test_long_memory_can_be_sent() -> None:
    state = LARGE._replace(position=(1 << 20_000) + LARGE.position, ply=230)  # too long for decimal digits
    analysis = protocol.AnalysisRequest(state, 0.5)
    choice = protocol.ChoiceRequest(state, 0.5, "hard", (1 << 64) - 1)
    assert protocol.decode_request(protocol.encode_request(analysis)) == analysis
    assert protocol.decode_request(protocol.encode_request(choice)) == choice
