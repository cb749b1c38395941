"""Games in which a player may move again: whose turn it is is the rules' answer, and everybody asks it."""

from collections.abc import Sequence

import pytest

import engine
from engine.puzzles import judging
from engine.tactics import safe_moves, threats_of


class Cairn(engine.Game):
    """Take one stone or two from a heap; whoever takes two moves again, and whoever takes the last loses.

    A position is the heap times four, plus twice who moved last, plus whose turn it is.
    """

    slug, title = "cairn", "Cairn"

    def __init__(self, stones: int, *, is_small: bool) -> None:
        self.start = 4 * stones
        self.is_small = is_small

    def successors(self, position: int) -> dict[engine.Action, int]:
        heap, turn = position // 4, position % 2
        after = {1: 4 * (heap - 1) + 2 * turn + 1 - turn, 2: 4 * (heap - 2) + 2 * turn + turn}
        return {taken: successor for taken, successor in after.items() if taken <= heap}

    def turn(self, position: int) -> int:
        return position % 2

    def utility(self, position: int) -> int:
        loser = position // 2 % 2
        return -1 if loser == position % 2 else 1

    def evaluate(self, position: int) -> float:
        return 0.25 if position % 8 < 4 else -0.25

    def name_of(self, state: engine.State, action: engine.Action) -> str:
        assert action in state.actions()
        return f"take {action}"


def after(game: engine.Game, actions: Sequence[engine.Action]) -> engine.State:
    state = game.initial()
    for action in actions:
        state = state.successor(action)
    return state


@pytest.fixture(params=[True, False], ids=["minimax", "alpha-beta"])
def six(request: pytest.FixtureRequest) -> Cairn:
    """Return a heap of six stones, solved in one way or the other."""
    return Cairn(6, is_small=request.param)


def test_winners_moves_are_counted(six: Cairn) -> None:
    state = six.initial()
    best = engine.analyse(state).moves[0]
    assert best.line == (2, 2, 1, 1)
    assert best.winner_moves == 3
    lost = state.successor(1)
    assert lost.to_move == 1
    assert {move.action: move.winner_moves for move in engine.analyse(lost).moves} == {1: 2, 2: 1}


@pytest.mark.parametrize(("stones", "safe"), [(1, []), (2, [1]), (3, [1]), (4, [1, 2]), (5, [1, 2])])
def test_kept_turn_may_be_safe(stones: int, safe: list[int]) -> None:
    assert safe_moves(Cairn(stones, is_small=True).initial(), 9) == safe


def test_whoever_moves_again_threatens_nothing(six: Cairn) -> None:
    assert threats_of(six.initial(), 2) == ()


def test_review_names_the_mover(six: Cairn) -> None:
    actions = [2, 1, 1, 2]
    states = [after(six, actions[:ply]) for ply in range(len(actions))]
    review = engine.review(map(engine.analyse, states), actions)
    assert [judgement.seat for judgement in review.judgements] == [0, 0, 1, 0]
    assert [judgement.label for judgement in review.judgements] == ["best", "good", "best", "blunder"]
    assert ([error.ply for error in review.errors(0)], review.errors(1)) == ([3], ())
    assert review.accuracies[1] == 100
    assert review.accuracies[0] is not None
    assert review.accuracies[0] < 50
    assert review.turning_point == 3


def test_one_turns_delay_is_no_inaccuracy() -> None:
    state = Cairn(7, is_small=True).initial()
    slow = engine.AnalysedMove(1, -1, 9, exact=True, line=(1, 1, 1, 2, 1, 1))
    assert (
        engine.judge(engine.Analysis(state, (slow, slow._replace(action=2, distance=5))), 2).label == "good"
    )


def test_puzzles_count_the_winners_moves(six: Cairn) -> None:
    state = after(Cairn(7, is_small=six.is_small), [1])
    analysis = engine.analyse(state)
    assert (analysis.value, state.to_move) == (1, 1)
    assert judging.winning_moves(analysis) == 3
