"""The boards of every game, and those whose cells are buttons, as Discord gets them."""

import pytest

import engine
from bot.components.boards import id_prefixes
from bot.playground.messages import text_of
from bot.rendering.views import get_view
from bot.words.games import format_title
from bot.words.language import ENGLISH
from tests.bot.boards import between, board_rows, components
from tests.bot.desk import Desk
from tests.bot.shown import (
    ASKED_AGAINST_MAXINE,
    BETWEEN_PEOPLE,
    ENDED,
    buttons,
    controls,
    id_of,
    open_cells,
)
from tests.bot.stage import Stage

CELLS = [column + row for row in "123" for column in "abc"]


@pytest.mark.parametrize(("game", "side"), [("four-in-a-row-4x4", 4), ("four-in-a-row-5x5", 5)])
async def test_larger_board_names_every_cell(desk: Desk, game: str, side: int) -> None:
    board = desk.message(await between(desk, game))
    assert board_rows(board) == [[f"{column}{row + 1}" for column in "abcde"[:side]] for row in range(side)]
    assert controls(board) == BETWEEN_PEOPLE


async def test_largest_board_fits_with_the_question(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, game="four-in-a-row-5x5")
    await desk.click(desk.ada, board, "Resign")
    assert controls(desk.message(board)) == ASKED_AGAINST_MAXINE
    assert components(desk.message(board)["components"]) == 39


async def test_fullest_board_has_room_left(desk: Desk) -> None:
    board = await between(desk, "four-in-a-row-5x5")
    await desk.moves(board, desk.ada, desk.grace, "a1 a2")
    offered = id_of(await desk.command(desk.ada, "draw"))
    assert controls(desk.message(offered)) == ["Accept draw", "Decline", *BETWEEN_PEOPLE]
    assert components(desk.message(offered)["components"]) < 40
    await desk.click(desk.ada, offered, "Resign")
    asked = desk.message(offered)
    assert components(asked["components"]) <= 39 + ("Cancel" in controls(asked))


@pytest.mark.parametrize("slug", engine.games())
async def test_dead_keys_go_away(desk: Desk, slug: str) -> None:
    board = await desk.challenge(desk.ada, game=slug)
    for is_over in (False, True):
        match = await desk.storage.matches.find(1)
        assert match is not None
        ids = [f"{button['custom_id']}:" for button in buttons(desk.message(board))]
        keys = [id_ for id_ in ids if id_.startswith("m:")]
        assert bool(keys) == (not is_over or get_view(match.game).is_shown_by_keys)
        assert any(id_.startswith(id_prefixes(match)) for id_ in ids)
        board = board if is_over else await desk.resign(desk.ada)


async def test_completed_four_stands_out(desk: Desk) -> None:
    board = await between(desk, "four-in-a-row-5x5")
    answer = await desk.moves(board, desk.ada, desk.grace, "a1 a2 b2 b1 c3 c1 d4")
    assert f"{desk.ada.mention} wins" in answer.text
    green = [button["label"] for button in buttons(desk.message(board)) if button["style"] == 3]
    assert green == ["X", "X", "X", "X", "Rematch"]
    assert open_cells(desk.message(board)) == []


async def test_suggestions_for_the_largest_board(stage: Stage) -> None:
    await between(stage, "four-in-a-row-5x5")
    choices = await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "")
    assert len(choices) == 25


async def test_misere_board_says_who_lost(desk: Desk) -> None:
    board = await between(desk, "tic-tac-toe-misere")
    answer = await desk.moves(board, desk.ada, desk.grace, "a1 b1 a2 b2 a3")
    assert answer.text.startswith("### Misère tic-tac-toe\n")
    assert f"**{desk.grace.mention} wins**: three in a row loses." in answer.text


async def test_wild_board_assigns_no_marks(desk: Desk) -> None:
    board = desk.message(await between(desk, "tic-tac-toe-wild"))
    ada, grace = desk.ada.mention, desk.grace.mention
    assert text_of(board) == f"### Wild tic-tac-toe\n{ada} against {grace}\nIt is {ada}'s turn."
    against_maxine = desk.message(await desk.challenge(desk.ada, game="tic-tac-toe-wild"))
    assert f"{ada} against Maxine (medium)" in text_of(against_maxine)


async def test_wild_board_has_a_button_for_each_mark_in_each_cell(desk: Desk) -> None:
    board = await between(desk, "tic-tac-toe-wild")
    assert open_cells(desk.message(board)) == [f"{cell}{mark}" for mark in "xo" for cell in CELLS]
    assert controls(desk.message(board)) == BETWEEN_PEOPLE
    await desk.click(desk.ada, board, "b2o")
    assert [row[1] for row in board_rows(desk.message(board))] == ["b1x", "O", "b3x", "b1o", "O", "b3o"]
    assert desk.rows("SELECT action FROM moves") == [(9,)]


async def test_wild_move_is_played_by_name(stage: Stage) -> None:
    await between(stage, "tic-tac-toe-wild")
    assert len(await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "")) == 18
    answer = await stage.command(stage.ada, "move", to="b2o")
    assert board_rows(stage.message(id_of(answer)))[1] == ["a2x", "O", "c2x"]


async def test_wild_board_after_the_end(desk: Desk) -> None:
    board = await between(desk, "tic-tac-toe-wild")
    await desk.moves(board, desk.ada, desk.grace, "a1x a2x a3x")
    assert board_rows(desk.message(board)) == [["X", "b1", "c1"], ["X", "b2", "c2"], ["X", "b3", "c3"]]
    assert controls(desk.message(board)) == ENDED


@pytest.mark.parametrize("slug", engine.games())
async def test_every_game_is_shown_and_resigned(desk: Desk, slug: str) -> None:
    board = await desk.challenge(desk.ada, game=slug)
    assert text_of(desk.message(board)).startswith(f"### {format_title(ENGLISH, engine.game(slug))}\n")
    state = engine.game(slug).initial()
    assert len(open_cells(desk.message(board))) == len(state.actions())
    resigned = desk.message(await desk.resign(desk.ada))
    assert "resigned" in text_of(resigned)
    assert open_cells(resigned) == []
