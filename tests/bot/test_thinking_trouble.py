"""Thoughts that are cut off: the move before is safe, the person is told, and the reply is made later."""

import asyncio

import pytest

from bot.playground.messages import text_of
from bot.words.language import Language, Languages
from tests.bot.gated import GAME, Gated
from tests.bot.shown import open_cells
from tests.bot.stage import Stage
from tests.bot.test_words_kinds import Brackets
from tests.driver import Answer
from tests.patience import LONG

DEAD = ("true",)
NO_MOVE = "I could not make my move just now. Nothing is lost: `/board` lets me try again."
UNDELIVERED = "Discord did not take my answer. If you made a move, it is safe: `/board` shows your match."
NO_ANSWER = "I could not work this position out. Please try again later."


async def unstored(gated: Gated) -> tuple[int, Answer]:
    """Let the database refuse her reply."""
    board, answer = await gated.thinking()
    await gated.set("PRAGMA query_only = ON")
    await gated.thought()
    await gated.set("PRAGMA query_only = OFF")
    return board, answer


def check_told(stage: Stage, answer: Answer, sentence: str) -> None:
    """Ada alone has been told."""
    [told] = answer.followups
    assert text_of(told) == sentence
    assert told["ephemeral_for"] == str(stage.ada.id)


async def test_unstored_reply_is_made_by_board(gated: Gated) -> None:
    board, answer = await unstored(gated)
    check_told(gated, answer, NO_MOVE)
    assert gated.is_thinking(board)
    gated.check_replied(await gated.board())


async def test_unstored_reply_is_made_by_upkeep(gated: Gated) -> None:
    board, _ = await unstored(gated)
    await gated.upkeep()
    gated.check_replied(board)


async def test_upkeep_speaks_the_servers_language(gated: Gated) -> None:
    board, _ = await unstored(gated)
    gated.bot.languages = Languages([Language("en-US", Brackets())])
    await gated.upkeep()
    assert f"[It is {gated.ada.mention}'s turn ([X]).]" in text_of(gated.message(board))


@pytest.mark.ci
async def test_upkeep_puts_off_a_reply(gated: Gated, caplog: pytest.LogCaptureFixture) -> None:
    board, _ = await unstored(gated)
    gated.close_gate()
    tidying = asyncio.create_task(gated.upkeep())
    await gated.until(lambda: bool(gated.analysts._queue._jobs))
    await gated.set("PRAGMA query_only = ON")
    gated.open_gate()
    await tidying
    assert "A reply is put off: the file is read-only" in caplog.text
    assert gated.is_thinking(board)


async def test_unshown_board_gets_its_reply(gated: Gated) -> None:
    gated.playground.fail_next("POST", "/callback$", status=403)
    await gated.command(gated.ada, "challenge", game=GAME, first="opponent")
    [reply] = gated.bot.context.replies.values()
    reply.cancel()
    await asyncio.wait([reply])
    gated.open_gate()
    await gated.upkeep()
    assert gated.plies() == [0]
    assert len(open_cells(gated.message(await gated.board()))) == 15


async def test_press_redraws_what_upkeep_could_not(gated: Gated) -> None:
    board, _ = await unstored(gated)
    gated.playground.fail_next("PATCH", f"/messages/{board}$", status=403)
    await gated.upkeep()
    assert gated.is_thinking(board)
    gated.clock.advance(seconds=6)
    assert "That press came too late: " in (await gated.click(gated.ada, board, "Resign")).text
    gated.check_replied(board)


async def test_broken_match_stops_no_other(gated: Gated, caplog: pytest.LogCaptureFixture) -> None:
    broken, _ = await unstored(gated)
    gated.close_gate()
    whole, _ = await unstored(gated)
    sql = "UPDATE moves SET action = 99 WHERE match_id = 1"
    gated.database.change(sql)
    await gated.upkeep()
    assert "Match 1 is put off" in caplog.text
    assert (gated.is_thinking(broken), gated.is_thinking(whole)) == (True, False)


async def test_stop_leaves_the_reply_for_later(gated: Gated, caplog: pytest.LogCaptureFixture) -> None:
    board, _ = await gated.thinking()
    async with asyncio.timeout(LONG):
        await gated.stop()
    await gated.offline()
    assert gated.plies() == [0]
    gated.open_gate()
    await gated.start()
    await gated.until(lambda: not gated.is_thinking(board))
    gated.check_replied(board)
    assert all(line.endswith("outcome=failed error=ReplyError") for line in caplog.messages)


async def test_stop_refuses_a_slow_explanation(gated: Gated) -> None:
    await gated.challenge(gated.ada, game=GAME)
    answer = await gated.playground.command(gated.ada, gated.general, "explain")
    async with asyncio.timeout(LONG):
        await gated.stop()
    assert answer.message is not None
    assert text_of(answer.message) == "I am going offline. Please ask again when I am back."
    await gated.start()


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


async def test_untaken_explanation_leaves_nothing_public(gated: Gated) -> None:
    await gated.challenge(gated.ada, game=GAME)
    before = gated.playground.messages(gated.general, gated.grace)
    answer = await gated.playground.command(gated.ada, gated.general, "explain", public=True)
    gated.playground.fail_next("PATCH", "/messages/@original$", status=403)
    await gated.thought()
    check_told(gated, answer, UNDELIVERED)
    assert gated.playground.messages(gated.general, gated.grace) == before
