"""Everything there is to know of tic-tac-toe, worked out once for all tests."""

import pytest

import engine
from tests.engine.about import clear_results
from tests.engine.lines_of_sowing import keep_line
from tests.retrograde import solve


@pytest.fixture(autouse=True)
def nothing_known() -> None:
    """Forget what tests before have found out: what a search that is limited finds follows from it alone."""
    clear_results()
    keep_line.cache_clear()


@pytest.fixture(scope="session")
def tictactoe() -> engine.Game:
    return engine.game("tic-tac-toe")


@pytest.fixture(scope="session")
def states(tictactoe: engine.Game) -> list[engine.State]:
    """Return all 5,478 states, breadth first."""
    return reachable(tictactoe)


def reachable(game: engine.Game) -> list[engine.State]:
    """Return all states of a game, breadth first."""
    found = {game.initial(): None}
    frontier = list(found)
    while frontier:
        reached = dict.fromkeys(state.successor(action) for state in frontier for action in state.actions())
        frontier = [state for state in reached if state not in found]
        found |= reached
    return list(found)


@pytest.fixture(scope="session")
def analyses(states: list[engine.State]) -> list[engine.Analysis]:
    """Return the analysis of every state that is not terminal."""
    return [engine.analyse(state) for state in states if not state.is_terminal]


@pytest.fixture(scope="session")
def misere() -> list[engine.Analysis]:
    """Return the analysis of every state under the misère rule that is not terminal."""
    states = reachable(engine.game("tic-tac-toe-misere"))
    return [engine.analyse(state) for state in states if not state.is_terminal]


@pytest.fixture(scope="session")
def solved(tictactoe: engine.Game) -> dict[engine.Position, tuple[int, int]]:
    """Return every value and distance by retrograde analysis."""
    return solve(tictactoe)
