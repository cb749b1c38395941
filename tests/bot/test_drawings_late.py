"""Drawings that arrive late: the last word on a board is the newest, however late the others come."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING

import pytest

from bot.playground.messages import text_of
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import cells, id_of, open_cells
from tests.bot.stage import CALLBACK, EDIT, ORIGINAL, Stage, staged
from tests.bot.upkeep_stage import UpkeepStage, edits, is_uncertain, undrawn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


LATE = 9.0  # seconds: as long as an edit takes at most, and longer than one is waited for


class PausedUpkeepStage(PausedStage):
    """A stage with upkeep every three seconds whose workers are paused."""

    rounds = 3.0


@pytest.fixture
async def paused_upkeep_stage(tmp_path: Path) -> AsyncIterator[PausedUpkeepStage]:
    """A stage with upkeep whose workers are paused."""
    async with staged(tmp_path / "maxine.db", PausedUpkeepStage) as stage:
        yield stage


async def test_late_answer_does_not_stay(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.delay_next("POST", CALLBACK, 0.5)
    asked = asyncio.create_task(stage.playground.click(stage.grace, board, "Resign"))
    await asyncio.sleep(0.2)
    await stage.click(stage.ada, board, "b2")
    await asked
    await stage.quiet()
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


async def test_late_posted_board_is_redrawn(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, old, "b2")
    stage.playground.delay_next("POST", CALLBACK, 0.5)
    posted = asyncio.create_task(stage.playground.command(stage.ada, stage.general, "board"))
    await asyncio.sleep(0.2)
    await stage.click(stage.grace, old, "a1")
    new = id_of(await posted)
    await stage.quiet()
    assert cells(stage.message(new)) == "O b1 c1 / a2 X c2 / a3 b3 c3"


@pytest.mark.parametrize("name", ["board", "move"])
async def test_old_board_delays_nothing(paused: PausedStage, name: str) -> None:
    old = await paused.challenge(paused.ada, game=GAME)
    if name == "board":
        await paused.playground.click(paused.ada, old, "b2")
    paused.playground.delay_next("PATCH", f"/messages/{old}$", math.inf)
    options = {"to": "b2"} if name == "move" else {}
    new = id_of(await paused.playground.command(paused.ada, paused.general, name, **options))
    paused.resume_workers()
    await paused.until(lambda: not paused.is_thinking(new))
    paused.check_replied(new)
    assert not paused.playground.trouble.faults


async def test_old_board_links_though_reply_fails(paused: PausedStage) -> None:
    old, _ = await paused.thinking()
    paused.playground.delay_next("PATCH", f"/messages/{old}$", 1)
    new = id_of(await paused.answered(paused.playground.command(paused.ada, paused.general, "board")))
    await paused.set("PRAGMA query_only = ON")
    await paused.thought()
    await paused.until(lambda: paused.link(new) in text_of(paused.message(old)))


async def test_cut_edit_of_an_old_board(stage: Stage) -> None:
    old = await stage.challenge(stage.ada)
    stage.playground.cut_next("PATCH", EDIT, 2)
    new = id_of(await stage.command(stage.ada, "board"))
    assert stage.link(new) in text_of(stage.message(old))


async def late_arrived(stage: Stage) -> None:
    """Wait until the edit that is late has arrived, and she has drawn all that she is unsure of."""
    await asyncio.sleep(LATE)
    await stage.until(lambda: undrawn(stage) == [] and not is_uncertain(stage))


async def replied_once(paused: PausedStage) -> int:
    """Begin a match, and let her reply to a move without being held up; from now on she is upkeep_stage."""
    board, _ = await paused.thinking()
    await paused.thought()
    paused.check_replied(board)
    return board


@pytest.mark.ci
async def test_late_answer_after_the_reply(paused_upkeep_stage: PausedUpkeepStage) -> None:
    board = await replied_once(paused_upkeep_stage)
    paused_upkeep_stage.playground.delay_next("PATCH", ORIGINAL, LATE)
    locked = asyncio.create_task(paused_upkeep_stage.lock(1.2))
    await asyncio.sleep(0.05)
    answer = await paused_upkeep_stage.click(
        paused_upkeep_stage.ada, board, open_cells(paused_upkeep_stage.message(board))[0]
    )
    await locked
    shown = open_cells(paused_upkeep_stage.message(board))
    await late_arrived(paused_upkeep_stage)
    assert answer.deferred
    assert len(shown) == 12
    assert open_cells(paused_upkeep_stage.message(board)) == shown


@pytest.mark.ci
async def test_late_board_after_the_reply(paused_upkeep_stage: PausedUpkeepStage) -> None:
    await replied_once(paused_upkeep_stage)
    paused_upkeep_stage.playground.delay_next("PATCH", ORIGINAL, LATE)
    locked = asyncio.create_task(paused_upkeep_stage.lock(1.2))
    await asyncio.sleep(0.05)
    board = await paused_upkeep_stage.challenge(paused_upkeep_stage.ada, game=GAME, first="opponent")
    await locked
    shown = open_cells(paused_upkeep_stage.message(board))
    await late_arrived(paused_upkeep_stage)
    assert len(shown) == 15
    assert open_cells(paused_upkeep_stage.message(board)) == shown


@pytest.mark.ci
async def test_late_reply_after_the_next_move(paused_upkeep_stage: PausedUpkeepStage) -> None:
    board = await replied_once(paused_upkeep_stage)
    paused_upkeep_stage.playground.delay_next("PATCH", ORIGINAL, LATE)
    for _ in range(2):
        await paused_upkeep_stage.click(
            paused_upkeep_stage.ada, board, open_cells(paused_upkeep_stage.message(board))[0]
        )
    shown = open_cells(paused_upkeep_stage.message(board))
    await late_arrived(paused_upkeep_stage)
    assert len(shown) == 10
    assert open_cells(paused_upkeep_stage.message(board)) == shown


@pytest.mark.ci
async def test_late_question_after_the_next_move(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    upkeep_stage.playground.cut_next("POST", CALLBACK, after=True)
    upkeep_stage.playground.delay_next("PATCH", ORIGINAL, LATE)
    await upkeep_stage.click(upkeep_stage.grace, board, "Resign")
    await upkeep_stage.click(upkeep_stage.ada, board, "b2")
    await late_arrived(upkeep_stage)
    assert cells(upkeep_stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


async def test_late_edit_is_undone_soon(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    upkeep_stage.playground.cut_next("POST", CALLBACK, after=True)
    upkeep_stage.playground.delay_next("PATCH", ORIGINAL, 5)
    await upkeep_stage.click(upkeep_stage.grace, board, "Resign")
    await upkeep_stage.click(upkeep_stage.ada, board, "b2")
    await asyncio.sleep(5.1)
    await upkeep_stage.until(lambda: "b2" not in open_cells(upkeep_stage.message(board)))
    assert is_uncertain(upkeep_stage)


async def test_edit_from_before_the_start(stage: Stage) -> None:
    """What a late edit from before the start has undone is right again soon."""
    board = await stage.between(stage.ada, stage.grace)
    await stage.stop()
    before = dict(stage.message(board))
    stage.database.change("UPDATE matches SET is_drawn = 0")  # as it is where she was killed
    await stage.offline()
    await stage.start()
    await stage.click(stage.ada, board, "b2")
    await stage.upkeep()
    stage.playground.world.edit(stage.message(board), {"components": before["components"]})
    await stage.upkeep()
    assert "X" in cells(stage.message(board))


@pytest.mark.ci
async def test_confirmation_waits_for_what_is_late(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    upkeep_stage.playground.cut_next("POST", CALLBACK, after=True)
    upkeep_stage.playground.cut_next("PATCH", ORIGINAL, after=True)
    await upkeep_stage.click(upkeep_stage.ada, board, "b2")
    await asyncio.sleep(0.5)
    assert undrawn(upkeep_stage) == [(1,)]
    await late_arrived(upkeep_stage)
    assert {*edits(upkeep_stage)} == {200}
