"""The boards that are pictures, as Discord gets them."""

import random
import re

import pytest

import engine
from bot.playground.messages import text_of
from tests.bot.boards import between, board_rows, is_cell, pictures
from tests.bot.desk import Desk
from tests.bot.shown import buttons, open_cells
from tests.bot.stage import Stage


async def test_oware_has_six_houses(stage: Stage) -> None:
    board = stage.message(await between(stage, "oware"))
    assert f"{stage.ada.mention} (South) against {stage.grace.mention} (North)" in text_of(board)
    assert f"It is {stage.ada.mention}'s turn (South)." in text_of(board)
    assert board_rows(board) == [["a", "b", "c"], ["d", "e", "f"]]
    [shown] = pictures(board)
    assert shown["description"].startswith("South, below, from left to right: a 4, b 4,")
    assert shown["media"]["url"].startswith(stage.playground.url)


async def test_oware_is_drawn_anew_each_move(stage: Stage) -> None:
    board = await between(stage, "oware")
    [before] = pictures(stage.message(board))
    await stage.click(stage.ada, board, "c")
    [after] = pictures(stage.message(board))
    assert after["description"].endswith("South sowed c last.")
    assert after["media"]["url"] != before["media"]["url"]
    assert "played c. It is" in text_of(stage.message(board))


async def test_oware_empty_house_is_disabled(desk: Desk) -> None:
    board = await between(desk, "oware")
    await desk.moves(board, desk.ada, desk.grace, "c a")
    assert open_cells(desk.message(board)) == ["a", "b", "d", "e", "f"]


async def test_old_oware_board_loses_its_buttons(desk: Desk) -> None:
    old = await between(desk, "oware")
    [shown] = pictures(desk.message(old))
    await desk.command(desk.ada, "board")
    [kept] = pictures(desk.message(old))
    assert kept["description"] == shown["description"]
    assert list(buttons(desk.message(old))) == []


async def test_oware_explanation_shows_its_position(desk: Desk) -> None:
    board = await between(desk, "oware")
    await desk.moves(board, desk.ada, desk.grace, "c a b")
    await desk.resign(desk.ada)
    answer = await desk.command(desk.ada, "explain", ply=2)
    [shown] = pictures(answer.message or {})
    assert "South sowed c last. North to move. What the moves are worth: " in shown["description"]
    assert f" Before move 2, {desk.grace.mention} (North) was to move. " in answer.text


async def test_resigned_oware_marks_no_house(desk: Desk) -> None:
    board = await between(desk, "oware")
    running = desk.message(board)
    resigned = desk.message(await desk.resign(desk.ada))
    assert pictures(resigned)[0]["description"] == pictures(running)[0]["description"]
    [before], [after] = (desk.world.files_of(message["id"]) for message in (running, resigned))
    assert after.content != before.content


@pytest.mark.ci
async def test_finished_oware_counts_seeds(desk: Desk) -> None:
    board = await between(desk, "oware")
    state, rng = engine.game("oware").initial(), random.Random(3)
    while not state.is_terminal:
        action = rng.choice(state.actions())
        name = state.name_of(action)
        answer = await desk.click((desk.ada, desk.grace)[state.to_move], board, name)
        state = state.successor(action)
    assert re.search(r"\*\*.*(wins|Draw)\*\*, \d+ seeds to \d+\.", answer.text)
    assert open_cells(desk.message(board)) == []


async def test_connect_four_has_seven_columns(desk: Desk) -> None:
    board = desk.message(await between(desk, "connect-four"))
    assert f"{desk.ada.mention} (🔴) against {desk.grace.mention} (🟡)" in text_of(board)
    assert board_rows(board) == [["1", "2", "3", "4"], ["5", "6", "7"]]
    [shown] = pictures(board)
    assert (
        shown["description"]
        == "The discs from the bottom up: "
        + "; ".join(f"column {number} empty" for number in range(1, 8))
        + "."
    )


async def test_connect_four_is_told_in_words(desk: Desk) -> None:
    board = await between(desk, "connect-four")
    await desk.moves(board, desk.ada, desk.grace, "4 4 5")
    [shown] = pictures(desk.message(board))
    assert "; column 4 red, yellow; column 5 red; column 6 empty;" in shown["description"]
    assert shown["description"].endswith(" Red played column 5 last.")
    assert f"It is {desk.grace.mention}'s turn (🟡)." in text_of(desk.message(board))


async def test_full_column_is_disabled(desk: Desk) -> None:
    board = await between(desk, "connect-four")
    await desk.moves(board, desk.ada, desk.grace, "4 4 4 4 4 4")
    assert open_cells(desk.message(board)) == ["1", "2", "3", "5", "6", "7"]


async def test_won_connect_four_says_so(desk: Desk) -> None:
    board = await between(desk, "connect-four")
    await desk.moves(board, desk.ada, desk.grace, "4 4 3 3 5 5 2")
    message = desk.message(board)
    assert pictures(message)[0]["description"].endswith("Red played column 2 last. Red has four in a row.")
    assert open_cells(message) == []
    assert f"**{desk.ada.mention} wins**." in text_of(message)


async def test_only_the_losing_line_is_red(desk: Desk) -> None:
    board = await between(desk, "tic-tac-toe-misere")
    await desk.moves(board, desk.ada, desk.grace, "b1 a1 b2 a2 c3 a3")
    cells = [button for button in buttons(desk.message(board)) if is_cell(button)]
    assert [button["label"] for button in cells if button["style"] == 4] == ["O", "O", "O"]
    assert [button["style"] for button in cells].count(2) == 6
