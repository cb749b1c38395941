"""The boards of every game, whose cells are buttons or a picture, as Discord gets them."""

import pytest

import engine
from bot.components.boards import id_prefixes
from bot.playground.messages import text_of
from bot.playground.things import Json
from bot.rendering.views import get_view
from bot.words.games import format_title
from bot.words.language import ENGLISH
from tests.bot.boards import board_rows, components, is_cell, pictures
from tests.bot.desk import Desk
from tests.bot.shown import BETWEEN_PEOPLE, ENDED, buttons, cells, controls, id_of, open_cells
from tests.bot.stage import Stage

CELLS = [column + row for row in "123" for column in "abc"]


@pytest.mark.parametrize(("game", "side"), [("four-in-a-row-4x4", 4), ("four-in-a-row-5x5", 5)])
async def test_larger_board_names_every_cell(desk: Desk, game: str, side: int) -> None:
    board = desk.message(await desk.between(desk.ada, desk.grace, game=game))
    assert board_rows(board) == [[f"{column}{row + 1}" for column in "abcde"[:side]] for row in range(side)]
    assert controls(board) == BETWEEN_PEOPLE


async def test_fullest_board_has_room_left(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="four-in-a-row-5x5")
    await desk.moves(board, desk.ada, desk.grace, "a1 a2")
    offered = id_of(await desk.command(desk.ada, "draw"))
    assert controls(desk.message(offered)) == ["Accept draw", "Decline", *BETWEEN_PEOPLE]
    assert components(desk.message(offered)["components"]) < 40
    await desk.click(desk.ada, offered, "Resign")
    asked = desk.message(offered)
    assert components(asked["components"]) <= 39 + ("Cancel" in controls(asked))


async def test_completed_four_stands_out(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="four-in-a-row-5x5")
    answer = await desk.moves(board, desk.ada, desk.grace, "a1 a2 b2 b1 c3 c1 d4")
    assert f"{desk.ada.mention} wins" in answer.text
    green = [button["label"] for button in buttons(desk.message(board)) if button["style"] == 3]
    assert green == ["X", "X", "X", "X", "Rematch"]
    assert open_cells(desk.message(board)) == []


async def test_misere_board_says_who_lost(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="tic-tac-toe-misere")
    answer = await desk.moves(board, desk.ada, desk.grace, "a1 b1 a2 b2 a3")
    assert answer.text.startswith("### Misère tic-tac-toe\n")
    assert f"**{desk.grace.mention} wins**: three in a row loses." in answer.text


async def test_wild_board_assigns_no_marks(desk: Desk) -> None:
    board = desk.message(await desk.between(desk.ada, desk.grace, game="tic-tac-toe-wild"))
    ada, grace = desk.ada.mention, desk.grace.mention
    assert text_of(board) == f"### Wild tic-tac-toe\n{ada} against {grace}\nIt is {ada}'s turn."
    against_maxine = desk.message(await desk.challenge(desk.ada, game="tic-tac-toe-wild"))
    assert f"{ada} against Maxine (medium)" in text_of(against_maxine)


async def test_wild_board_has_a_button_for_each_mark_in_each_cell(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="tic-tac-toe-wild")
    assert open_cells(desk.message(board)) == [f"{cell}{mark}" for mark in "xo" for cell in CELLS]
    assert controls(desk.message(board)) == BETWEEN_PEOPLE
    await desk.click(desk.ada, board, "b2o")
    assert [row[1] for row in board_rows(desk.message(board))] == ["b1x", "O", "b3x", "b1o", "O", "b3o"]
    assert desk.rows("SELECT action FROM moves") == [(9,)]


async def test_wild_board_after_the_end(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="tic-tac-toe-wild")
    await desk.moves(board, desk.ada, desk.grace, "a1x a2x a3x")
    assert board_rows(desk.message(board)) == [["X", "b1", "c1"], ["X", "b2", "c2"], ["X", "b3", "c3"]]
    assert controls(desk.message(board)) == ENDED


async def is_found_again(desk: Desk, message: Json) -> bool:
    """Whether a board whose answer was lost is recognized by its buttons."""
    match = await desk.match()
    return any(f"{each['custom_id']}:".startswith(id_prefixes(match)) for each in buttons(message))


@pytest.mark.parametrize("slug", engine.games())
async def test_every_game_is_shown_and_resigned(desk: Desk, slug: str) -> None:
    game, board = engine.game(slug), desk.message(await desk.challenge(desk.ada, game=slug))
    assert text_of(board).startswith(f"### {format_title(ENGLISH, game)}\n")
    assert len(open_cells(board)) == len(game.initial().actions())
    assert await is_found_again(desk, board)
    resigned = desk.message(await desk.resign(desk.ada))
    assert "resigned" in text_of(resigned)
    assert open_cells(resigned) == []
    assert bool(cells(resigned)) == get_view(game).is_shown_by_keys
    assert await is_found_again(desk, resigned)


async def test_oware_has_six_houses(stage: Stage) -> None:
    board = stage.message(await stage.between(stage.ada, stage.grace, game="oware"))
    assert f"{stage.ada.mention} (South) against {stage.grace.mention} (North)" in text_of(board)
    assert f"It is {stage.ada.mention}'s turn (South)." in text_of(board)
    assert board_rows(board) == [["a", "b", "c"], ["d", "e", "f"]]
    [shown] = pictures(board)
    assert shown["description"].startswith("South, below, from left to right: a 4, b 4,")
    assert shown["media"]["url"].startswith(stage.playground.url)


async def test_oware_is_drawn_anew_each_move(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace, game="oware")
    [before] = pictures(stage.message(board))
    await stage.click(stage.ada, board, "c")
    [after] = pictures(stage.message(board))
    assert after["description"].endswith("South sowed c last.")
    assert after["media"]["url"] != before["media"]["url"]
    assert "played c. It is" in text_of(stage.message(board))


async def test_resigned_oware_marks_no_house(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="oware")
    running = desk.message(board)
    resigned = desk.message(await desk.resign(desk.ada))
    assert pictures(resigned)[0]["description"] == pictures(running)[0]["description"]
    [before], [after] = (desk.world.files_of(message["id"]) for message in (running, resigned))
    assert after.content != before.content


async def test_connect_four_has_seven_columns(desk: Desk) -> None:
    board = desk.message(await desk.between(desk.ada, desk.grace, game="connect-four"))
    assert f"{desk.ada.mention} (🔴) against {desk.grace.mention} (🟡)" in text_of(board)
    assert board_rows(board) == [["1", "2", "3", "4"], ["5", "6", "7"]]


async def test_connect_four_is_told_in_words(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="connect-four")
    await desk.moves(board, desk.ada, desk.grace, "4 4 3 3 5 5 2")
    [shown] = pictures(desk.message(board))
    assert "; column 4 red, yellow; column 5 red, yellow; column 6 empty;" in shown["description"]
    assert shown["description"].endswith(" Red played column 2 last. Red has four in a row.")


async def test_only_the_losing_line_is_red(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="tic-tac-toe-misere")
    await desk.moves(board, desk.ada, desk.grace, "b1 a1 b2 a2 c3 a3")
    cells = [button for button in buttons(desk.message(board)) if is_cell(button)]
    assert [button["label"] for button in cells if button["style"] == 4] == ["O", "O", "O"]
    assert [button["style"] for button in cells].count(2) == 6
