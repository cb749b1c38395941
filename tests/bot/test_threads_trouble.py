"""Threads that Discord refuses, fails to begin, or has archived."""

import asyncio
from dataclasses import replace

import pytest

from bot.playground.errors import ARCHIVED, FORBIDDEN
from bot.playground.messages import text_of
from tests.bot.paused_stage import PausedStage
from tests.bot.shown import button_id, cells, controls, id_of, open_cells
from tests.bot.stage import CALLBACK, EDIT, Stage
from tests.bot.test_threads import THREADS, board_in, place, said_in, thread_of, used_in


@pytest.mark.ci
async def test_refused_thread_is_done_without(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 403)
    board = await stage.challenge(stage.ada, thread=True)
    assert open_cells(stage.message(board))
    said = text_of(stage.playground.messages(stage.general)[-1])
    assert said == "Discord let me begin no thread for the match, so it is played right here."
    await stage.click(stage.ada, board, "b2")
    await stage.upkeep()
    assert place(stage) == [(stage.general.id, None)]
    assert "X" in cells(stage.message(board))


async def test_failed_thread_is_begun_later(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 500, times=99)
    head = await stage.challenge(stage.ada, thread=True)
    assert "in a thread" in text_of(stage.message(head))
    await stage.upkeep()
    assert stage.playground.world.threads == {}
    stage.playground.heal()
    await stage.upkeep()
    await stage.until(lambda: bool(open_cells(stage.message(board_in(stage, head)))))


async def test_thread_begun_despite_failure_is_found(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 500, after=True)
    head = await stage.challenge(stage.ada, thread=True)
    await stage.upkeep()
    assert open_cells(stage.message(board_in(stage, head)))
    assert [status for _, path, status in stage.playground.requests if "/threads" in path] == [500, 400]


async def test_reposted_answer_gets_the_thread(stage: Stage) -> None:
    stage.playground.fail_next("POST", CALLBACK, 403)
    await stage.command(stage.ada, "challenge", thread=True)
    stage.clock.advance(seconds=20)
    for _ in range(3):
        await stage.upkeep()
    [head] = stage.playground.world.threads
    assert open_cells(stage.message(board_in(stage, head)))
    assert stage.message(head)["pinged"] == []


async def test_she_thinks_while_it_is_begun(paused: PausedStage) -> None:
    await paused.prepared()
    challenging = asyncio.ensure_future(
        paused.command(paused.ada, "challenge", game="four-in-a-row-4x4", first="opponent", thread=True)
    )
    await paused.until(lambda: bool(paused.playground.world.threads))
    [head] = paused.playground.world.threads
    await paused.until(lambda: bool(said_in(paused, head)))
    paused.resume_workers()
    await challenging
    assert open_cells(paused.message(board_in(paused, head)))
    assert f"<#{head}>" in text_of(paused.message(head))


async def test_ended_before_its_thread_began(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 500, times=99)
    head = await stage.challenge(stage.ada, thread=True)
    ended = await stage.resign(stage.ada)
    stage.playground.heal()
    await stage.upkeep()
    assert "Rematch" in controls(stage.message(ended))
    assert stage.playground.world.threads == {}
    assert "goes on" not in text_of(stage.message(head))


async def test_left_server_gets_no_thread(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 500, times=99)
    await stage.challenge(stage.ada, thread=True)
    stage.bot.servers._locales.clear()
    stage.playground.fail_next("GET", r"/guilds/\d+$", status=404, times=9)
    for _ in range(2):
        await stage.upkeep()
    assert place(stage) == [(stage.general.id, None)]


async def test_archived_thread_is_still_drawn(stage: Stage) -> None:
    stage.playground.expect_refusals(ARCHIVED)
    head = await stage.challenge(stage.ada, thread=True)
    board = board_in(stage, head)
    stage.playground.world.archive(thread_of(stage, head), is_archived=True)
    stage.playground.fail_next("POST", CALLBACK, 403)
    await stage.click(stage.ada, board, "b2")
    assert "X" in cells(stage.message(board))
    assert not thread_of(stage, head).is_archived
    edits = [status for method, path, status in stage.playground.requests if path.endswith(f"/{board}")]
    assert edits == [ARCHIVED[0], 200]


@pytest.mark.ci
async def test_unlocked_thread_is_drawn_again(stage: Stage) -> None:
    head = await stage.challenge(stage.ada, thread=True)
    board = board_in(stage, head)
    stage.playground.lock(head)
    await stage.click(stage.ada, board, "b2")
    [told] = stage.playground.messages(stage.playground.direct(stage.ada))
    assert text_of(told).startswith(f"Moderators have locked <#{head}>, so I cannot answer there.")
    await stage.click(stage.ada, board, "b2")
    for _ in range(2):
        await stage.upkeep()
    await stage.restart()
    await stage.upkeep()
    assert "X" not in cells(stage.message(board))
    stage.playground.lock(head, is_locked=False)
    await stage.upkeep()
    assert "X" in cells(stage.message(board))


@pytest.mark.parametrize("is_own", [True, False])
async def test_abandoned_match_leaves_it_closed(stage: Stage, *, is_own: bool) -> None:
    stage.playground.expect_refusals(ARCHIVED, FORBIDDEN)
    head = await stage.challenge(stage.ada, thread=True)
    board, thread = board_in(stage, head), thread_of(stage, head)
    if not is_own:  # and she may not archive it
        stage.playground.world.threads[head] = replace(thread, owner_id=stage.ada.id)
    stage.clock.advance(days=8)
    assert thread_of(stage, head).is_archived
    await stage.command(stage.eve, "help")  # by which the clock is compared
    for _ in range(2):
        await stage.upkeep()
    assert "**Abandoned**" in text_of(stage.message(board))
    assert "**Abandoned**" in text_of(stage.message(head))
    assert thread_of(stage, head).is_archived == is_own


async def test_expired_invitation_leaves_it_closed(stage: Stage) -> None:
    stage.playground.expect_refusals(ARCHIVED)
    head = await stage.challenge(stage.ada, thread=True)
    invitation = id_of(await used_in(stage, stage.ada, head, "challenge", opponent=stage.grace))
    stage.clock.advance(hours=25)
    stage.playground.world.archive(thread_of(stage, head), is_archived=True)
    await stage.command(stage.eve, "help")
    await stage.upkeep()
    assert "expired" in text_of(stage.message(invitation))
    assert thread_of(stage, head).is_archived


async def test_otherwise_refused_edit_is_not_repeated(stage: Stage) -> None:
    head = await stage.challenge(stage.ada, thread=True)
    board = board_in(stage, head)
    stage.playground.fail_next("POST", CALLBACK, 403)
    stage.playground.fail_next("PATCH", EDIT, 403)
    await stage.press(stage.ada, board, button_id(stage.message(board), "b2"))
    assert [path for method, path, _ in stage.playground.requests if path == f"/channels/{head}"] == []
