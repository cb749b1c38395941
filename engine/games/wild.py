"""Wild tic-tac-toe: both players may place either mark."""

from __future__ import annotations

from enum import auto
from typing import TYPE_CHECKING

from engine.game import Fault, Severity
from engine.games.in_a_row import InARow, LineKind, run_out
from engine.kinds import Remark
from engine.merits import safety

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis import Analysis
    from engine.game import Action, Position, State
    from engine.solver import AnalysedMove

_MARKS = "xo"
_HALF_TURN = 3  # among the ways to turn and mirror a board


class MarkFault(Fault):
    """What is wrong with the name of a cell and a mark."""

    MISSING = auto()


class Wild(InARow):
    """Players place X or O as they like; whoever completes a line of three equal marks wins.

    An action is twice the cell, plus 1 for an O. A position is the bitboard of the crosses above that of the
    noughts, whoever placed them.
    """

    def __init__(self, slug: str) -> None:
        super().__init__(slug, rows=3, columns=3, length=3, severity=Severity(2.5, 0.8, 0.99))

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where placing either mark in each empty cell leads."""
        crosses, noughts = position >> self._size, position & self._full
        if self._has_line[crosses] or self._has_line[noughts]:
            return {}
        return {
            2 * cell + mark: position | (bit if mark else bit << self._size)
            for cell, bit in self._empty[crosses | noughts]
            for mark in (0, 1)
        }

    def utility(self, position: Position) -> int:
        """Return the worth of a line: the opponent has just completed it."""
        return -1 if self._has_line[position >> self._size] or self._has_line[position & self._full] else 0

    def symmetries(self, position: Position) -> list[Position]:
        """Return the position turned and mirrored in every way, with crosses and noughts exchanged too."""
        exchanged = (position & self._full) << self._size | position >> self._size
        return super().symmetries(position) + super().symmetries(exchanged)

    def evaluate(self, position: Position) -> float:  # noqa: ARG002 - it belongs to the rules
        """Guess nothing: every mark serves both players, and the game is small enough to be worked out."""
        return 0.0

    def name_of(self, state: State, action: Action) -> str:
        """Return the cell and the mark: b2x puts a cross in the centre."""
        if action not in self.successors(state.position):
            raise ValueError(f"Action {action} is not legal here.")
        return self._names[action // 2] + _MARKS[action % 2]

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the cell is taken, or the mark is missing."""
        if name in self._names and self.cells(state)[self._names.index(name)] is None:
            return MarkFault.MISSING
        return super().fault(state, name[:2])

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell who runs out of safe moves, or that nobody can complete a line any more."""
        if move.value == 1 and self._is_mirrored(analysis.state.successor(move.action).position):
            yield Remark(LineKind.MIRRORS)
        if move.value == 0:
            yield from safety(analysis, move)
        yield from run_out(analysis, move)
        if not self._open(analysis.state.successor(move.action).position):
            yield Remark(LineKind.NO_LINE_LEFT)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how many lines an action leaves with both marks, in which nobody can complete three."""
        before, after = self._open(state.position), self._open(self.successors(state.position)[action])
        if after < before:
            yield Remark(LineKind.THUMB_CLOSES_LINES, number=before - after, of=before)

    def _is_mirrored(self, position: Position) -> bool:
        """Whether the marks stay the same when the board is turned by half, with one in the centre."""
        centre = 1 << self._size // 2
        is_taken = bool((position >> self._size | position) & centre)
        return is_taken and InARow.symmetries(self, position)[_HALF_TURN] == position

    def _open(self, position: Position) -> int:
        """Return how many lines do not hold both marks."""
        crosses, noughts = position >> self._size, position & self._full
        return sum(not (line & crosses and line & noughts) for line in self._lines)

    def wins(self, position: Position) -> tuple[Action, ...]:
        """Return the actions that complete a line, whoever placed the other marks."""
        crosses, noughts = position >> self._size, position & self._full
        completed = (self._completing(crosses, noughts), self._completing(noughts, crosses))
        return tuple(2 * cell + mark for cell, bit in self._bits for mark in (0, 1) if completed[mark] & bit)

    def null_move(self, position: Position) -> None:
        """Return nothing: what would complete a line belongs to whoever is to move, and threatens nobody."""

    def _marks(self, position: Position, to_move: int) -> tuple[int, int]:  # noqa: ARG002 - the marks are anybody's
        """Return the bitboards of the crosses and of the noughts."""
        return position >> self._size, position & self._full


GAMES = (Wild("tic-tac-toe-wild"),)
