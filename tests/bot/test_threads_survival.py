"""A bot killed while a match gets its thread: the next one goes on from there, and nothing is there twice."""

import asyncio
import math

import pytest

from bot.playground.messages import text_of
from tests import tiers
from tests.bot.shown import button_id, open_cells
from tests.bot.stage import CALLBACK, EDIT, MESSAGES, Stage
from tests.bot.test_survival import bot_process, next_bot, stage
from tests.bot.test_threads import THREADS, board_in, place

__all__ = ["stage"]

STEPS = {
    "answer": ("POST", CALLBACK),
    "thread": ("POST", THREADS),
    "link": ("PATCH", EDIT),
    "board": ("POST", MESSAGES),
}


@pytest.mark.nightly
@pytest.mark.parametrize("is_taken", [False, pytest.param(True, marks=pytest.mark.ci)])
@pytest.mark.parametrize("step", tiers.later(STEPS, "answer", "link", "board"))
async def test_kill_at_any_step_loses_nothing(stage: Stage, step: str, *, is_taken: bool) -> None:
    playground = stage.playground
    async with bot_process(stage) as process:
        playground.delay_next(*STEPS[step], math.inf, after=is_taken)
        playground.interactions.answer_within = 0.5 if step == "answer" else 15.0
        asking = asyncio.ensure_future(playground.command(stage.ada, stage.general, "challenge", thread=True))
        await stage.until(lambda: not playground.trouble.faults)
        process.kill()
        await asking
    async with next_bot(stage):
        await stage.until(lambda: bool(stage.rows("SELECT 1 FROM matches WHERE is_drawn = 1")))
        [head] = playground.world.threads
        board = board_in(stage, head)
        assert place(stage) == [(head, stage.general.id)]
        assert [each["id"] for each in playground.messages(stage.general)] == [str(head)]
        assert f"<#{head}>" in text_of(stage.message(head))
        await stage.press(stage.ada, board, button_id(stage.message(board), "b2"))
        await stage.until(lambda: bool(stage.rows("SELECT action FROM moves")))
        assert open_cells(stage.message(board))
