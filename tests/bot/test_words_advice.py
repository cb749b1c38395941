"""Advice in words: what to play, and why, as a coach says it."""

from __future__ import annotations

from random import Random

import pytest

import engine
from bot.words import general_advice
from bot.words.advice import format_advice
from bot.words.game_words import fill_phrase
from bot.words.games import get_words
from bot.words.language import ENGLISH
from bot.words.remarks import find_places
from engine import AnalysedMove, Analysis, General, Kind, Remark
from engine.solver import limit_polls
from engine.teachers.in_a_row import LineKind
from tests import tiers
from tests.engine import plain
from tests.engine.boards import random_state, state_after

TIC_TAC_TOE = engine.game("tic-tac-toe")
FOUR_BY_FOUR = engine.game("four-in-a-row-4x4")
CONNECT_FOUR = engine.game("connect-four")
KALAH = engine.game("kalah")
OWARE = engine.game("oware")


@pytest.mark.parametrize(
    ("game", "remark", "text"),
    [
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8)),
            "Play a1: it makes two threats at once, c2 and a3, and only one can be stopped.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8, 9)),
            "Play a1: it makes more threats than can be stopped at once.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.BLOCKS_WIN, cells=(0, 1, 2, 3)),
            "Block a1, or O completes a1, b1, c1 and d1.",
        ),
        (CONNECT_FOUR, Remark(General.BLOCKS_WIN), "Block 1, or Yellow wins there."),
        (
            FOUR_BY_FOUR,
            Remark(General.STAYS_SAFE, number=1, of=9),
            "Play a1: some other moves lose right away.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.LEAVES_FEW_SAFE_REPLIES, number=2, of=9),
            "Play a1: of 9 replies, only 2 do not lose right away.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.THREATENS, (1,)),
            ("Play a1: it threatens to win with b1. O has to block there, and threatens nothing by that."),
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.THREATENS, (1,), 1),
            "Play a1: it threatens to win with b1, and that must be blocked.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.FEW_REPLIES_HOLD, (5,), 1, of=8),
            "Play a1: it sets a trap. Only b2 saves O; after every other reply you win.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.FEW_REPLIES_HOLD, (), 4, of=8),
            "Play a1: it sets a trap. Only 4 of the 8 replies save O; after any other you win.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=3),
            "Play a1: it is in 2 lines that can still be completed (rule of thumb).",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=2),
            "Play a1: it is in 2 lines that can still be completed, and no cell is in more (rule of thumb).",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=1),
            (
                "Play a1: it is in 2 lines that can still be completed, no other cell in more than 1 (rule of"
                " thumb)."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.WAITS),
            "Play a1: then only one cell is left, where O makes no line, and it is a draw.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.WAITS, number=1),
            (
                "Play a1. From then on take any cell where you make no line: whenever it is your turn, there"
                " will be one."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.ANSWERS_BEFORE_WAITING, number=2, cells=(1, 4, 2, 8)),
            (
                "Play a1, then answer O with a2 after b1; a3 after c1. From then on take cells where neither"
                " of you would make a line, and when none is left, cells where only O would."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.PAIRS, number=5, cells=(1, 2, 4, 5, 6, 7, 8, 9, 12, 13)),
            (
                "Play a1: then O has only 5 lines left. If they take one cell of a pair, take the other:"
                " b1 and c1;"
                " a2 and b2; c2 and d2; a3 and b3; a4 and b4."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.PARTNERS, number=2, cells=(1, 4, 2, 8)),
            (
                "Play a1, and then answer in pairs: b1 and a2; c1 and a3. If O takes one cell of a pair, take"
                " the other: so you never complete a line before O does."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.PARTNERS, number=1, cells=(1, 4, 2)),
            (
                "Play a1, and then answer in pairs: b1 and a2. If O takes one cell of a pair, take the other."
                " In the end only c1 is left for O, and completes a line."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.ANSWERS, number=2, cells=(1, 4, 2, 8)),
            "Play a1, then answer O with a2 after b1; a3 after c1. Then O can only complete a line.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.TAKES_SERIES, (4, 8), 3, (1,), of=2),
            (
                "Take a1 yourself: there O would threaten to win. You would have to block b1, and then O"
                " makes two threats at once with a2 or a3."
            ),
        ),
        (
            CONNECT_FOUR,
            Remark(General.FORESTALLS_SERIES, (3,), 3, (0,), of=1),
            "Play 1, or Yellow plays 4. You would have to block 1, and then Yellow wins.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.TAKES_REPLY, number=3, of=4),
            "Take a1 yourself: after most worse moves O would play there.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_CLOSES_LINES, number=1, of=4),
            "Play a1: it closes 1 open line of 4 (rule of thumb).",
        ),
    ],
)
def test_first_action_is_recommended(game: engine.Game, remark: Remark, text: str) -> None:
    phrase = get_words(game).advice.get(remark.kind) or general_advice.ADVICE[remark.kind]
    places = find_places(ENGLISH, game.initial(), 0, remark)
    assert fill_phrase(ENGLISH, phrase, remark, places) == text


@pytest.mark.parametrize(
    "slug",
    tiers.later(
        (slug for slug in engine.games() if "in-a-row" in slug or "toe" in slug), "four-in-a-row-5x5"
    ),
)
def test_every_reason_is_advice(slug: str) -> None:
    game, rng = engine.game(slug), Random(slug)
    for ply in (0, 2, 4, 5, 6, 7) * 10:
        analysis = engine.analyse(random_state(game, ply, rng), depth=2)
        remarked = engine.remarks(analysis)
        assert all(remarked[action][0].kind in advice(game) for action in analysis.best)


