"""Three men's morris as it is played, shown, explained and hinted at."""

from io import BytesIO

from PIL import Image, ImageChops

import engine
from bot.models import Move
from bot.rendering.game_view import Tint
from bot.rendering.views import get_view
from bot.words.language import ENGLISH
from tests.bot.boards import board_rows, pictures
from tests.bot.desk import Desk
from tests.bot.shown import id_of, open_cells
from tests.engine.boards import state_after

GAME = engine.game("three-mens-morris")
PLACED = "a1 b2 c2 a2 b1 a3"


async def test_points_are_buttons_while_placing(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="three-mens-morris")
    await desk.moves(board, desk.ada, desk.grace, "a1 b2")
    rows = board_rows(desk.message(board))
    assert rows[:3] == [["X", "b1", "c1"], ["a2", "O", "c2"], ["a3", "b3", "c3"]]
    assert len(open_cells(desk.message(board))) == 7


async def test_each_man_has_a_row(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="three-mens-morris")
    await desk.moves(board, desk.ada, desk.grace, PLACED)
    assert board_rows(desk.message(board))[:2] == [["b1-c1"], ["c2-c1", "c2-c3"]]
    await desk.click(desk.ada, board, "c2-c1")
    [shown] = pictures(desk.message(board))
    assert shown["description"] == (
        "X on a1, b1 and c1, O on a2, b2 and a3. The last move was c2-c1. a1, b1 and c1 make a line, which"
        " wins."
    )


async def test_explanation_names_what_cannot_be_reached(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="three-mens-morris")
    await desk.moves(board, desk.ada, desk.grace, "a1 b1 c1 a3 a2 c3")
    await desk.resign(desk.ada)
    answer = await desk.command(desk.ada, "explain", ply=6)
    assert "Play b2: it threatens to win with a3-b3, and none of X's men can get to b3." in answer.text
    assert "★ b2: win in 2\n" in answer.text  # why is said above, and there is no room twice


async def test_hint_looks_at_the_centre(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, game="three-mens-morris", level="perfect")
    hint = await desk.click(desk.ada, board, "Hint")
    assert "You can force a win in 5 moves, and only one move does it. Look at the centre" in hint.text
    assert "★ b2: win in 5" in (await desk.click(desk.ada, id_of(hint), "Show the move")).text


def test_picture_marks_both_ends_of_a_move() -> None:
    view, before = get_view(GAME), state_after(GAME, PLACED)
    action = GAME.action_named(before, "c2-c3")
    pictured = [
        Image.open(BytesIO(view.render_picture(ENGLISH, before.successor(action), last)))
        for last in (None, Move(0, action))
    ]
    assert view.trace(before, action) == tuple(map(view.locate_cell, (5, 8)))
    assert view.trace(GAME.initial(), 0) is None
    changed = ImageChops.difference(*(each.convert("RGB") for each in pictured)).getbbox()
    assert changed is not None
    assert changed[0] > 480  # in the right column alone
    assert changed[1] > 200


def test_won_row_stands_out() -> None:
    state = state_after(GAME, f"{PLACED} c2-c1")
    tints = [[key.tint for key in row] for row in get_view(GAME).list_keys(state)]
    assert tints == [[Tint.WON] * 3, [Tint.PLAIN] * 3, [Tint.PLAIN] * 3]
