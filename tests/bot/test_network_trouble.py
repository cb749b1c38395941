"""What is lost when Discord refuses, limits, hangs up or fails: nothing."""

import asyncio

import pytest

from bot.playground.errors import UNKNOWN_MESSAGE
from bot.playground.messages import text_of
from tests.bot.shown import AGAINST_MAXINE, ENDED, button_id, cells, controls, id_of
from tests.bot.stage import CALLBACK, EDIT, FOLLOW_UP, MESSAGES, PATIENCE, Stage

UNDELIVERED = "Discord did not take my answer. If you made a move, it is safe: `/board` shows your match."


@pytest.mark.parametrize("status", [500, 429])
async def test_failed_answer_plays_once(stage: Stage, status: int) -> None:
    board = await stage.challenge(stage.ada)
    stage.playground.fail_next("POST", CALLBACK, status=status)
    answer = await stage.click(stage.ada, board, "b2")
    assert not answer.failed
    assert id_of(answer) == board
    assert cells(stage.message(board)).count("X") == 1
    assert stage.rows("SELECT count(*) FROM moves") == [(2,)]
    answered = [outcome for _, path, outcome in stage.playground.requests if path.endswith("/callback")]
    assert answered[1:] == [status, 200]


async def test_taken_but_failed_answer_plays_once(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.fail_next("POST", CALLBACK, status=500, after=True)  # the retry meets 40060
    answer = await stage.click(stage.ada, board, "b2")
    answered = [outcome for _, path, outcome in stage.playground.requests if path.endswith("/callback")]
    assert answered[2:] == [500, 400]
    assert (answer.failed, id_of(answer), answer.followups) == (False, board, [])
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    assert stage.rows("SELECT action FROM moves") == [(4,)]
    assert not (await stage.click(stage.grace, board, "a1")).ephemeral


@pytest.mark.parametrize("status", [500, 429])
async def test_failed_edit_links_in_the_end(stage: Stage, status: int) -> None:
    old = await stage.challenge(stage.ada)
    stage.playground.fail_next("PATCH", EDIT, status=status)
    new = id_of(await stage.command(stage.ada, "board"))
    assert stage.link(new) in text_of(stage.message(old))


@pytest.mark.ci
async def test_refused_answer_is_drawn_anyway(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.fail_next("POST", CALLBACK, status=403)
    answer = await stage.click(stage.ada, board, "b2")
    assert (answer.failed, answer.followups) == (False, [])
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    assert not (await stage.click(stage.grace, board, "a1")).ephemeral


async def test_undrawable_move_is_safe(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.fail_next("POST", CALLBACK, status=403)
    stage.playground.fail_next("PATCH", EDIT, status=403)
    answer = await stage.click(stage.ada, board, "b2")
    assert [text_of(told) for told in answer.followups] == [UNDELIVERED]
    assert stage.rows("SELECT action FROM moves") == [(4,)]


async def test_next_press_redraws_the_board(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.fail_next("POST", CALLBACK, status=403)
    stage.playground.fail_next("PATCH", EDIT, status=403)
    await stage.click(stage.ada, board, "b2")
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
    stage.clock.advance(seconds=6)
    answer = await stage.click(stage.grace, board, "a1")
    assert answer.ephemeral
    assert "That press came too late: " in answer.text
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    assert not (await stage.click(stage.grace, board, "a1")).ephemeral


async def test_untold_move_is_safe(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.interactions.answer_within = 0.2
    stage.playground.fail_next("POST", CALLBACK, status=500)  # tried again when it is too late
    stage.playground.fail_next("PATCH", EDIT, status=403, times=2)
    stage.playground.fail_next("POST", MESSAGES, status=403)
    answer = await stage.click(stage.ada, board, "b2")
    stage.playground.interactions.answer_within = PATIENCE
    assert answer.failed
    assert "A refusal could not be delivered" in caplog.text
    stage.clock.advance(seconds=6)
    assert "That press came too late: " in (await stage.click(stage.grace, board, "a1")).text
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


async def test_board_shows_an_undelivered_match(stage: Stage) -> None:
    stage.playground.fail_next("POST", CALLBACK, status=403)
    answer = await stage.command(stage.ada, "challenge", level="hard")
    assert answer.text == UNDELIVERED
    answer = await stage.command(stage.ada, "board")
    assert "(O, hard)" in answer.text
    assert not (await stage.click(stage.ada, id_of(answer), "b2")).ephemeral


async def test_press_points_to_the_command_board(stage: Stage) -> None:
    stage.playground.fail_next("POST", CALLBACK, status=403)
    elsewhere = id_of(await stage.command(stage.ada, "challenge", first="me"))
    answer = await stage.press(stage.ada, elsewhere, "m:1:5:0")
    assert "`/board` shows it anew" in answer.text


async def test_undelivered_rematch_points_to_board(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    board = await stage.resign(stage.ada)
    stage.playground.fail_next("POST", CALLBACK, status=403)
    await stage.click(stage.ada, board, "Rematch")
    answer = await stage.click(stage.ada, board, "Rematch")
    assert answer.ephemeral
    assert answer.text == "The rematch has begun already. `/board` shows it."


async def test_uneditable_board_still_links(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bot")
    old = await stage.challenge(stage.ada)
    stage.playground.fail_next("PATCH", EDIT, status=403)
    new = id_of(await stage.command(stage.ada, "board"))
    assert "An old message could not be redrawn" in caplog.text
    assert stage.link(new) in (await stage.click(stage.ada, old, "b2")).text


async def test_board_is_redrawn_in_place(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(minutes=51)
    stage.playground.fail_next("POST", f"{FOLLOW_UP}|{MESSAGES}", status=403, times=2)
    answer = await stage.click(stage.ada, board, "b2")
    assert (answer.failed, answer.followups) == (False, [])
    assert stage.rows("SELECT action FROM moves") == [(4,)]
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


@pytest.mark.gateway("there is no connection to be lost")
@pytest.mark.parametrize("resumable", [True, False])
async def test_match_survives_a_lost_gateway(stage: Stage, *, resumable: bool) -> None:
    board = await stage.challenge(stage.ada)
    synced = len([path for _, path, _ in stage.playground.requests if "commands" in path])
    await stage.playground.drop_gateway(resumable=resumable)
    await stage.offline()
    await stage.playground.bot_ready()
    answer = await stage.click(stage.ada, board, "b2")
    assert not answer.ephemeral
    assert stage.rows("SELECT count(*) FROM moves") == [(2,)]
    assert len([path for _, path, _ in stage.playground.requests if "commands" in path]) == synced


@pytest.mark.gateway("there is no connection that tells later")
async def test_presses_wait_for_the_gateway(stage: Stage) -> None:
    boards = [await stage.challenge(stage.ada) for _ in range(3)]
    await stage.playground.drop_gateway(resumable=True)
    answers = await asyncio.gather(*(stage.click(stage.ada, board, "b2") for board in boards))
    assert not any(answer.failed or answer.ephemeral for answer in answers)
    assert stage.rows("SELECT count(*) FROM moves") == [(6,)]


async def test_vanished_message_stops_nothing(stage: Stage) -> None:
    old = await stage.challenge(stage.ada)
    stage.playground.expect_refusals(UNKNOWN_MESSAGE)
    stage.playground.world.delete(stage.message(old))
    answer = await stage.command(stage.ada, "move", to="b2")
    assert controls(stage.message(id_of(answer))) == AGAINST_MAXINE


async def test_restart_amid_a_match(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    await stage.click(stage.grace, board, "Resign")
    asked = button_id(stage.message(board), "Really resign?")
    await stage.restart()
    answer = await stage.press(stage.grace, board, asked)
    assert f"{stage.ada.mention} wins" in answer.text
    assert controls(stage.message(board)) == ENDED
