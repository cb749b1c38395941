"""Reversi as it is played, shown, explained and hinted at."""

from random import Random

import pytest

import engine
from bot.models import Move
from bot.playground.messages import text_of
from bot.rendering.views import get_view
from bot.rendering.views.reversi import MOST_KEYS
from bot.words.games import get_words
from bot.words.language import ENGLISH
from bot.words.move_groups import format_groups
from tests.bot.boards import board_rows, pictures
from tests.bot.desk import Desk
from tests.bot.shown import id_of, open_cells
from tests.engine.boards import state_after

CROWDED = "d3 e3 f6 c3 d2 c4 f4 d6 b5 e2 f3 e6 c7 c6 e7 f5 g4 g5 b3 b2 b1"
"""After these moves on 8x8 there are 26 to choose from."""

SMALL, LARGE = engine.game("reversi-6x6"), engine.game("reversi")


async def test_only_legal_moves_are_buttons(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="reversi")
    assert board_rows(desk.message(board))[0] == ["d3", "c4", "f5", "e6"]
    await desk.moves(board, desk.ada, desk.grace, "d3")
    assert board_rows(desk.message(board))[0] == ["c3", "e3", "c5"]
    [shown] = pictures(desk.message(board))
    assert shown["description"].startswith("Black has 4: d3, d4, e4, d5. White has 1: e5.")


def test_explanation_tells_of_choices() -> None:
    state = state_after(SMALL, "d5 c5 b2")
    assert "leaves the opponent" in "\n".join(format_groups(ENGLISH, engine.analyse(state, lambda: True)))


@pytest.mark.parametrize("slug", ["reversi", "reversi-6x6"])
async def test_symmetric_moves_have_no_other_reason(desk: Desk, slug: str) -> None:
    board = await desk.challenge(desk.ada, game=slug, level="easy")
    answer = await desk.click(desk.ada, board, "Explain")
    assert "all four are the same by symmetry" in answer.text
    assert ": about even\n" in f"{answer.text}\n"
    hint = await desk.click(desk.ada, board, "Hint")
    assert "all four are the same by symmetry" in hint.text
    told = [answer, await desk.click(desk.ada, id_of(hint), "Show the move")]
    told.append(await desk.click(desk.ada, id_of(answer), "All moves"))
    assert not [each.text for each in told if "moves to choose from" in each.text or "disc" in each.text]


def test_passed_player_is_told_of() -> None:
    words = get_words(SMALL)
    for seed in range(6):
        rng, state = Random(seed), SMALL.initial()
        while not state.is_terminal:
            last = Move(state.to_move, rng.choice(state.actions()))
            state = state.successor(last.action)
            is_again = state.to_move == last.player and not state.is_terminal
            assert words.describe(ENGLISH, state, last).endswith("moves again.") is is_again
        assert words.score(ENGLISH, state) == "{} discs to {}".format(
            *sorted(words.count_end(state) or (), reverse=True)
        )
        assert get_view(SMALL).list_keys(state) == []


async def test_moves_without_a_button_are_named(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="reversi")
    await desk.moves(board, desk.ada, desk.grace, CROWDED)
    message = desk.message(board)
    assert sum(map(len, board_rows(message)[:5])) == MOST_KEYS == len(open_cells(message))
    assert "There is no room for more buttons: play e8 or f8 with `/move`." in text_of(message)
    assert "no room" not in text_of(desk.message(id_of(await desk.command(desk.grace, "move", to="e8"))))
