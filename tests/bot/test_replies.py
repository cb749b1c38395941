"""Maxine's replies are the match's, not the message's: made whatever becomes of what was to be drawn."""

import asyncio

import pytest

from bot.playground.messages import text_of
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import id_of
from tests.bot.stage import CALLBACK
from tests.bot.test_database_trouble import FORBIDDEN
from tests.bot.test_thinking_trouble import NO_MOVE
from tests.patience import LONG


async def test_refused_answer_still_draws_both(paused: PausedStage) -> None:
    board = await paused.challenge(paused.ada, game=GAME)
    paused.playground.fail_next("POST", CALLBACK, status=403)
    await paused.playground.click(paused.ada, board, "b2")
    await paused.until(lambda: paused.is_thinking(board))
    await paused.thought()
    paused.check_replied(board)


async def test_failed_board_draws_the_reply(paused: PausedStage) -> None:
    paused.playground.fail_next("POST", CALLBACK, status=500, after=True)
    answer = await paused.playground.command(
        paused.ada, paused.general, "challenge", game=GAME, first="opponent"
    )
    await paused.thought()
    assert "Maxine played" in text_of(paused.message(id_of(answer)))
    assert paused.rows("SELECT message_id FROM matches") == [(id_of(answer),)]


async def test_everybody_waits_for_the_same_reply(paused: PausedStage) -> None:
    await paused.thinking()
    asking = (paused.playground.command(paused.ada, paused.general, "board") for _ in range(3))
    boards = [id_of(await paused.answered(each)) for each in asking]
    assert len(paused.bot.context.replies) == 1
    await paused.thought()
    paused.check_replied(boards[-1])
    assert not paused.bot.context.replies


async def test_own_mistake_is_logged_and_told(paused: PausedStage, caplog: pytest.LogCaptureFixture) -> None:
    _, answer = await paused.thinking()
    await paused.connection.write(lambda db: db.execute(FORBIDDEN).rowcount)
    await paused.thought()
    assert [text_of(told) for told in answer.followups] == [NO_MOVE]
    assert caplog.text.count("Traceback") == caplog.text.count("Match 1 cannot go on.") == 1
    await paused.connection.write(lambda db: db.execute("DROP TRIGGER no_moves").rowcount)
    paused.check_replied(await paused.board())


async def test_untold_reply_is_logged(paused: PausedStage, caplog: pytest.LogCaptureFixture) -> None:
    paused.playground.fail_next("POST", CALLBACK, status=403)
    await paused.command(paused.ada, "challenge", game=GAME, first="opponent")
    await paused.set("PRAGMA query_only = ON")
    paused.resume_workers()
    async with asyncio.timeout(LONG):
        await asyncio.wait(paused.bot.context.replies.values())
    assert "A reply is put off: the file is read-only" in caplog.text
    await paused.set("PRAGMA query_only = OFF")
    await paused.upkeep()
    assert paused.plies() == [0]


async def test_interrupted_reply_begins_anew(paused: PausedStage) -> None:
    paused.playground.fail_next("POST", CALLBACK, status=403)
    await paused.command(paused.ada, "challenge", game=GAME, first="opponent")
    [reply] = paused.bot.context.replies.values()
    reply.cancel()
    await asyncio.wait([reply])
    paused.resume_workers()
    await paused.board()
    assert paused.plies() == [0]


async def test_locked_database_needs_no_second_thought(
    paused: PausedStage, caplog: pytest.LogCaptureFixture
) -> None:
    board, _ = await paused.thinking()
    with paused.database.locked():
        paused.resume_workers()
        await paused.until(lambda: "The database refused: " in caplog.text)
        paused.pause_workers()
    await paused.until(lambda: not paused.is_thinking(board))
    paused.check_replied(board)


async def test_end_waits_for_no_vain_search(paused: PausedStage) -> None:
    await paused.thinking()
    asked = await paused.answered(paused.playground.command(paused.ada, paused.general, "resign"))
    await paused.answered(paused.playground.click(paused.ada, id_of(asked), "Really resign?"))
    await paused.until(lambda: len(paused.bot.in_hand) == 1)  # the move still waits for the reply
    assert [*paused.bot.context.replies] == [1]
    await paused.thought()
    assert paused.plies() == [0]
