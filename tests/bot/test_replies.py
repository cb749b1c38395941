"""Maxine's replies are the match's, not the message's: made whatever becomes of what was to be drawn."""

import asyncio

import pytest

from bot.playground.messages import text_of
from tests.bot.gated import GAME, Gated
from tests.bot.shown import id_of
from tests.bot.stage import CALLBACK
from tests.bot.test_database_trouble import FORBIDDEN
from tests.bot.test_thinking_trouble import NO_MOVE
from tests.patience import LONG


async def test_refused_board_still_gets_reply(gated: Gated) -> None:
    gated.playground.fail_next("POST", CALLBACK, status=403)
    await gated.command(gated.ada, "challenge", game=GAME, first="opponent")
    gated.open_gate()
    await gated.until(lambda: gated.plies() == [0])


async def test_refused_answer_still_draws_both(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME)
    gated.playground.fail_next("POST", CALLBACK, status=403)
    await gated.playground.click(gated.ada, board, "b2")
    await gated.until(lambda: gated.is_thinking(board))
    await gated.thought()
    gated.check_replied(board)


async def test_failed_move_draws_the_reply(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME)
    gated.playground.fail_next("POST", CALLBACK, status=500, after=True)
    await gated.playground.click(gated.ada, board, "b2")
    await gated.thought()
    gated.check_replied(board)


async def test_failed_board_draws_the_reply(gated: Gated) -> None:
    gated.playground.fail_next("POST", CALLBACK, status=500, after=True)
    answer = await gated.playground.command(
        gated.ada, gated.general, "challenge", game=GAME, first="opponent"
    )
    await gated.thought()
    assert "Maxine played" in text_of(gated.message(id_of(answer)))
    assert gated.rows("SELECT message_id FROM matches") == [(id_of(answer),)]


async def test_everybody_waits_for_the_same_reply(gated: Gated) -> None:
    await gated.thinking()
    asking = (gated.playground.command(gated.ada, gated.general, "board") for _ in range(3))
    boards = [id_of(await gated.answered(each)) for each in asking]
    assert len(gated.bot.context.replies) == 1
    await gated.thought()
    gated.check_replied(boards[-1])
    assert not gated.bot.context.replies


async def test_own_mistake_is_logged_and_told(gated: Gated, caplog: pytest.LogCaptureFixture) -> None:
    _, answer = await gated.thinking()
    await gated.connection.write(lambda db: db.execute(FORBIDDEN).rowcount)
    await gated.thought()
    assert [text_of(told) for told in answer.followups] == [NO_MOVE]
    assert caplog.text.count("Traceback") == caplog.text.count("Match 1 cannot go on.") == 1
    await gated.connection.write(lambda db: db.execute("DROP TRIGGER no_moves").rowcount)
    gated.check_replied(await gated.board())


async def test_untold_reply_is_logged(gated: Gated, caplog: pytest.LogCaptureFixture) -> None:
    gated.playground.fail_next("POST", CALLBACK, status=403)
    await gated.command(gated.ada, "challenge", game=GAME, first="opponent")
    await gated.set("PRAGMA query_only = ON")
    gated.open_gate()
    async with asyncio.timeout(LONG):
        await asyncio.wait(gated.bot.context.replies.values())
    assert "A reply is put off: the file is read-only" in caplog.text
    await gated.set("PRAGMA query_only = OFF")
    await gated.upkeep()
    assert gated.plies() == [0]


async def test_interrupted_reply_begins_anew(gated: Gated) -> None:
    gated.playground.fail_next("POST", CALLBACK, status=403)
    await gated.command(gated.ada, "challenge", game=GAME, first="opponent")
    [reply] = gated.bot.context.replies.values()
    reply.cancel()
    await asyncio.wait([reply])
    gated.open_gate()
    await gated.board()
    assert gated.plies() == [0]


async def test_locked_database_needs_no_second_thought(
    gated: Gated, caplog: pytest.LogCaptureFixture
) -> None:
    board, _ = await gated.thinking()
    with gated.database.locked():
        gated.open_gate()
        await gated.until(lambda: "The database refused: " in caplog.text)
        gated.close_gate()
    await gated.until(lambda: not gated.is_thinking(board))
    gated.check_replied(board)
