"""What is said of the endings of Oware: who wins, with how many seeds, and by which line."""

import pytest

import engine
from bot.words.advice import format_advice
from bot.words.hints import format_theme
from bot.words.language import ENGLISH, Reader
from bot.words.lines_of_play import say_play
from bot.words.remarks import format_remark
from engine import Analysis
from engine.solver import limit_polls
from tests.bot.test_words import MATCH
from tests.engine.oware_again import Slow

WON = (1, 1, 0, 2, 3, 0, 0, 0, 0, 0, 1, 2)
"""Houses in which b gets ten of the seeds, and other moves get fewer."""


def analysed(houses: tuple[int, ...], stores: tuple[int, int], turn: int = 0) -> Analysis:
    return engine.analyse(Slow(houses, stores, turn).state, limit_polls(50))


def test_only_move_tells_who_wins() -> None:
    analysis = analysed((0, 0, 0, 0, 2, 0, 6, 3, 0, 1, 0, 0), (22, 14))
    assert format_advice(ENGLISH, analysis) == "e is your only move; South wins 27 to 21."
    assert (analysis.moves[0].proven, analysis.moves[0].exact) == (True, False)


def test_line_tells_both_sides_seeds() -> None:
    analysis = analysed(WON, (19, 19))
    [said] = say_play(Reader(ENGLISH, 10), MATCH, analysis.state, analysis.moves[0])
    assert said.startswith("Best play: ")
    assert said.endswith(" … · 29 seeds to 19")


def test_lost_move_tells_both_sides_seeds() -> None:
    analysis = analysed((0, 2, 1, 0, 0, 1, 0, 2, 1, 0, 0, 0), (18, 23))
    assert {move.value for move in analysis.moves} == {-1}
    said = format_advice(ENGLISH, analysis)
    assert said == "Every move loses now; after b, North plays b and wins 25 to 18 in the end."
    [reach] = engine.remarks(analysis)[1]
    told = format_remark(ENGLISH, analysis.state, 1, reach)
    assert told == "lets North reply b and win 25 to 18 in the end"


@pytest.mark.parametrize(
    ("houses", "stores", "turn", "said"),
    [
        (WON, (19, 19), 0, "You can win."),
        (WON, (17, 21), 0, "You can win, and only one move wins."),
        ((0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 4, 2), (23, 16), 1, "Every move loses."),
    ],
)
def test_hint_knows_the_result(
    houses: tuple[int, ...], stores: tuple[int, int], turn: int, said: str
) -> None:
    analysis = analysed(houses, stores, turn)
    assert format_theme(ENGLISH, analysis.state.game, engine.theme(analysis)).startswith(said)
