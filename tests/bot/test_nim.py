"""Nim as it is played, shown, explained and hinted at."""

from io import BytesIO

from PIL import Image

import engine
from bot.rendering.views import get_view
from bot.words.language import ENGLISH
from tests.bot.boards import board_rows, pictures
from tests.bot.desk import Desk
from tests.bot.shown import open_cells


async def test_every_taking_is_a_button(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, game="nim", level="perfect")
    rows = board_rows(desk.message(board))
    assert rows[:3] == [["a1"], ["b1", "b2", "b3"], ["c1", "c2", "c3", "c4", "c5"]]
    assert rows[3:5] == [["d1", "d2", "d3", "d4"], ["d5", "d6", "d7"]]
    [shown] = pictures(desk.message(board))
    assert shown["description"] == "Stones in the heaps: a 1, b 3, c 5, d 7."
    await desk.click(desk.ada, board, "d7")  # answered by the only move that wins
    assert open_cells(desk.message(board)) == ["a1", "b1", "b2", "b3", "c1", "c2"]
    assert board_rows(desk.message(board))[:5] == rows[:5]
    [shown] = pictures(desk.message(board))
    assert shown["description"].endswith("The last move took 3 stones from heap c.")


async def test_explanation_tells_of_pairs_and_else_of_parts(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="nim")
    await desk.moves(board, desk.ada, desk.grace, "d3 b3 a1 c1")
    await desk.resign(desk.ada)
    parts, lost, pairs = [(await desk.command(desk.ada, "explain", ply=ply)).text for ply in (2, 3, 4)]
    assert "Play b3: it leaves 1, 5 (1+4) and 4. Cut into 4s, 2s and 1s, every part has an equal" in parts
    assert "★ b3: win in 6\n" in parts
    assert "Every move loses now: in 1, 5 (1+4) and 4, every part has an equal one." in lost
    assert "Take one stone with a1 to last longest, and fear c1: then only pairs are left, and they" in lost
    assert "Play c1: then every heap has an equal one." in pairs


def test_picture_of_worth_counts_powers() -> None:
    view, state = get_view(engine.game("nim")), engine.game("nim").initial()
    plain, explained = (
        Image.open(BytesIO(view.render_picture(ENGLISH, state, None, analysis)))
        for analysis in (None, engine.analyse(state))
    )
    assert explained.height > plain.height + 4 * 40
