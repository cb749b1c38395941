"""What every legal action of a state is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.minimax import Minimax, StoppedError, decoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Action, Game, Position, State


class AnalysedMove(NamedTuple):
    """What one action is worth to the player who takes it.

    Exact: `value` is 1, 0 or -1, and `line` is best play from this action to the end. Not exact: `value` is an
    estimate strictly between -1 and 1, and `line` is as far as was looked. `distance` is the length of `line`.
    """

    action: Action
    value: float
    distance: int
    exact: bool
    line: tuple[Action, ...]

    @property
    def rank(self) -> tuple[float, int]:
        """Sorts moves: the greater value, then the quicker win or draw, or the slower loss."""
        return self.value, self.distance if self.value < 0 else -self.distance


class Analysis(NamedTuple):
    """Every legal action of a running state, best first."""

    state: State
    moves: tuple[AnalysedMove, ...]

    @property
    def value(self) -> float:
        """What the state is worth to the player to move."""
        return self.moves[0].value

    @property
    def distance(self) -> int:
        """Plies from the state to the end under best play."""
        return self.moves[0].distance

    @property
    def exact(self) -> bool:
        """Whether the value of the state is proven."""
        return self.value == 1 or all(move.exact for move in self.moves)

    @property
    def best(self) -> tuple[Action, ...]:
        """All equally best actions."""
        return tuple(move.action for move in self.moves if move.rank == self.moves[0].rank)


def analyse(state: State, stop: Callable[[], bool] | None = None) -> Analysis:
    """Return the worth of every legal action; ValueError if the game has ended.

    `stop` is polled during long searches. Once it is true, actions that are not proven yet are estimated.
    """
    successors = state.game.successors(state.position)
    if not successors:
        raise ValueError("The game has ended, so there is nothing left to analyse.")
    solver = _solver(state.game)
    moves = [_analysed(solver, state.game, action, position, stop) for action, position in successors.items()]
    return Analysis(state, tuple(sorted(moves, key=lambda move: move.rank, reverse=True)))


@lru_cache(maxsize=16)
def _solver(game: Game) -> Minimax:
    return Minimax(game)


def _analysed(
    solver: Minimax, game: Game, action: Action, position: Position, stop: Callable[[], bool] | None
) -> AnalysedMove:
    try:
        value, distance = decoded(solver.score(position, stop))
    except StoppedError:
        return _estimated(solver, game, action, position)
    return AnalysedMove(action, value, distance, True, (action, *solver.line(position)))


def _estimated(solver: Minimax, game: Game, action: Action, position: Position) -> AnalysedMove:
    return AnalysedMove(action, -game.estimate(position), 1, False, (action,))
