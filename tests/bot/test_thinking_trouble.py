"""Thoughts that are cut off: the move before is safe, the person is told, and the reply is made later."""

import asyncio

import pytest

from bot.playground.messages import text_of
from bot.words.language import Language, Languages
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import open_cells
from tests.bot.stage import Stage
from tests.bot.test_views import Bracketed
from tests.driver import Answer
from tests.patience import LONG

DEAD = ("true",)
NO_MOVE = "I could not make my move just now. Nothing is lost: `/board` lets me try again."
UNDELIVERED = "Discord did not take my answer. If you made a move, it is safe: `/board` shows your match."
NO_ANSWER = "I could not work this position out. Please try again later."


async def unstored(paused: PausedStage) -> tuple[int, Answer]:
    """Let the database refuse her reply."""
    board, answer = await paused.thinking()
    await paused.set("PRAGMA query_only = ON")
    await paused.thought()
    await paused.set("PRAGMA query_only = OFF")
    return board, answer


def check_told(stage: Stage, answer: Answer, sentence: str) -> None:
    """Ada alone has been told."""
    [told] = answer.followups
    assert text_of(told) == sentence
    assert told["ephemeral_for"] == str(stage.ada.id)


async def test_unstored_reply_is_made_by_board(paused: PausedStage) -> None:
    board, answer = await unstored(paused)
    check_told(paused, answer, NO_MOVE)
    assert paused.is_thinking(board)
    paused.check_replied(await paused.board())


async def test_unstored_reply_is_made_by_upkeep(paused: PausedStage) -> None:
    board, _ = await unstored(paused)
    await paused.upkeep()
    paused.check_replied(board)


async def test_upkeep_speaks_the_servers_language(paused: PausedStage) -> None:
    board, _ = await unstored(paused)
    paused.bot.languages = Languages([Language("en-US", Bracketed())])
    await paused.upkeep()
    assert f"[It is {paused.ada.mention}'s turn ([X]).]" in text_of(paused.message(board))


@pytest.mark.ci
async def test_upkeep_puts_off_a_reply(paused: PausedStage, caplog: pytest.LogCaptureFixture) -> None:
    board, _ = await unstored(paused)
    paused.pause_workers()
    tidying = asyncio.create_task(paused.upkeep())
    await paused.until(lambda: bool(paused.analysts._queue._jobs))
    await paused.set("PRAGMA query_only = ON")
    paused.resume_workers()
    await tidying
    assert "A reply is put off: the file is read-only" in caplog.text
    assert paused.is_thinking(board)


async def test_unshown_board_gets_its_reply(paused: PausedStage) -> None:
    paused.playground.fail_next("POST", "/callback$", status=403)
    await paused.command(paused.ada, "challenge", game=GAME, first="opponent")
    [reply] = paused.bot.context.replies.values()
    reply.cancel()
    await asyncio.wait([reply])
    paused.resume_workers()
    await paused.upkeep()
    assert paused.plies() == [0]
    assert len(open_cells(paused.message(await paused.board()))) == 15


async def test_press_redraws_what_upkeep_could_not(paused: PausedStage) -> None:
    board, _ = await unstored(paused)
    paused.playground.fail_next("PATCH", f"/messages/{board}$", status=403)
    await paused.upkeep()
    assert paused.is_thinking(board)
    paused.clock.advance(seconds=6)
    assert "That press came too late: " in (await paused.click(paused.ada, board, "Resign")).text
    paused.check_replied(board)


async def test_broken_match_stops_no_other(paused: PausedStage, caplog: pytest.LogCaptureFixture) -> None:
    broken, _ = await unstored(paused)
    paused.pause_workers()
    whole, _ = await unstored(paused)
    sql = "UPDATE moves SET action = 99 WHERE match_id = 1"
    paused.database.change(sql)
    await paused.upkeep()
    assert "Match 1 is put off" in caplog.text
    assert (paused.is_thinking(broken), paused.is_thinking(whole)) == (True, False)


async def test_stop_leaves_the_reply_for_later(paused: PausedStage, caplog: pytest.LogCaptureFixture) -> None:
    board, _ = await paused.thinking()
    async with asyncio.timeout(LONG):
        await paused.stop()
    await paused.offline()
    assert paused.plies() == [0]
    paused.resume_workers()
    await paused.start()
    await paused.until(lambda: not paused.is_thinking(board))
    paused.check_replied(board)
    assert all(line.endswith("outcome=failed error=ReplyError") for line in caplog.messages)


async def test_stop_refuses_a_slow_explanation(paused: PausedStage) -> None:
    await paused.challenge(paused.ada, game=GAME)
    answer = await paused.playground.command(paused.ada, paused.general, "explain")
    async with asyncio.timeout(LONG):
        await paused.stop()
    assert answer.message is not None
    assert text_of(answer.message) == "I am going offline. Please ask again when I am back."
    await paused.start()


@pytest.mark.ci
async def test_impossible_reply_is_said(stage: Stage) -> None:
    stage.worker, works = DEAD, stage.worker
    await stage.restart()
    board = await stage.challenge(stage.ada, game=GAME)
    answer = await stage.click(stage.ada, board, "b2")
    check_told(stage, answer, NO_MOVE)
    stage.worker = works
    await stage.restart()
    await stage.until(lambda: len(open_cells(stage.message(board))) == 14)


@pytest.mark.parametrize("public", [True, False])
async def test_impossible_explanation_is_refused_privately(stage: Stage, *, public: bool) -> None:
    stage.worker = DEAD
    await stage.restart()
    await stage.challenge(stage.ada, game=GAME)
    before = stage.playground.messages(stage.general, stage.grace)
    answer = await stage.command(stage.ada, "explain", public=public)
    refusal = answer.message
    assert refusal is not None
    assert text_of(refusal) == NO_ANSWER
    assert refusal["ephemeral_for"] == str(stage.ada.id)
    assert stage.playground.messages(stage.general, stage.grace) == before


async def test_untaken_explanation_leaves_nothing_public(paused: PausedStage) -> None:
    await paused.challenge(paused.ada, game=GAME)
    before = paused.playground.messages(paused.general, paused.grace)
    answer = await paused.playground.command(paused.ada, paused.general, "explain", public=True)
    paused.playground.fail_next("PATCH", "/messages/@original$", status=403)
    await paused.thought()
    check_told(paused, answer, UNDELIVERED)
    assert paused.playground.messages(paused.general, paused.grace) == before
