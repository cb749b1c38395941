"""What is remarked in Reversi is true by the rules written a second time, and sets a move apart."""

import re
from functools import partial
from random import Random

import pytest

import engine
from bot.words.advice import format_advice
from bot.words.language import ENGLISH
from engine import Remark
from engine.teachers.reversi import ReversiKind
from tests.engine.about import About, worths
from tests.engine.boards import random_state, state_after
from tests.engine.claims import holds
from tests.engine.claims_of_reversi import given, is_said
from tests.engine.reversi_again import seen, the_game

GAME = the_game()
TEACHER = engine.get_teacher(GAME)


@pytest.mark.parametrize("ply", [6, 17, 20, 26, 31])
def test_reasons_agree_with_slow_rules(ply: int) -> None:
    state = random_state(GAME, ply, Random(ply))
    board = seen(state)
    for action in state.actions():
        told = [*TEACHER.remarks(state, action)]
        assert all(map(partial(is_said, board, action), told, [None, *told]))
        assert any(remark.kind is ReversiKind.LETS_CORNER for remark in told) is bool(given(board, action))
        assert all(len(remark.besides) < 3 for remark in told)


def test_price_of_advice_is_said() -> None:
    found = set()
    for seed in range(20):
        analysis = engine.analyse(random_state(GAME, 25, Random(seed)))
        move = engine.recommended(analysis)
        if corners := given(seen(analysis.state), move.action):
            names = ENGLISH.listed([GAME.names[corner] for corner in corners])
            told = re.search(f"gives up the corners? {names}, (as|but) ", format_advice(ENGLISH, analysis))
            found.add(told and told[1])
    assert found == {"as", "but"}


def test_corner_that_is_left_is_spoken_of() -> None:
    said = set()
    for seed in range(30):
        analysis = engine.analyse(random_state(GAME, 25, Random(seed)))
        action, board = engine.recommended(analysis).action, seen(analysis.state)
        if board.corners(board.actions()) and not (board.corners([action]) or given(board, action)):
            told = re.search(
                "better than the|still take|take a corner next", format_advice(ENGLISH, analysis)
            )
            said.add(told and told[0])
    assert None not in said
    assert len(said) > 1


@pytest.mark.parametrize("seed", [10, 16])
def test_corner_is_taken_rather_than_a_move_as_good(seed: int) -> None:
    analysis = engine.analyse(random_state(GAME, 25, Random(seed)))
    corners = seen(analysis.state).corners(list(analysis.best))
    assert 0 < len(corners) < len(analysis.best)
    assert engine.recommended(analysis).action in corners


def test_what_lines_lead_to_is_true() -> None:
    seen_kinds = set()
    for seed in range(6):
        analysis = engine.analyse(random_state(GAME, 25, Random(seed)))
        for move in analysis.moves:
            about = About(analysis.state, move.action, worths(analysis), move.line)
            ahead = [remark for remark in TEACHER.explain(analysis, move) if remark.kind.traits.is_ahead]
            assert all(holds(about, remark) for remark in ahead), (about, ahead)
            seen_kinds |= {remark.kind for remark in ahead}
    assert len(seen_kinds) == 5


def test_estimate_tells_nothing_of_the_end() -> None:
    analysis = engine.analyse(state_after(GAME, "c2"), depth=2)
    assert not any(
        remark.kind.traits.is_ahead for move in analysis.moves for remark in TEACHER.explain(analysis, move)
    )


def test_fault_is_told_first_of_worse_moves() -> None:
    analysis = engine.analyse(random_state(GAME, 26, Random(8)))
    remarked = engine.remarks(analysis)
    for move in analysis.moves:
        kinds = [remark.kind for remark in remarked[move.action]]
        if {ReversiKind.LETS_CORNER, ReversiKind.COSTS_CORNER} & {*kinds}:
            assert (kinds[0] is ReversiKind.LETS_CORNER) is (move.action not in analysis.best)


def test_motives_follow_from_what_speaks_for_a_move() -> None:
    state = state_after(GAME, "c2 b2")
    assert GAME.names[0] not in {GAME.names[action] for action in state.actions()}
    for action in state.actions():
        kinds = {remark.kind for remark in TEACHER.remarks(state, action)}
        assert (ReversiKind.QUIET in TEACHER.motives(state, action)) is (ReversiKind.QUIET in kinds)


def test_corner_is_told_of() -> None:
    state = next(
        state for seed in range(99) if 0 in (state := random_state(GAME, 18, Random(seed))).actions()
    )
    first, *_ = TEACHER.remarks(state, 0)
    assert first == Remark(ReversiKind.TAKES_CORNER, number=1)
    assert ReversiKind.TAKES_CORNER in TEACHER.motives(state, 0)


@pytest.mark.parametrize("slug", ["reversi", "dots-and-boxes"])
def test_what_every_move_does_is_no_reason(slug: str) -> None:
    for seed in range(5):
        state = random_state(engine.game(slug), 4 * seed, Random(seed))
        told = engine.remarks(engine.analyse(state, lambda: True)).values()
        assert len(told) == 1 or not set.intersection(*({*each} for each in told))


@pytest.mark.parametrize(
    ("slug", "names", "are_alike"),
    [("reversi", "", True), ("reversi", "d3", False), ("tic-tac-toe", "", False), ("nim", "b3 c5 d7", False)],
)
def test_symmetric_moves_are_alike(slug: str, names: str, *, are_alike: bool) -> None:
    assert engine.are_moves_alike(state_after(engine.game(slug), names)) is are_alike
