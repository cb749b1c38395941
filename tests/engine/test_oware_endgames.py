"""Endgames of Oware, where positions come again: what is called exact is so under the whole rules.

The rule: a position that has been on the board since the last capture, with the same player to move, ends the
game, and each player keeps the seeds of their own row. So what a position is worth depends on the way to it.
The brute force here tries every line with all that was before it, and says between which limits truth lies.
"""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import pytest

import engine
from engine import endings
from engine.alphabeta import AlphaBeta
from engine.solver import Solver
from engine.solvers.captures import Captures
from tests.engine.oware_again import GAME, Slow, drawn, quiet

Limits: TypeAlias = tuple[float, float]

WON = 100
ANYTHING = (-50.0, 50.0)
SOLVERS = [AlphaBeta(GAME), Captures(GAME)]


def later(worth: float) -> float:
    """Return the worth to the player who moves into a position of that worth to the other."""
    return -worth - (worth < ANYTHING[0]) * 1 + (worth > ANYTHING[1]) * 1


def limits(slow: Slow, depth: int, known: dict[tuple[Slow, int], Limits]) -> Limits:
    """Return the least and the most that a position can be worth, as far as `depth` plies can tell.

    A win in d plies is worth 100 - d, a loss d - 100, a draw 0.
    """
    if (slow, depth) not in known:
        replies = [slow.play(action) for action in slow.actions()]
        if not replies:
            known[slow, depth] = slow.result() * WON, slow.result() * WON
        elif depth == 0:
            known[slow, depth] = ANYTHING
        else:
            found = [limits(reply, depth - 1, known) for reply in replies]
            known[slow, depth] = (
                max(later(most) for _, most in found),
                max(later(least) for least, _ in found),
            )
    return known[slow, depth]


def endgames(seed: int, seeds: int, games: int) -> Iterator[tuple[engine.State, Slow]]:
    """Yield running endgames, some of them after a long time without a capture."""
    rng = Random(seed)
    for _ in range(games):
        slow = drawn(rng, seeds)
        state = slow.state
        for action in quiet(rng, slow, rng.choice((0, 3, 9, 15, 25, 40))):
            state, slow = state.successor(action), slow.play(action)
        if slow.actions():
            yield state, slow


@pytest.mark.unmeasured
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("seeds", [2, 3, *(pytest.param(seeds, marks=pytest.mark.ci) for seeds in (4, 5))])
def test_exact_is_true_and_complete(seeds: int, solver: Solver) -> None:
    depth, exact, repetitions = 22 - 2 * seeds, 0, 0
    for state, slow in endgames(seeds, seeds, 12):
        known: dict[tuple[Slow, int], Limits] = {}
        bounds = endings.limits(GAME, state.position)
        for move in solver.moves(state.position, depth=depth):
            least, most = map(later, limits(slow.play(move.action), depth - 1, known)[::-1])
            low, high = bounds[move.action]
            assert low <= (most > 0) - (most < 0)
            assert high >= (least > ANYTHING[1]) - (least < 0)
            if move.exact:
                exact += 1
                repetitions += "came again" in how_it_ends(slow, move)
                assert least == most == move.value * (WON - move.distance)
            else:
                assert not ANYTHING[1] < abs(least) == abs(most) > WON - depth
    assert exact
    assert repetitions


def how_it_ends(slow: Slow, move: engine.AnalysedMove) -> str:
    for action in move.line:
        slow = slow.play(action)
    return "came again" if slow.has_come_again else "ended"


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("seeds", range(2, 8))
def test_immediate_stop_sees_two_plies(seeds: int, solver: Solver) -> None:
    for state, slow in endgames(seeds, seeds, 60):
        for move in solver.moves(state.position, lambda: True, 99):
            least, most = limits(slow.play(move.action), 1, {})
            is_near = least == most != 0
            if move.exact and move.value and not is_near:
                least, most = limits(slow.play(move.action), move.distance - 1, {})
            assert move.exact or not is_near
            if move.exact and move.value:
                assert later(least) == later(most) == move.value * (WON - move.distance)
