"""What every move is worth, as analyse tells it, with and without time to finish."""

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

import engine
from engine.rules.in_a_row import InARow
from engine.solver import AnalysedMove as Move
from tests.engine.boards import random_state, state_after

NEARLY_FULL = "a1 b1 c1 d1 b2 a2 d2"


def four_by_four() -> InARow:
    """Return a game far too large to finish in a test, with nothing known of it yet."""
    return InARow("test", rows=4, columns=4, length=4)


def stop_after(polls: int) -> Callable[[], bool]:
    asked = count()
    return lambda: next(asked) >= polls


def end_of(state: engine.State, line: tuple[engine.Action, ...]) -> engine.State:
    for action in line:
        state = state.successor(action)
    return state


@pytest.mark.unmeasured
def test_moves_agree_with_retrograde_analysis(
    analyses: list[engine.Analysis], solved: dict[engine.Position, tuple[int, int]]
) -> None:
    for analysis in analyses:
        for move in analysis.moves:
            value, distance = solved[analysis.state.successor(move.action).position]
            assert (move.value, move.distance, move.exact) == (-value, distance + 1, True)


def test_every_legal_action_is_analysed_once(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        assert sorted(move.action for move in analysis.moves) == sorted(analysis.state.actions())


def test_every_line_ends_as_claimed(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        mover = analysis.state.to_move
        for move in analysis.moves:
            end = end_of(analysis.state, move.line)
            assert (move.line[0], len(move.line), end.is_terminal) == (move.action, move.distance, True)
            assert move.value == (end.utility if end.to_move == mover else -end.utility)


def test_moves_are_sorted_best_first(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        worths = [(move.value, -move.value * move.distance) for move in analysis.moves]
        assert worths == sorted(worths, reverse=True)


def test_best_are_all_equals(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        first = (analysis.value, analysis.distance)
        expected = [move.action for move in analysis.moves if (move.value, move.distance) == first]
        assert list(analysis.best) == expected


@pytest.mark.parametrize(("value", "distance"), [(-1, 1), (-1, 2), (-1, 3), (0, 1), (1, 1), (1, 3)])
def test_move_knows_if_it_decides(value: int, distance: int) -> None:
    move = engine.AnalysedMove(0, value, distance, exact=True, line=tuple(range(distance)))
    assert move.loses_next == ((value, distance) in {(-1, 1), (-1, 2)})
    assert move.wins_at_once == ((value, distance) == (1, 1))


def test_loss_counts_the_winners_moves() -> None:
    rng, misere = Random(3), engine.game("tic-tac-toe-misere")
    for _ in range(40):
        state = random_state(misere, rng.randrange(1, 7), rng)
        best = engine.analyse(state).moves[0]
        if best.value == -1 and best.distance > 1:
            replied = engine.analyse(state.successor(best.action))
            assert best.winner_moves == replied.moves[0].winner_moves


def known(action: int, value: float, distance: int, *, exact: bool = True, proven: bool = False) -> Move:
    return engine.AnalysedMove(action, value, distance, exact, (action,), proven=proven)


def analysis_of(*moves: Move) -> engine.Analysis:
    return engine.Analysis.of(four_by_four().initial(), moves)


def test_unknown_distances_are_ranked() -> None:
    won = [known(0, 1, 9), known(1, 1, 15), proven_win := known(2, 1, 15, exact=False, proven=True)]
    drawn, lost = known(3, 0, 16), [known(4, -1, 12), known(6, -1, 4)]
    unclear_loss = known(5, -1, 8, exact=False, proven=True)
    analysis = analysis_of(unclear_loss, drawn, *reversed(lost), proven_win, *reversed(won[:2]))
    assert [move.action for move in analysis.moves] == [0, 1, 2, 3, 4, 5, 6]
    assert analysis.best == (0,)


def test_greatest_margin_is_best() -> None:
    by_four = known(0, 1, 30)._replace(margin=4)
    others = [by_four._replace(action=1, distance=2), by_four._replace(action=2, distance=1, margin=2)]
    about_four = by_four._replace(action=3, exact=False, proven=True)
    small_loss = by_four._replace(action=4, value=-1, margin=-2)
    great_loss = small_loss._replace(action=5, margin=-6, distance=90)
    analysis = analysis_of(great_loss, small_loss, about_four, *reversed(others), by_four)
    assert [move.action for move in analysis.moves][2:] == [3, 2, 4, 5]
    assert (set(analysis.best), analysis.margin) == ({0, 1}, 4)


def test_win_at_once_may_be_small() -> None:
    small = known(0, 1, 1)._replace(margin=2)
    unclear = known(1, 0.5, 3, exact=False)._replace(margin=9)
    assert not analysis_of(small, unclear).is_best_known


@pytest.mark.parametrize(
    ("others", "is_proven", "is_decided", "is_best_known"),
    [
        ([known(1, 0, 16), known(2, -1, 8)], True, True, True),
        ([known(1, 0, 16), known(2, -1, 8, exact=False, proven=True)], True, True, True),
        ([known(1, 1, 15, exact=False, proven=True)], True, True, False),
        ([known(1, -0.3, 1, exact=False)], False, True, False),
    ],
)
def test_won_position_knows_what_is_proven(
    others: list[Move], *, is_proven: bool, is_decided: bool, is_best_known: bool
) -> None:
    analysis = analysis_of(known(0, 1, 9), *others)
    assert (analysis.is_proven, analysis.is_decided) == (is_proven, is_decided)
    assert analysis.is_best_known == is_best_known


def test_draw_is_decided_without_possible_wins() -> None:
    assert not analysis_of(known(0, 0, 16), known(1, -0.3, 1, exact=False)).is_decided
    assert analysis_of(known(0, 0, 16), known(1, -1, 4, exact=False, proven=True)).is_decided


def test_immediate_win_is_best_known() -> None:
    assert analysis_of(known(0, 1, 1), known(1, 0.5, 1, exact=False)).is_best_known


def test_ended_game_is_refused(tictactoe: engine.Game) -> None:
    with pytest.raises(ValueError, match="The game is over"):
        engine.analyse(state_after(tictactoe, "a1 b1 a2 b2 a3"))


def test_stop_leaves_estimates_at_once() -> None:
    analysis = engine.analyse(four_by_four().initial(), stop=lambda: True)
    assert len(analysis.moves) == 16
    assert not analysis.exact
    assert all(-1 < move.value < 1 and len(move.line) == move.distance == 2 for move in analysis.moves)


def test_stop_is_polled_until_it_fires() -> None:
    polls = count()
    analysis = engine.analyse(four_by_four().initial(), stop=lambda: next(polls) >= 50)
    assert next(polls) == 51
    assert not any(move.exact for move in analysis.moves)


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("rows", "names"), [(3, "a1 a2"), pytest.param(4, NEARLY_FULL, marks=pytest.mark.ci)]
)
def test_stop_keeps_what_was_proven_before(rows: int, names: str) -> None:
    def fresh() -> engine.State:
        return state_after(InARow("test", rows=rows, columns=4, length=rows), names)

    all_polls = count()
    full = {move.action: move for move in engine.analyse(fresh(), lambda: next(all_polls) < 0).moves}
    partly, total = 0, next(all_polls)
    for enough in range(0, total, total // 20 + 1):
        moves = engine.analyse(fresh(), stop_after(enough)).moves
        partly += len({move.exact for move in moves}) == 2
        assert all(move == full[move.action] for move in moves if move.exact)
    assert partly


@pytest.mark.ci
def test_later_analysis_is_exact_again() -> None:
    state = state_after(four_by_four(), NEARLY_FULL)
    assert not engine.analyse(state, stop=lambda: True).exact
    assert engine.analyse(state).exact
