"""Presses that cannot be followed: each is answered privately with what was wrong, and changes nothing."""

import asyncio

import pytest

from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import (
    ASKED_AGAINST_MAXINE,
    BETWEEN_PEOPLE,
    LOST,
    button_id,
    buttons,
    cells,
    controls,
    id_of,
    private_text,
)
from tests.bot.stage import Stage


def moves(scene: Scene) -> list[tuple[int, int, int]]:
    return [(match, ply, action) for match, ply, action in scene.rows("SELECT * FROM moves")]


async def test_stale_press_tells_the_standing(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stale = button_id(stage.message(board), "c3")
    await stage.moves(board, stage.ada, stage.grace, "a1 b1")
    before = moves(stage)
    answer = await stage.press(stage.ada, board, stale)
    ada, grace = stage.ada.mention, stage.grace.mention
    assert f"That press came too late: {grace} played b1. It is {ada}'s turn (X)." in private_text(answer)
    assert stage.link(board) not in answer.text
    assert moves(stage) == before


async def test_stale_press_links_to_the_board(desk: Desk) -> None:
    old = await desk.challenge(desk.ada)
    press = button_id(desk.message(old), "b2")
    new = id_of(await desk.command(desk.ada, "board"))
    answer = await desk.press(desk.ada, old, press)
    assert "This board is old" in private_text(answer)
    assert desk.link(new) in answer.text
    assert moves(desk) == []


async def test_press_out_of_turn_is_refused(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    answer = await desk.click(desk.grace, board, "b2")
    assert f"It is not your turn. Please wait until {desk.ada.mention} has moved." in private_text(answer)
    assert moves(desk) == []


@pytest.mark.parametrize("label", ["b2", "Resign"])
async def test_strangers_press_nothing(desk: Desk, label: str) -> None:
    board = await desk.between(desk.ada, desk.grace)
    answer = await desk.click(desk.eve, board, label)
    assert f"This match is between {desk.ada.mention} and {desk.grace.mention}." in private_text(answer)
    assert "`/challenge`" in answer.text
    assert controls(desk.message(board)) == BETWEEN_PEOPLE


async def test_taken_cell_lists_the_open_ones(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "b2")
    answer = await desk.press(desk.grace, board, "m:1:1:4")
    assert "This cell is taken." in private_text(answer)
    assert "a1, b1, c1, a2, c2, a3, b3, c3" in answer.text
    assert moves(desk) == [(1, 0, 4)]


@pytest.mark.parametrize("action", [9, 999, 10**17])
async def test_unknown_cell_is_refused(desk: Desk, action: int) -> None:
    board = await desk.challenge(desk.ada)
    answer = await desk.press(desk.ada, board, f"m:1:0:{action}")
    assert "a1, b1, c1, a2, b2, c2, a3, b3, c3" in private_text(answer)
    assert moves(desk) == []


@pytest.mark.parametrize("label", ["b2", "Resign"])
async def test_press_after_the_end_is_refused(desk: Desk, label: str) -> None:
    board = await desk.challenge(desk.ada)
    press = button_id(desk.message(board), label)
    await desk.resign(desk.ada)
    answer = await desk.press(desk.ada, board, press)
    assert "This match is over." in private_text(answer)
    assert moves(desk) == []


@pytest.mark.parametrize(
    "custom_id",
    [
        "zzz",
        "m",
        "m:1:0",
        "m:1:0:4:5",
        "m:x:0:4",
        " m:1:0:4",
        "m:1:0:4\n",
        "M:1:0:4",
        "e:9999999999999999999",
        "9" * 100,
    ],
)
async def test_unknown_button_is_answered(desk: Desk, custom_id: str) -> None:
    board = await desk.challenge(desk.ada)
    answer = await desk.press(desk.ada, board, custom_id)
    assert "This button no longer exists." in private_text(answer)
    assert "`/board`" in answer.text
    assert moves(desk) == []


@pytest.mark.parametrize(
    "custom_id", ["m:99:0:4", "e:99", "r:99:0", "rc:99:0:1", "n:99", "p:99:0:0", "m:8999999999999999999:0:4"]
)
async def test_match_nobody_knows_is_answered(desk: Desk, custom_id: str) -> None:
    board = await desk.challenge(desk.ada)
    answer = await desk.press(desk.ada, board, custom_id)
    assert "This button belongs to a match I no longer know." in private_text(answer)


async def test_double_press_plays_once(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    press = button_id(stage.message(board), "b2")
    answers = await asyncio.gather(*(stage.press(stage.ada, board, press) for _ in range(2)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True]
    [loser] = [answer for answer in answers if answer.ephemeral]
    assert "That press came too late: " in loser.text
    assert len(moves(stage)) == 2
    assert cells(stage.message(board)).count("X") == 1


@pytest.mark.ci
async def test_last_move_and_resignation_at_once(stage: Stage) -> None:
    for _ in range(5):
        board = await stage.between(stage.ada, stage.grace)
        await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2")
        asked = id_of(await stage.command(stage.grace, "resign"))
        answers = await asyncio.gather(
            stage.click(stage.ada, board, "a3"), stage.click(stage.grace, asked, "Really resign?")
        )
        assert not any(answer.failed for answer in answers)
    assert stage.rows(
        "SELECT user_id, wins, losses FROM standings WHERE guild_id = 0 ORDER BY wins DESC"
    ) == [
        (stage.ada.id, 5, 0),
        (stage.grace.id, 0, 5),
    ]


async def test_resign_is_asked_twice(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    answer = await desk.click(desk.ada, board, "Resign")
    assert not answer.ephemeral
    assert controls(desk.message(board)) == ASKED_AGAINST_MAXINE
    assert desk.rows("SELECT result FROM matches") == [(None,)]
    answer = await desk.click(desk.ada, board, "Really resign?")
    assert "Maxine wins" in answer.text
    assert controls(desk.message(board)) == LOST
    assert all(button["disabled"] for button in buttons(desk.message(board)) if button["label"] in "a1b2c3")


async def test_any_move_takes_the_question_back(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.grace, board, "Resign")
    really = button_id(desk.message(board), "Really resign?")
    await desk.click(desk.ada, board, "b2")
    assert controls(desk.message(board)) == BETWEEN_PEOPLE
    assert "That press came too late: " in private_text(await desk.press(desk.grace, board, really))
    assert desk.rows("SELECT result FROM matches") == [(None,)]


async def test_question_is_for_who_pressed(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "Resign")
    answer = await desk.click(desk.grace, board, "Really resign?")
    assert f"This question is for {desk.ada.mention}." in private_text(answer)
    assert "This match is between" in private_text(await desk.click(desk.eve, board, "Really resign?"))
    answer = await desk.click(desk.ada, board, "Really resign?")
    assert f"{desk.grace.mention} wins" in answer.text


async def test_settled_stale_board_is_redrawn(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stale = button_id(stage.message(board), "c3")
    await stage.click(stage.ada, board, "b2")
    stage.playground.world.edit(stage.message(board), {"components": []})
    stage.clock.advance(seconds=6)
    assert "That press came too late: " in private_text(await stage.press(stage.grace, board, stale))
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


async def test_settled_old_board_becomes_a_link(stage: Stage) -> None:
    old = await stage.challenge(stage.ada)
    live = stage.message(old)
    new = id_of(await stage.command(stage.ada, "board"))
    stage.playground.world.edit(stage.message(old), {"components": live["components"]})
    stage.clock.advance(seconds=6)
    assert stage.link(new) in private_text(await stage.click(stage.ada, old, "b2"))
    assert list(buttons(stage.message(old))) == []


async def test_forged_press_draws_no_board(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    other = await stage.challenge(stage.grace, opponent=stage.ada)
    before = stage.message(other)
    for custom_id in ("m:1:0:4", "r:1:0", f"rc:1:0:{stage.ada.id}"):
        answer = await stage.press(stage.ada, other, custom_id)
        assert "This board is old" in private_text(answer)
        assert stage.link(board) in answer.text
    stage.clock.advance(seconds=6)
    await stage.press(stage.ada, other, "m:1:7:4")
    assert stage.message(other) == before
    assert moves(stage) == []
    assert stage.rows("SELECT message_id, result FROM matches") == [(board, None)]
