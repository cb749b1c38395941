"""The solver of Oware: alpha-beta that knows the endings.

Where so few seeds are left that a table has them, a result is known at once, though not how soon it comes.
The search asks the table right after a capture only: there nothing is remembered that could end the game, so
that the answer depends on the board alone, and so does all that the search keeps. It marks such a position by
the 1 that begins a memory. The position itself is looked up with all that it remembers.

From the start the search visits hardly more positions than it must. Null windows after the first successor
save two in a hundred of them at depth 11; an order by what is kept of successors, or by which houses were
best before, saves none.
"""

from collections.abc import Iterable
from math import copysign, inf
from typing import Final

from engine import endings
from engine.alphabeta import WIN, AlphaBeta, Search
from engine.game import Action, Position
from engine.games.oware import MEMORY, Oware
from engine.games.sowing import SURE
from engine.solver import AnalysedMove, Stop, within

_NEAR: Final = 2 * endings.MOST
"""The most seeds from which a search may soon come to the endings."""

_FRESH: Final = 1 << MEMORY
_BOARD: Final = _FRESH - 1

_FOUND: Final = WIN / 2
"""The score of a win of which it is not known how soon it comes: less than that of any that was searched."""

_AT_LEAST: Final = {-1: -inf, 0: 0.0, 1: _FOUND}
_AT_MOST: Final = {-1: -_FOUND, 0: 0.0, 1: inf}
"""The scores by the bounds of a value."""

_SOMETIME: Final = 10_000
"""Plies to such a win: more than any ending takes."""

_RANKS: Final = 1 << 8
_SEEDS: Final = 48

_POLLS: Final = 10_000
"""How often a search polls that only has to find which known results come soon."""


class Captures(AlphaBeta):
    """Searches positions of Oware, and knows the endings."""

    def __init__(self, game: Oware, size: int = 1 << 18) -> None:
        super().__init__(game, size)
        self._oware = game

    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action of a running position with its value.

        With a `depth` only what is seen within so many plies counts, as if there were no table.
        """
        if depth is not None or self._oware.seeds_left(position) > _NEAR:
            return super().moves(position, stop, depth)
        bounds = endings.limits(self._oware, position)
        if bounds and all(least == most for least, most in bounds.values()):
            found = super().moves(position, within(_POLLS, stop))
        else:
            found = self.deepened(_SearchToEndings(self._oware, position, self._size, stop))
        told = [self._told(position, move, *bounds.get(move.action, (-1, 1))) for move in found]
        told.sort(key=lambda move: -self._seeds(position, move.action))  # the order of equal ones stays
        return [self._with_line(position, move) for move in told] if has_lines else told

    def _told(self, position: Position, move: AnalysedMove, least: int, most: int) -> AnalysedMove:
        """Return a move with what the table says of it, if the search has not found more."""
        if not move.is_proven:
            value = max(float(least), min(float(most), move.value))
            move = move._replace(value=value, proven=least == most)
        if move.exact or not move.is_proven or move.value < 1:
            return move
        return move._replace(distance=_SOMETIME + self._delay(position, move.action))

    def _delay(self, position: Position, action: Action) -> int:
        """Return a number that is the smaller, the more seeds the player gets and the nearer they are."""
        game, after = self._oware, self._oware.successors(position)[action]
        delay = _RANKS * (_SEEDS - self._seeds(position, action))
        if not game.seeds_left(after) == game.seeds_left(position) <= endings.MOST:
            return delay
        board = game.forget(after)[0]
        return delay + endings.rank(game, board, 1 - game.mover(board))

    def _seeds(self, position: Position, action: Action) -> int:
        """Return how many seeds the player is sure of after an action, 0 if that is not known."""
        board = self._oware.forget(self._oware.successors(position)[action])[0]
        if self._oware.seeds_left(board) > endings.MOST:
            return 0
        return endings.sure(self._oware, board)[1 - self._oware.mover(board)]

    def _with_line(self, position: Position, move: AnalysedMove) -> AnalysedMove:
        """Return a move with a line to the end, if it is proven and the table knows one that proves it."""
        if move.exact or not move.is_proven:
            return move
        game, after = self._oware, position
        for place, action in enumerate(move.line, 1):
            after = game.successors(after)[action]
            if game.seeds_left(after) <= endings.MOST:
                rest, end = endings.line(game, after)
                is_whole = game.has_ended(end) and self._worth(position, end) == move.value
                return move._replace(line=move.line[:place] + rest) if is_whole else move
        return move

    def _worth(self, position: Position, end: Position) -> int:
        """Return what an end is worth to whoever is to move in a position."""
        movers = {self._oware.mover(self._oware.forget(each)[0]) for each in (position, end)}
        return self._oware.utility(end) * (1 if len(movers) == 1 else -1)


class _SearchToEndings(Search):
    """The same search, which looks up what follows a capture."""

    def __init__(self, game: Oware, position: Position, size: int, stop: Stop) -> None:
        super().__init__(game, position, size, stop)
        self._oware = game
        self._successors_of, self._static_value = self._marked, self._known_value
        self.successors = self._marked(self._root)

    def is_settled(self, move: AnalysedMove) -> bool:
        """Whether the move is proven: how soon it wins or loses would take long to find."""
        return move.is_proven

    def _marked(self, position: Position) -> dict[Action, Position]:
        """Return the successors of a board, those with a mark that a capture makes an ending."""
        board, left_on = position & _BOARD, self._oware.seeds_left
        few = min(left_on(board) - 1, endings.MOST)
        successors = self._oware.successors(board)
        return {
            action: after | _FRESH if left_on(after) <= few else after for action, after in successors.items()
        }

    def _is_enough(self, score: float) -> bool:
        return 1 <= abs(score) <= _FOUND

    def _score(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        board = position & _BOARD
        if position == board or self._oware.has_ended(board):
            return super()._score(board, depth, alpha, beta)
        least, most = endings.value(self._oware, board)
        low, high = _AT_LEAST[least], _AT_MOST[most]
        if low >= beta or low == high:
            return low
        return high if high <= alpha else max(low, min(high, super()._score(board, depth, alpha, beta)))

    def _step(self, position: Position, depth: int, score: float, *, is_proven: bool) -> Action | None:
        return super()._step(position & _BOARD, depth, score, is_proven=is_proven)

    def _last_score(self, position: Position, successors: Iterable[Position]) -> float:  # noqa: ARG002 - as there
        best = max(map(self._glance, successors))
        self._has_met_horizon |= -1 < best < 1
        return best

    def _glance(self, position: Position) -> float:
        """Return the score of a position to whoever moves there, from what is known without a search."""
        value = self._known_value(position)
        if abs(value) == 1:
            return -value * (WIN - 1)
        return -copysign(_FOUND - 1, value) if abs(value) == SURE else -value

    def _known_value(self, position: Position) -> float:
        """Return the static value, or that of the table, which is a little less than that of an end."""
        value = self._oware.static_value(position)
        if position < _FRESH or abs(value) == 1:
            return value
        least, most = endings.value(self._oware, position & _BOARD)
        return SURE * least if least == most else value
