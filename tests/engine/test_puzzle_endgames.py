"""Which endgames of Oware are puzzles."""

from collections import Counter

import pytest

import engine
from engine import puzzles
from engine.alphabeta import AlphaBeta
from engine.puzzles import endgames, finding
from engine.solver import limit_polls
from engine.solvers.captures import Captures
from tests.engine.oware_again import GAME, drawn_states

POLLS = 1_000


def searched(state: engine.State, polls: int = POLLS) -> engine.Analysis:
    return engine.Analysis.of(state, AlphaBeta(GAME).moves(state.position, limit_polls(polls)))


@pytest.mark.ci
@pytest.mark.unmeasured
def test_single_solution_at_a_glance() -> None:
    shipped = [puzzle for puzzle in puzzles.of("oware")[::5] if endgames.knows(puzzle.state)]
    seen = [endgames.single(puzzle.state) for puzzle in shipped]
    assert len(seen) - seen.count(None) > 0.9 * len(seen)
    proven = 0
    for puzzle, action in zip(shipped[::10], seen[::10], strict=True):
        for move in searched(puzzle.state, 2 * POLLS).moves if action is not None else ():
            assert not move.is_proven or (move.value >= puzzle.goal) == (move.action == action)
            proven += move.is_proven
    assert proven > len(shipped[::10])


def test_proof_finds_how_soon_a_known_win_comes() -> None:
    state = puzzles.of("oware")[84].state
    known = engine.Analysis.of(state, Captures(GAME).moves(state.position, limit_polls(POLLS)))
    proven = finding.proof(state)
    assert [each.is_proven for each in (known, proven)] == [True, True]
    assert [each.moves[0].exact for each in (known, proven)] == [False, True]
    assert proven.best == known.best


def test_bounded_win_agrees_with_search() -> None:
    proven = Counter[float]()
    for state in (state for seeds in (4, 6, 8) for state in drawn_states(seeds)):
        bare = state._replace(position=GAME.split_history(state.position)[0])
        for move in searched(bare).moves:
            after, player = bare.successor(move.action), bare.to_move
            if move.exact and not after.is_terminal:
                proven[move.value] += 1
                for plies in range(GAME.cycle - 1):  # in more a position could come again
                    is_enough = move.value == 1 and move.distance <= plies + 1
                    assert endgames.wins_within(after, player, plies) == is_enough
    assert min(proven[1], proven[-1]) > 5


@pytest.mark.unmeasured
def test_single_draw_only_if_asked() -> None:
    goals = {puzzle.goal for puzzle in puzzles.of("oware")}
    for puzzle in puzzles.of("oware")[::10]:
        solution = endgames.single(puzzle.state)
        assert endgames.single(puzzle.state, (1,)) == (solution if puzzle.goal else None)
    assert goals == {0, 1}


@pytest.mark.parametrize("slug", ["oware", "kalah"])
def test_other_positions_are_unknown(slug: str) -> None:
    state = engine.game(slug).initial()
    assert endgames.single(state) is None
    assert not endgames.knows(state)
