"""What is remarked in dots and boxes, by the rules written a second time: exactly what is true, all of it."""

from random import Random

import pytest

import engine
from engine import General, Remark
from engine.solver import limit_polls
from engine.teachers.dots_and_boxes import BoxKind
from tests.engine.boards import state_after
from tests.engine.boxes_again import Slow, the_game
from tests.engine.claims_of_boxes import due

GAME = the_game()
TEACHER = engine.get_teacher(GAME)


@pytest.mark.parametrize("seed", [0, 18, 31])  # two of them leave two boxes, and run out of safe lines
def test_remarks_agree_with_slow_rules(seed: int) -> None:
    rng, state, board = Random(seed), GAME.initial(), Slow(3, 3)
    while board.open():
        if state.ply > 8:
            for action in board.open():
                assert list(TEACHER.remarks(state, action)) == list(due(board, action))
        action = rng.choice(board.open())
        state, board = state.successor(action), board.play(action)


def list_kinds(state: engine.State, name: str) -> list[engine.Kind]:
    action = GAME.action_named(state, name)
    return [remark.kind for remark in engine.remarks(engine.analyse(state, limit_polls(20)))[action]]


@pytest.mark.unmeasured
def test_third_side_gives_a_box_away() -> None:
    state = state_after(GAME, "a d")
    assert list_kinds(state, "h")[0] is BoxKind.GIVES
    assert list_kinds(state, "x")[0] is BoxKind.GIVES_NOTHING
    assert list(TEACHER.motives(state, GAME.action_named(state, "x"))) == [BoxKind.GIVES_NOTHING]


def test_fourth_side_gets_a_box() -> None:
    state = state_after(GAME, "a w d h")
    assert list_kinds(state, "e")[0] is BoxKind.COMPLETES


def test_first_line_is_safe_as_all_are() -> None:
    assert not list(TEACHER.remarks(GAME.initial(), 0))


def test_two_boxes_are_left_for_a_chain() -> None:
    state = state_after(GAME, "e t c k f p q r o d m n j g u x w")
    action = GAME.action_named(state, "v")
    assert list(TEACHER.remarks(state, action)) == [Remark(BoxKind.LEAVES_TWO, (18,), 4, of=4)]
    assert list(TEACHER.motives(state, action)) == [BoxKind.LEAVES_TWO]
    assert engine.analyse(state).best == (action,)


def test_estimate_tells_nothing_of_the_end() -> None:
    analysis = engine.analyse(state_after(GAME, "a d"), depth=2)
    assert not any(
        remark.kind.traits.is_ahead for move in analysis.moves for remark in TEACHER.explain(analysis, move)
    )


def test_last_line_leaves_nothing_to_say() -> None:
    state = state_after(GAME, " ".join(GAME.names[1:]))
    assert list(TEACHER.remarks(state, 0)) == [Remark(BoxKind.COMPLETES, number=1)]


def test_only_the_winning_line_is_called_so() -> None:
    state = state_after(GAME, "t i m x s a r j c w e d l p")
    remarked = engine.remarks(engine.analyse(state))
    told = {GAME.names[a] for a, said in remarked.items() if General.ONLY_WIN in {r.kind for r in said}}
    assert told == {"h"}


def test_opponent_who_leaves_two_takes_no_sacrifice() -> None:
    state = state_after(GAME, "d a u b k l i t g r s j n")
    told = {remark.kind for said in engine.remarks(engine.analyse(state)).values() for remark in said}
    assert BoxKind.GIVES_FEWEST in told
    assert BoxKind.SACRIFICES not in told
