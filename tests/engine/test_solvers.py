"""Two independent solvers must agree on everything."""

from collections import Counter

import pytest

import engine
from engine.minimax import Minimax
from engine.rules.in_a_row import InARow
from engine.solver import WIN, before, decoded, score_end
from tests.retrograde import solve


def for_mover(solver: Minimax, position: engine.Position) -> tuple[int, int]:
    """Return value and distance for the player to move, from the score of moving into the position."""
    value, distance = decoded(solver.score(position))
    return -value, distance - 1


def test_totals_are_the_known(solved: dict[engine.Position, tuple[int, int]]) -> None:
    assert Counter(value for value, _ in solved.values()) == {1: 2_836, 0: 1_068, -1: 1_574}


def test_minimax_searches_one_of_all_images() -> None:
    searched = []

    class Watched(InARow):
        def successors(self, position: engine.Position) -> dict[engine.Action, engine.Position]:
            searched.append(position)
            return super().successors(position)

    solver = Minimax(Watched("test", rows=3, columns=3, length=3))
    solver.score(0)
    assert (len(solver.scores), len(searched)) == (5_478, 765)


@pytest.mark.unmeasured
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("rows", "columns", "length"),
    [(3, 3, 3), (2, 2, 2), (2, 4, 3), (1, 6, 2), pytest.param(3, 4, 3, marks=pytest.mark.ci)],
)
def test_both_solvers_agree_on_every_position(rows: int, columns: int, length: int, *, misere: bool) -> None:
    game = InARow("test", rows=rows, columns=columns, length=length, misere=misere)
    solver = Minimax(game)
    solved = solve(game)
    assert {position: for_mover(solver, position) for position in solved} == solved


def test_known_scores_take_no_search(states: list[engine.State]) -> None:
    solver = Minimax(states[0].game)
    assert all((solver.known(state.position) is not None) == state.is_terminal for state in states)


def test_scores_order_wins_draws_and_losses() -> None:
    scores = [WIN - 1, WIN - 3, -1, -9, 8 - WIN, 2 - WIN]
    assert scores == sorted(scores, reverse=True)
    assert [decoded(score) for score in scores] == [(1, 1), (1, 3), (0, 1), (0, 9), (-1, 8), (-1, 2)]


def test_score_turns_round_each_ply() -> None:
    for score in (WIN - 1, WIN - 3, -1, -9, 8 - WIN, 2 - WIN):
        value, distance = decoded(score)
        assert decoded(before(score)) == (-value, distance + 1)


def test_score_of_an_end() -> None:
    assert [decoded(score_end(utility)) for utility in (1, 0, -1)] == [(-1, 1), (0, 1), (1, 1)]
