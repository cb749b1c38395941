"""The solvers of games, one module for each game or family."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from engine.alphabeta import AlphaBeta
from engine.base import Game, find_nearest
from engine.minimax import Minimax
from engine.modules import import_all
from engine.solver import SOLVERS, Solver


class SolverPool:
    """One solver for each game, made when it is first asked for, with the results it keeps."""

    def __init__(self) -> None:
        self._by_game: dict[Game, Solver] = {}

    def get(self, game: Game) -> Solver:
        """Return the solver of a game, which all callers share."""
        if game not in self._by_game:
            self._by_game[game] = new_solver(game)
        return self._by_game[game]

    def clear(self) -> None:
        """Drop the results of searches, so that answers depend on the question alone again."""
        self._by_game = {
            game: solver
            for game, solver in self._by_game.items()
            if game.is_small or not solver.keeps_results
        }

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Answer from the question alone within the block; earlier results are known again after it."""
        known = self._by_game
        self.clear()
        try:
            yield
        finally:
            self._by_game = known


def new_solver(game: Game) -> Solver:
    """Return a solver of the kind that suits the game, which has searched nothing yet."""
    return solver_class(game)(game)


def solver_class(game: Game) -> type[Solver]:
    """Return the solver made for a game or its nearest family; if there is none, a general one."""
    if game.is_small:
        return Minimax
    _import_solvers()
    return find_nearest(game, SOLVERS) or AlphaBeta


@cache
def _import_solvers() -> None:
    """Import all modules of this package, which the first search needs and the engine's import does not."""
    import_all(__name__, __path__)
