"""What is remarked in Kalah, by the rules written a second time: exactly what is true, and all of it."""

from random import Random

import pytest

import engine
from engine import Remark
from engine.rules.kalah import KalahFault
from engine.teachers.kalah import KalahKind
from engine.teachers.sowing_kinds import SowingKind
from tests.engine.boards import state_after
from tests.engine.claims_of_kalah import due
from tests.engine.kalah_again import Slow, start

GAME = engine.game("kalah")
TEACHER = engine.get_teacher(GAME)


@pytest.mark.parametrize("seed", range(12))
def test_remarks_agree_with_slow_rules(seed: int) -> None:
    rng, state, board = Random(seed), GAME.initial(), start()
    while board.actions():
        for action in board.actions():
            assert list(TEACHER.remarks(state, action)) == list(due(board, action))
        action = rng.choice(board.actions())
        state, board = state.successor(action), board.play(action)


@pytest.mark.parametrize(
    ("rows", "house", "remarks"),
    [
        (
            ((1, 0, 4, 0, 0, 0), (2, 2, 2, 2, 5, 2)),
            0,
            [Remark(KalahKind.CAPTURES, number=6, besides=(4,))],
        ),
        (
            ((0, 0, 3, 0, 0, 5), (3, 0, 0, 0, 1, 1)),
            5,
            [
                Remark(SowingKind.THREATENS_CAPTURE, (2,), 5),
                Remark(SowingKind.SAVES, (0,), 3, (2,)),
            ],
        ),
        (
            ((1, 0, 0, 0, 2, 1), (1, 1, 1, 1, 5, 1)),
            5,
            [Remark(KalahKind.MOVES_AGAIN)],
        ),
        (
            ((0, 1, 0, 0, 1, 1), (3, 0, 0, 1, 5, 1)),
            5,
            [Remark(KalahKind.MOVES_AGAIN), Remark(KalahKind.GOES_ON_TO_CAPTURE, (4,), 4)],
        ),
        (
            ((1, 0, 2, 0, 0, 0), (0, 0, 0, 0, 4, 0)),
            0,
            [Remark(KalahKind.CAPTURES, number=5, besides=(4,)), Remark(KalahKind.KEEPS_ROW, number=2)],
        ),
    ],
)
def test_remarks_by_example(
    rows: tuple[tuple[int, ...], tuple[int, ...]], house: int, remarks: list[Remark]
) -> None:
    left = 48 - sum(map(sum, rows))
    state = Slow(rows, (left // 2, left - left // 2), 0).state
    assert list(TEACHER.remarks(state, house)) == remarks


def test_motives_name_no_house() -> None:
    state = GAME.initial()
    assert list(TEACHER.motives(state, 2)) == [KalahKind.MOVES_AGAIN]
    state = Slow(((1, 0, 4, 0, 0, 0), (2, 2, 2, 2, 5, 2)), (14, 14), 0).state
    assert list(TEACHER.motives(state, 0)) == [KalahKind.CAPTURES]


@pytest.mark.parametrize(
    ("name", "fault"), [("c", KalahFault.EMPTY), ("g", engine.GeneralFault.NOT_LEGAL), ("", None)]
)
def test_illegal_name_is_refused(name: str, fault: engine.Fault | None) -> None:
    state = state_after(GAME, "c")
    with pytest.raises(engine.UnknownNameError) as caught:
        GAME.action_named(state, name)
    assert caught.value.fault is (fault or engine.GeneralFault.NOT_LEGAL)
    assert caught.value.legal_names == ("a", "b", "d", "e", "f")
