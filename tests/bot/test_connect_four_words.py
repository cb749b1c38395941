"""What is said of moves of Connect Four: in a list, and as advice."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

import engine
from bot.rendering.views import connect_four, get_view
from bot.words import general_advice
from bot.words.advice import format_advice
from bot.words.game_words import fill_phrase
from bot.words.games import get_words
from bot.words.language import ENGLISH
from bot.words.remarks import find_places, format_remark
from engine import General, Remark
from engine.teachers.connect_four.kinds import ConnectFourKind
from tests.engine.boards import random_state, state_after

GAME = engine.game("connect-four")
ROW_2_OF_6, ROW_3_OF_1, ROW_4_OF_1 = 33, 21, 14
FEW, MANY = (ROW_2_OF_6,), (14, 15, 16, 17)


@pytest.mark.parametrize(
    ("remark", "text"),
    [
        (
            Remark(ConnectFourKind.WAITING_THREATS, cells=FEW),
            "makes a threat on row 2 of column 6",
        ),
        (
            Remark(ConnectFourKind.LASTING_THREATS, cells=FEW),
            (
                "makes a threat on row 2 of column 6, and the opponent has to play under it if the other"
                " columns fill up"
            ),
        ),
        (
            Remark(ConnectFourKind.ANSWERS_TO_WIN, cells=FEW, besides=(0, 3)),
            (
                "wins by answering every disc on top of it from now on (only the next disc in 1 is answered"
                " in 4, and the other way round), which gets row 2 of column 6 in the end"
            ),
        ),
        (
            Remark(ConnectFourKind.ANSWERS_TO_HOLD, cells=MANY, besides=(0, 3, 4, 6)),
            (
                "cannot lose any more by answering every disc on top of it from now on (only the next"
                " disc in one column of these pairs is answered in the other: 1 and 4; 5 and 7)"
            ),
        ),
        (
            Remark(ConnectFourKind.LEADS_TO_ANSWERED, (0,), 14, besides=(0, 3), cells=FEW),
            (
                "the opponent plays 1 above it, after move 14 of the best line nearly always answers on top"
                " of the last disc, and so gets row 2 of column 6 in the end"
            ),
        ),
        (
            Remark(ConnectFourKind.ANSWERED_TO_LOSS, (0,), cells=FEW),
            (
                "the opponent plays 1 above it, then always on top of the last disc, and so gets row 2 of"
                " column 6 in the end"
            ),
        ),
        (
            Remark(ConnectFourKind.LED_TO_SQUEEZE, (3,), 37, cells=FEW),
            (
                "if the opponent replies 4, runs out of other moves and at move 37 has to play under row 2 of"
                " column 6"
            ),
        ),
        (
            Remark(ConnectFourKind.TAKES_REPLY, (1, 2), 9, cells=FEW),
            "takes the place where the opponent would answer 2 or 3",
        ),
        (
            Remark(ConnectFourKind.LEAVES_BEST, (5,), cells=FEW),
            "leaves 6 to the opponent, which is best for you as well",
        ),
        (
            Remark(ConnectFourKind.THUMB_LETS_LINES, (3,), 9, cells=FEW),
            "leaves 4 to the opponent, part of 9 possible fours (rule of thumb)",
        ),
        (
            Remark(ConnectFourKind.THUMB_LEAVES_PLACE, (3, 4), 9, cells=FEW),
            "leaves 4 or 5 to the opponent, part of 9 possible fours (rule of thumb)",
        ),
        (
            Remark(ConnectFourKind.THEIR_HOLE, cells=(ROW_2_OF_6, ROW_3_OF_1)),
            (
                "has to play under one of the opponent's holes on row 2 of column 6 and row 3 of column 1 in"
                " the end"
            ),
        ),
    ],
)
def test_remark_is_said_in_plain_words(remark: Remark, text: str) -> None:
    assert format_remark(ENGLISH, GAME.initial(), 0, remark) == text


@pytest.mark.parametrize(
    ("remark", "text"),
    [
        (
            Remark(ConnectFourKind.AVOIDS, (3, 4)),
            "Play 1 and leave 4 and 5 alone: if you play there, Yellow plays on top and wins in the end.",
        ),
        (
            Remark(ConnectFourKind.LASTING_THREATS, cells=FEW),
            (
                "Play 1: it makes a threat on row 2 of column 6. When the other columns are full, Yellow has"
                " to play right below it, and you have four."
            ),
        ),
        (
            Remark(ConnectFourKind.HOLE, number=1, cells=FEW),
            (
                "Play 1. The hole on row 2 of column 6 is yours: when the other free place is filled, it is"
                " Yellow's turn, and they have to play right below it. Then you get four there."
            ),
        ),
        (
            Remark(ConnectFourKind.THEIR_HOLE, number=1, cells=FEW),
            (
                "The hole on row 2 of column 6 is Yellow's: when the other free place is filled, it is your"
                " turn, and you have to play right below it."
            ),
        ),
        (
            Remark(ConnectFourKind.THUMB_TAKES_LINES, number=6, of=5),
            "It takes 6 possible fours from Yellow, more than any other place (rule of thumb).",
        ),
        (
            Remark(ConnectFourKind.THUMB_MOST_LINES, number=7, of=5),
            (
                "Play 1: it is part of 7 possible fours, no other place you can take now of more than 5 (rule"
                " of thumb)."
            ),
        ),
        (
            Remark(ConnectFourKind.THUMB_MOST_LINES, number=7, of=7),
            "Play 1: it is part of 7 possible fours, and no place you can take now of more (rule of thumb).",
        ),
        (Remark(General.FEW_REPLIES_WIN, (1, 2)), "Only 2 and 3 win for Yellow then."),
        (
            Remark(ConnectFourKind.TOWARDS_FOUR, cells=(35, 36, 37, 38)),
            "Play 1: it is one of the four that you get in the end, row 1, columns 1 to 4.",
        ),
        (
            Remark(ConnectFourKind.TOWARDS_FOUR, cells=(14, 21, 28, 35)),
            "Play 1: it is one of the four that you get in the end, column 1, rows 1 to 4.",
        ),
        (
            Remark(ConnectFourKind.TOWARDS_FOUR, cells=(17, 23, 29, 35)),
            (
                "Play 1: it is one of the four that you get in the end, from row 1 of column 1 to row 4 of"
                " column 4."
            ),
        ),
        (
            Remark(ConnectFourKind.TAKES_REPLY, (1, 2), 9, cells=FEW, of=8),
            (
                "Play 1 before Yellow does: after 2 or 3 they would take that place. It is part of 9 possible"
                " fours, others now of at most 8."
            ),
        ),
        (
            Remark(ConnectFourKind.TAKES_REPLY, (1, 2, 3, 4), cells=FEW),
            "Play 1 before Yellow does: after most other moves they would take that place.",
        ),
        (Remark(General.WINS, cells=(35, 36, 37, 38)), "Play 1 and win: four in row 1."),
        (Remark(General.WINS, cells=(14, 21, 28, 35)), "Play 1 and win: four on top of each other."),
        (Remark(General.WINS, cells=(17, 23, 29, 35)), "Play 1 and win: four in a line."),
        (
            Remark(General.BLOCKS_WIN, cells=(35, 36, 37, 38)),
            "Block 1: Yellow would have four in row 1.",
        ),
        (
            Remark(General.BLOCKS_WIN, cells=(14, 21, 28, 35)),
            "Block 1: Yellow would have four on top of each other there.",
        ),
        (
            Remark(General.BLOCKS_WIN, cells=(17, 23, 29, 35)),
            "Block 1: Yellow would have four on a diagonal.",
        ),
    ],
)
def test_advice_says_what_and_why(remark: Remark, text: str) -> None:
    assert advised(GAME.initial(), 0, remark) == text


def advised(state: engine.State, action: engine.Action, remark: Remark) -> str:
    phrase = get_words(GAME).advice.get(remark.kind) or general_advice.ADVICE[remark.kind]
    return fill_phrase(ENGLISH, phrase, remark, find_places(ENGLISH, state, action, remark))


@pytest.mark.ci
def test_advice_names_every_best_move() -> None:
    rng = Random(7)
    for ply in [*range(0, 41, 4)] * 4:
        state = random_state(GAME, ply, rng)
        analysis = engine.analyse(state, depth=None if ply > 26 else 3)
        remarked = engine.remarks(analysis)
        for action in analysis.best:
            told = remarked[action][0]
            text = advised(state, action, told)
            assert GAME.name_of(state, action) in text or told.kind in get_words(GAME).hopeless, (text, told)


def test_every_kind_is_said_in_full() -> None:
    state = state_after(GAME, "4 4 4 4 4 4")
    for kind in ConnectFourKind:
        for cells in ((ROW_3_OF_1,), (ROW_4_OF_1, ROW_3_OF_1)):
            remark = Remark(kind, (0, 1), 12, (0, 1), cells, 3)
            assert "{" not in format_remark(ENGLISH, state, 4, remark)
            if kind in get_words(GAME).advice:
                assert "5" in advised(state, 4, remark) or kind in get_words(GAME).hopeless


RING = (255, 92, 168)
SQUEEZED = "4 5 4 3 4 4 4 3 3 7 3 4 3 3 5 6 5 7 7 5 7 7 6 6 5 1 5 1 1 2"


def test_headline_names_the_deciding_hole() -> None:
    analysis = engine.analyse(state_after(GAME, SQUEEZED))
    assert "The hole on row 5 of column 2 is yours" in format_advice(ENGLISH, analysis)
    assert get_view(GAME).list_rings(analysis) == (8,)


def test_ring_is_around_its_hole() -> None:
    state, side = state_after(GAME, SQUEEZED), connect_four._SIDE
    for analysis in (engine.analyse(state), None):
        png = get_view(GAME).render_picture(ENGLISH, state, None, analysis)
        image = Image.open(BytesIO(png)).convert("RGB")
        left_of_it = image.width // 2 - 2 * side - 2 * side // 5, connect_four._HEAD + side + side // 2
        assert (image.getpixel(left_of_it) == RING) == (analysis is not None)


def test_headlines_tell_of_no_later_move() -> None:
    rng = Random(5)
    for ply in range(24, 40):
        state = random_state(GAME, ply, rng)
        assert "of the best line" not in format_advice(ENGLISH, engine.analyse(state))


@pytest.mark.parametrize(
    ("worths", "text"),
    [
        ((8, 8, 6), "Every move loses now; 1 holds out as long as any."),
        ((8, 6, 6), "Every move loses now; 1 holds out longest."),
        ((None, 8, 6), "Every move loses now; try 2."),
    ],
)
def test_said_who_holds_out_longest(worths: tuple[int | None, ...], text: str) -> None:
    state = GAME.initial()
    moves = (
        engine.AnalysedMove(
            action, -1, distance or 4, exact=bool(distance), line=(action, action), proven=True
        )
        for action, distance in enumerate((*worths, 4, 4, 4, 4))
    )
    assert format_advice(ENGLISH, engine.Analysis.of(state, moves)).startswith(text)


def test_hole_follows_another_reason() -> None:
    state = state_after(GAME, "2 6 4 3 4 4 4 4 3 3 3 6 6 4 3 6 2 2 2 3 6 6 7 7 7 7 1")
    block, hole, *_ = format_advice(ENGLISH, engine.analyse(state)).split(". ")
    assert block == "Block 1: Red would have four in row 2"
    assert hole.startswith(
        "The hole on row 6 of column 5 is yours: when the 12 other free places are filled, it is Red's turn,"
        " and they have to play right below it"
    )
