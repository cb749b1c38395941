"""Games in which a player may move again: whose turn it is is the rules' answer, and everybody asks it."""

from collections.abc import Sequence

import pytest

import engine
from engine import tree
from engine.alphabeta import AlphaBeta
from engine.minimax import Minimax
from engine.puzzles import judging
from engine.retrograde import solve
from engine.solver import decoded
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


WORTHS = {1: (-1, 1), 2: (1, 2), 3: (-1, 3), 4: (1, 3), 5: (-1, 4), 6: (1, 4)}
"""Value and distance of small heaps for the player to move, worked out by hand."""


def naive(state: engine.State) -> tuple[int, int]:
    """Return value and distance by trying everything."""
    if state.is_terminal:
        return state.utility, 0
    worths = []
    for action in state.actions():
        after = state.successor(action)
        value, distance = naive(after)
        worths.append((value if after.to_move == state.to_move else -value, distance + 1))
    return max(worths, key=lambda worth: (worth[0], worth[1] if worth[0] < 0 else -worth[1]))


def after(game: engine.Game, actions: Sequence[engine.Action]) -> engine.State:
    state = game.initial()
    for action in actions:
        state = state.successor(action)
    return state


@pytest.fixture(params=[True, False], ids=["minimax", "alpha-beta"])
def six(request: pytest.FixtureRequest) -> Cairn:
    """Return a heap of six stones, solved in one way or the other."""
    return Cairn(6, is_small=request.param)


def test_turn_is_what_the_rules_say(six: Cairn) -> None:
    assert [after(six, actions).to_move for actions in ([], [1], [2], [2, 1], [2, 2, 1])] == [0, 1, 0, 1, 1]
    assert [after(six, [2, 2, 1, 1]).outcome, after(six, [2, 2, 2]).outcome] == [
        engine.Outcome.FIRST,
        engine.Outcome.SECOND,
    ]


@pytest.mark.parametrize("stones", range(1, 13))
def test_all_solvers_agree_with_trying_everything(stones: int) -> None:
    game = Cairn(stones, is_small=True)
    value, distance = naive(game.initial())
    assert WORTHS.get(stones, (value, distance)) == (value, distance)
    score, plies = decoded(Minimax(game).score(game.start))
    assert (-score, plies - 1) == solve(game)[game.start] == (value, distance)
    for solver in (Minimax(game), AlphaBeta(game)):
        found = engine.Analysis.of(game.initial(), solver.moves(game.start))
        assert (found.value, found.distance, found.exact) == (value, distance, True)


def test_lines_end_as_promised(six: Cairn) -> None:
    for move in engine.analyse(six.initial()).moves:
        end = after(six, move.line)
        assert len(move.line) == move.distance
        assert end.outcome is (engine.Outcome.FIRST if move.value > 0 else engine.Outcome.SECOND)


def test_winners_moves_are_counted(six: Cairn) -> None:
    state = six.initial()
    best = engine.analyse(state).moves[0]
    assert best.line == (2, 2, 1, 1)
    assert best.winner_moves == 3
    lost = state.successor(1)
    assert lost.to_move == 1
    assert {move.action: move.winner_moves for move in engine.analyse(lost).moves} == {1: 2, 2: 1}


def test_losers_last_move_counts_one() -> None:
    state = Cairn(1, is_small=True).initial()
    assert engine.analyse(state).moves[0].winner_moves == 1


def test_theme_counts_the_same_moves(six: Cairn) -> None:
    assert engine.theme(engine.analyse(six.initial())).moves == 3


def test_estimates_are_the_movers(six: Cairn) -> None:
    game = Cairn(40, is_small=six.is_small)
    moves = {move.action: move for move in engine.analyse(game.initial(), stop=lambda: True).moves}
    for action, move in moves.items():
        state = after(game, move.line)
        assert action == move.line[0]
        estimate = game.evaluate(state.position)
        assert move.value == (estimate if state.to_move == 0 else -estimate)


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


async def test_tree_knows_whose_turn_it_is(six: Cairn) -> None:
    async def analysed(state: engine.State) -> engine.Analysis:
        return engine.analyse(state)

    root = await tree.grow(engine.analyse(six.initial()), analysed)
    assert root is not None
    for node in root.nodes():
        best = max if node.state.to_move == 0 else min
        assert not node.children or node.value == best(child.value or 0 for child in node.children)
    assert [node.state.to_move for node in root.nodes() if node.is_principal] == [0, 0, 0, 1, 0]


def test_puzzles_count_the_winners_moves(six: Cairn) -> None:
    state = after(Cairn(7, is_small=six.is_small), [1])
    analysis = engine.analyse(state)
    assert (analysis.value, state.to_move) == (1, 1)
    assert judging.winning_moves(analysis) == 3