@pytest.mark.parametrize(
    ("slug", "names", "text"),
    [
        (
            "four-in-a-row-4x4",
            "b1 a1 c1 d1 a2 d2 c2 b3 d4 c4",
            (
                "Every move draws here. Play a3: then every line holds both an X and an O, and nobody can"
                " complete one any more."
            ),
        ),
        (
            "four-in-a-row-4x4",
            "a1 c1 b1 d2 a2 c3 c2 a4 d3 b4 c4 d4",
            (
                "Every move draws here. Play d1 or what you like: every line holds both an X and an O,"
                " and nobody can complete one."
            ),
        ),
        (
            "tic-tac-toe-misere",
            "a1 b1 a2 c2 b2 b3",
            (
                "Everything loses now; try c1. If O makes no mistake, every cell that is left for your next"
                " move completes a line of yours."
            ),
        ),
        (
            "tic-tac-toe-misere",
            "a1 b1",
            (
                "Everything loses now. Play c1: only a2, c2 and b3 win for O then, and you run out of safe"
                " moves first. A safe move completes no line of yours."
            ),
        ),
        (
            "tic-tac-toe",
            "a1 b1 a2",
            (
                "Block a3 first: X would win there. Even so, every move loses now. With b2 X then makes two"
                " threats at once."
            ),
        ),
        (
            "tic-tac-toe-wild",
            "",
            (
                "Play b2x. From then on complete a line if you can; if not, put the same mark into the cell"
                " opposite, through the centre: the opponent runs out of safe moves first."
            ),
        ),
        (
            "tic-tac-toe-wild",
            "c1x b1o a2o c3o",
            (
                "Play a1x: most other moves leave two equal marks in a line with a free cell, and lose right"
                " away."
            ),
        ),
        (
            "four-in-a-row-5x5",
            "c1 c2 c3",
            (
                "Nobody can win at once yet. Take b2 yourself: most worse moves let X build two threats at"
                " once with b2 or d2, and nothing stops them."
            ),
        ),
        (
            "four-in-a-row-4x4",
            "d2 c2 b3 b2 a4 c1",
            (
                "Every move draws here. Play a1: then O has only 1 line left. If they take one cell of"
                " this pair, take"
                " the other: c3 and c4."
            ),
        ),
        (
            "tic-tac-toe-misere",
            "b1 a1 c1 c2 a2 a3 c3",
            (
                "Every move draws here. Play b2: then only one cell is left, where X makes no line, and it is"
                " a draw."
            ),
        ),
    ],
)
def test_advice_says_what_to_do(slug: str, names: str, text: str) -> None:
    assert format_advice(ENGLISH, engine.analyse(state_after(engine.game(slug), names))) == text


def test_block_that_wins_says_both() -> None:
    state = state_after(TIC_TAC_TOE, "a3 c2 b2 c1")
    assert format_advice(ENGLISH, engine.analyse(state)) == (
        "Block c3, or O completes c1, c2 and c3. It also makes two threats at once, a1 and b3, and only one"
        " can be stopped."
    )


def test_block_with_many_threats_says_both() -> None:
    remark = Remark(General.FORKS, (1, 2, 3))
    places = find_places(ENGLISH, TIC_TAC_TOE.initial(), 0, remark)
    said = fill_phrase(ENGLISH, general_advice.ALSO[General.FORKS], remark, places)
    assert said == "It also makes more threats than can be stopped at once."


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (15, "Play a1: almost any worse move lets O build two threats at once with a1 or c1, and nothing"),
        (11, "Play a1: most worse moves let O build two threats at once with a1 or c1, and nothing"),
    ],
)
def test_many_moves_are_told_as_pattern(number: int, text: str) -> None:
    state = engine.game("four-in-a-row-5x5").initial()
    remark = Remark(LineKind.KEEPS_UNPREPARED, number=number, of=20, cells=(0, 2))
    places = find_places(ENGLISH, state, 0, remark)
    phrase = get_words(state.game).advice[LineKind.KEEPS_UNPREPARED]
    assert fill_phrase(ENGLISH, phrase, remark, places) == f"{text} stops them."


@pytest.mark.parametrize(
    "slug", tiers.later(["tic-tac-toe", "tic-tac-toe-misere", "connect-four", "nim"], "connect-four")
)
def test_quiet_is_said_where_true(slug: str) -> None:
    game, rng = engine.game(slug), Random(slug)
    for ply in (2, 4, 5, 5):
        state = random_state(game, ply, rng)
        analysis = engine.analyse(state, limit_polls(20))
        nobody = plain.shows_threats(state) and not any(plain.threats_of(state, player) for player in (0, 1))
        is_said = format_advice(ENGLISH, analysis).startswith("Nobody can win at once yet.")
        is_choice = len(analysis.best) < len(analysis.moves)
        assert is_said == (nobody and analysis.value > -1 and is_choice)


def test_block_is_advised_once() -> None:
    state = state_after(TIC_TAC_TOE, "a1 b1 a2")
    moves = [
        AnalysedMove(each, -0.3 - (each != 6) / 2, 1, exact=False, line=(each,)) for each in state.actions()
    ]
    assert format_advice(ENGLISH, Analysis.of(state, moves)) == "Block a3, or X completes a1, a2 and a3."


def advice(game: engine.Game) -> set[Kind]:
    return {*general_advice.ADVICE, *get_words(game).advice}
