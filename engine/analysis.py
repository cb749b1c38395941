"""What every legal action of a state is worth."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from engine.minimax import Minimax, StoppedError, decoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Action, Game, Position, State


class AnalysedMove(NamedTuple):
    """What one action is worth to the player who takes it.

    Exact: `value` is 1, 0 or -1, and `line` is best play from this action to the end of the game.
    Not exact: `value` is an estimate between -1 and 1, and `line` is how far was looked.
    `line` begins with the action, and `distance` is its length.
    """

    action: Action
    value: float
    distance: int
    exact: bool
    line: tuple[Action, ...]

    @property
    def rank(self) -> tuple[float, int]:
        """What moves are sorted by: a greater value, then a quicker win or draw, or a slower loss."""
        return self.value, self.distance if self.value < 0 else -self.distance

    @property
    def wins_at_once(self) -> bool:
        """Whether the action itself wins."""
        return self.value == 1 and self.distance == 1

    @property
    def loses_next(self) -> bool:
        """Whether the action loses at once, or to the opponent's next one."""
        return self.value == -1 and self.distance <= 2  # noqa: PLR2004 - this ply and the opponent's


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
        """Plies from the state to the end under best play, or how far was looked."""
        return self.moves[0].distance

    @property
    def exact(self) -> bool:
        """Whether every move is exact, and so are the value and the distance of the state."""
        return all(move.exact for move in self.moves)

    @property
    def best(self) -> tuple[Action, ...]:
        """All equally best actions."""
        rank = self.moves[0].rank
        return tuple(move.action for move in self.moves if move.rank == rank)


def analyse(state: State, stop: Callable[[], bool] | None = None) -> Analysis:
    """Return what every legal action is worth; ValueError if the game has ended.

    `stop` is polled during long searches. Once it is true, what is not proven by then is estimated from
    a look one reply ahead, which still sees every win at once and every loss to the opponent's next move.
    """
    successors = state.game.successors(state.position)
    if not successors:
        raise ValueError("The game is over, so there is no move left to analyse.")
    solver = _solver(state.game)
    with suppress(StoppedError):
        for position in successors.values():
            solver.score(position, stop)
    moves = [_look(solver, state.game, action, position, 1) for action, position in successors.items()]
    moves.sort(key=lambda move: move.rank, reverse=True)
    return Analysis(state, tuple(moves))


_solvers: dict[Game, Minimax] = {}


def _solver(game: Game) -> Minimax:
    """Return the solver that everyone who plays this game shares."""
    if game not in _solvers:
        _solvers[game] = Minimax(game)
    return _solvers[game]


def _look(solver: Minimax, game: Game, action: Action, position: Position, replies: int) -> AnalysedMove:
    """Return what is known of moving into a position, or else an estimate from as many replies ahead."""
    score = solver.known(position)
    if score is not None:
        value, distance = decoded(score)
        return AnalysedMove(action, value, distance, exact=True, line=(action, *solver.line(position)))
    if not replies:
        return AnalysedMove(action, -game.estimate(position), 1, exact=False, line=(action,))
    successors = game.successors(position).items()
    best = max((_look(solver, game, *reply, replies - 1) for reply in successors), key=lambda move: move.rank)
    return AnalysedMove(action, -best.value, best.distance + 1, best.wins_at_once, (action, *best.line))
