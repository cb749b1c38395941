"""Dots and boxes as it is played, shown, explained and hinted at."""

import engine
from bot.models import Move
from bot.rendering.views import get_view
from bot.words.games import get_words
from bot.words.language import ENGLISH
from tests.bot.boards import board_rows, pictures
from tests.bot.desk import Desk
from tests.bot.shown import id_of, open_cells

GAME = engine.game("dots-and-boxes")


async def test_every_open_line_is_a_button(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="dots-and-boxes")
    rows = board_rows(desk.message(board))
    assert rows[:5] == [list(letters) for letters in ("abcde", "fghij", "klmno", "pqrst", "uvwx")]
    await desk.moves(board, desk.ada, desk.grace, "a w")
    assert len(open_cells(desk.message(board))) == 22


async def test_closing_a_box_keeps_the_turn(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="dots-and-boxes")
    await desk.moves(board, desk.ada, desk.grace, "a w d h")
    await desk.click(desk.ada, board, "e")
    [shown] = pictures(desk.message(board))
    assert shown["description"].startswith("Boxes, row by row: Blue, open, open;")
    assert shown["description"].endswith("Blue drew e last. Blue draws again.")
    await desk.click(desk.ada, board, "x")


async def test_explanation_says_what_is_given_away(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, game="dots-and-boxes", level="perfect")
    answer = await desk.click(desk.ada, board, "Explain")
    assert "loss by 3" in answer.text
    assert "Play what you like, such as a: every move is as good." in answer.text
    assert "23 lines" not in answer.text  # as after every move
    hint = await desk.click(desk.ada, board, "Hint")
    assert "Every move loses, and all by as many." in hint.text
    assert "★ a: loss by 3" in (await desk.click(desk.ada, id_of(hint), "Show the move")).text


def test_finished_game_tells_its_score() -> None:
    state = GAME.initial()
    while not state.is_terminal:
        last, state = Move(state.to_move, state.actions()[0]), state.successor(state.actions()[0])
    words = get_words(GAME)
    assert words.score(ENGLISH, state) == "9 boxes to 0"
    assert "draws again" not in words.describe(ENGLISH, state, last)
    assert get_view(GAME).list_keys(state) == []
