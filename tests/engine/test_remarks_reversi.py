"""What is remarked in Reversi, by the rules written a second time: exactly what is true, all of it."""

from random import Random

import pytest

import engine
from engine import Remark
from engine.teachers.reversi import ReversiKind
from tests.engine.about import About, worths
from tests.engine.boards import random_state, state_after
from tests.engine.claims import holds
from tests.engine.claims_of_reversi import LEADS, given, group_of, is_compared
from tests.engine.reversi_again import seen, the_game

GAME = the_game()
TEACHER = engine.get_teacher(GAME)


@pytest.mark.parametrize("ply", [6, 17, 20, 26, 31])
def test_reasons_agree_with_slow_rules(ply: int) -> None:
    state = random_state(GAME, ply, Random(ply))
    board = seen(state)
    for action in state.actions():
        told = [*TEACHER.remarks(state, action)]
        assert {remark.actions for remark in told if remark.kind is ReversiKind.LETS_CORNER} == (
            {given(board, action)} if given(board, action) else set()
        )
        for lead, remark in zip([None, *told], told, strict=False):
            if remark.of and remark.kind not in LEADS:
                assert is_compared(board, action, remark, group_of(board, lead))


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
        if ReversiKind.LETS_CORNER in kinds:
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
