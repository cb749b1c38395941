"""What she counts and times is what has happened."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import engine
from bot import metrics
from bot.errors import AnalysisError
from tests.bot.drafts import begun
from tests.bot.paused_stage import GAME
from tests.bot.shown import id_of
from tests.bot.stage import CALLBACK, FOLLOW_UP, Stage
from tests.bot.test_lessons import learning
from tests.bot.watched import Watched, WatchedThinking, get, watched
from tests.patience import LONG

COUNT = "maxine_interactions_total"
ANSWERS = "maxine_interaction_answer_seconds"
SEARCHES = "maxine_searches_total"


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Watched]:
    async with watched(tmp_path / "maxine.db", monkeypatch, Watched) as stage:
        yield stage


@pytest.fixture
async def thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WatchedThinking]:
    async with watched(tmp_path / "maxine.db", monkeypatch, WatchedThinking) as stage:
        yield stage


async def test_interactions_are_counted_by_outcome(stage: Watched) -> None:
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "b2")
    await stage.press(stage.grace, board, "m:1:2:0")
    await stage.press(stage.grace, board, "what somebody made up")
    await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "typed")
    stage.path.rename(stage.path.with_name("away.db"))
    await stage.command(stage.ada, "board")
    counted = {
        ("command", "challenge", "ok"): 1,
        ("button", "move", "ok"): 1,
        ("button", "move", "refused"): 1,
        ("button", "unknown", "refused"): 1,
        ("suggestions", "move", "ok"): 1,
        ("command", "board", "failed"): 1,
    }
    for (kind, name, outcome), count in counted.items():
        assert await stage.number(COUNT, kind=kind, name=name, outcome=outcome) == count
    assert await stage.number(COUNT) == sum(counted.values())
    page = (await get(stage.port, "/metrics")).text
    assert not any(private in page for private in ("made up", "typed", str(stage.ada.id)))


async def test_puzzle_after_a_lesson_counts_apart(stage: Watched) -> None:
    question = id_of(await learning(stage))
    for name in ("Skip", "Show the answer"):
        await stage.click(stage.ada, question, name)
    theme = next(iter(stage.bot.context.lessons))[2]
    first, second = [await begun_puzzle(stage, theme) for _ in range(2)]
    await stage.click(stage.ada, first, "Show solution")
    while (attempt := await stage.storage.puzzles.find(2)) and not attempt.is_over:
        best = engine.analyse(attempt.state).moves[0].action
        await stage.press(stage.ada, second, f"y:2:{attempt.turn}:{best}")
    for kind, solved in (("yes", 0), ("no", 1)):
        assert await stage.number("maxine_puzzles_total", after_lesson=kind) == 1
        assert await stage.number("maxine_puzzles_solved_first_total", after_lesson=kind) == solved


async def begun_puzzle(stage: Watched, theme: str) -> int:
    """Let Ada begin a puzzle of a theme; return the message."""
    return id_of(await stage.command(stage.ada, "puzzle", game="tic-tac-toe", theme=theme))


async def test_answers_are_timed_to_the_end(stage: Watched) -> None:
    await stage.command(stage.ada, "help")
    quick = await stage.number(f"{ANSWERS}_sum", kind="command")
    stage.playground.delay_next("POST", CALLBACK, 0.3)
    await stage.command(stage.ada, "help")
    assert await stage.number(f"{ANSWERS}_sum", kind="command") - quick == pytest.approx(0.3)
    assert await stage.number(f"{ANSWERS}_count", kind="command") == 2


async def test_what_nobody_could_answer_is_unanswered(stage: Watched) -> None:
    for path in (CALLBACK, FOLLOW_UP):
        stage.playground.fail_next("POST", path, 403, 99)
    asking = asyncio.create_task(stage.playground.command(stage.ada, stage.general, "help"))
    await stage.until(lambda: any(status == 403 for *_, status in stage.playground.requests))
    await stage.quiet()
    assert await stage.number(COUNT, name="help", outcome="unanswered") == 1
    assert await stage.number(f"{ANSWERS}_count") == 0
    asking.cancel()


OUTAGES = {
    "of first answers": ([("POST", CALLBACK)], "late"),
    "of all": ([(method, "") for method in ("POST", "PATCH", "GET", "DELETE")], "unanswered"),
}


@pytest.mark.parametrize("name", OUTAGES)
async def test_outage_is_logged_as_people_see_it(
    stage: Watched, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    board, (requests, outcome) = await stage.challenge(stage.ada), OUTAGES[name]
    for method, path in requests:
        stage.playground.fail_next(method, path, 500, 99)
    await stage.click(stage.ada, board, "b2")
    assert await stage.number(COUNT, name="move", outcome=outcome) == 1
    [line] = [each for each in caplog.records if each.getMessage().startswith("button move ")]
    assert (line.levelname, line.getMessage().count(f" outcome={outcome}")) == ("WARNING", 1)


async def test_discords_answers_are_counted(stage: Watched) -> None:
    async def count(status: str) -> float:
        return await stage.number("maxine_discord_answers_total", status=status)

    taken = await count("200")
    stage.playground.fail_next("POST", CALLBACK, 500)
    await stage.command(stage.ada, "help")
    stage.playground.cut_next("POST", CALLBACK)
    await stage.command(stage.ada, "help")
    assert [await count(status) for status in ("500", "none", "200")] == [1, 1, taken + 2]


async def test_searches_are_counted_and_timed(thinking: WatchedThinking) -> None:
    await thinking.prepared()
    await thinking.thinking()
    others = {"game": GAME, "first": "opponent"}
    await thinking.answered(
        thinking.playground.command(thinking.grace, thinking.general, "challenge", **others)
    )
    async with asyncio.timeout(LONG):
        while await thinking.number("maxine_searches_waiting") != 1:
            pass  # by a door that answers first she begins to think after it
    await asyncio.sleep(0.1)
    await thinking.thought()
    assert await thinking.number("maxine_searches_waiting") == 0
    assert await thinking.number(SEARCHES, kind="choice") == 2
    for name in ("maxine_search_wait_seconds", "maxine_search_seconds"):
        assert await thinking.number(f"{name}_count", kind="choice") == 2
        assert await thinking.number(f"{name}_sum", kind="choice") == pytest.approx(0.1)
    assert await thinking.number("maxine_worker_restarts_total") == 0


async def test_proven_and_estimated_are_told_apart(stage: Watched) -> None:
    state = engine.game("connect-four").initial()
    won = state.game.initial()
    for action in (0, 1, 0, 1, 0, 1):
        won = won.successor(action)
    for each in (state, won):
        await stage.analysts.analyse(each, seconds=0.05, asker_id=stage.ada.id)
    assert await stage.number(SEARCHES, kind="analysis", result="exact") >= 1
    assert await stage.number(SEARCHES, kind="analysis") == 2


async def test_workers_that_die_are_counted(stage: Watched) -> None:
    [worker] = stage.analysts._workers
    worker._command = ["true"]
    with pytest.raises(AnalysisError):
        await stage.analysts.analyse(engine.game("oware").initial(), seconds=0.1, asker_id=stage.ada.id)
    assert await stage.number("maxine_worker_restarts_total", reason="died") == 2
    assert await stage.number(SEARCHES, kind="analysis", result="failed") == 1


async def test_commits_are_timed(stage: Watched) -> None:
    rounds = stage._upkeep._catch_up.get_task(), stage._upkeep._tidy.get_task()
    await stage.bot.remove_cog("Upkeep")  # which stores things too
    await asyncio.wait([each for each in rounds if each is not None])
    await begun(stage.storage)
    commits = await stage.number("maxine_commit_seconds_count")
    works = await stage.number("maxine_commit_works_sum")
    await asyncio.gather(*(begun(stage.storage) for _ in range(8)))
    assert await stage.number("maxine_commit_works_sum") == works + 8
    assert 1 <= await stage.number("maxine_commit_seconds_count") - commits <= 2
    assert await stage.number("maxine_commit_seconds_sum") > 0


async def test_running_matches_are_counted(stage: Watched) -> None:
    await stage.challenge(stage.ada)
    await stage.challenge(stage.grace)
    assert await stage.number("maxine_matches_running") == 2
    await stage.resign(stage.ada)
    assert await stage.number("maxine_matches_running") == 1
    stage.path.unlink()
    assert math.isnan(await stage.number("maxine_matches_running"))


@pytest.mark.gateway("there are no shards")
async def test_gateway_is_watched_shard_by_shard(stage: Watched) -> None:
    assert await stage.number("maxine_gateway_connected", shard="0") == 1
    assert await stage.number("maxine_gateway_latency_seconds", shard="0") > 0
    await stage.bot.shards[0].disconnect()
    assert await stage.number("maxine_gateway_connected", shard="0") == 0
    assert await stage.number("maxine_gateway_latency_seconds", shard="0") == 0


@pytest.mark.real_time("it keeps the event loop")
async def test_blocked_event_loop_is_late(stage: Watched) -> None:
    before = await stage.number("maxine_event_loop_lag_seconds_sum")
    time.sleep(0.5)  # noqa: ASYNC251 - that is what must not be
    assert await stage.number("maxine_event_loop_lag_seconds_sum") - before >= 0.2


@pytest.mark.gateway("the time of every answer is looked at")
async def test_nothing_is_counted_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(tmp_path / "maxine.db", monkeypatch, Stage) as stage:
        await stage.command(stage.ada, "help")
        assert not metrics.has_begun()
        assert stage.bot.http.http_trace is None
