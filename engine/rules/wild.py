"""Wild tic-tac-toe: both players may place either mark."""

from enum import auto

from engine.base import Action, Fault, Position, State
from engine.rules.in_a_row import InARow

_MARKS = "xo"


class MarkFault(Fault):
    """What is wrong with the name of a cell and a mark."""

    MISSING = auto()


class Wild(InARow):
    """Players place X or O as they like; the first to complete a line of three equal marks wins.

    An action is twice the cell, plus 1 for an O. A position is the bitboard of the crosses above that of the
    noughts, which both players place.
    """

    def __init__(self, slug: str) -> None:
        super().__init__(slug, rows=3, columns=3, length=3)
        self.names = [cell + mark for cell in self._names for mark in _MARKS]

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return the position after placing either mark in each empty cell."""
        crosses, noughts = position >> self.size, position & self.full
        if self.has_line[crosses] or self.has_line[noughts]:
            return {}
        return {
            2 * cell + mark: position | (bit if mark else bit << self.size)
            for cell, bit in self.empty[crosses | noughts]
            for mark in (0, 1)
        }

    def utility(self, position: Position) -> int:
        """Return the value of a line: the opponent has just completed it."""
        return -1 if self.has_line[position >> self.size] or self.has_line[position & self.full] else 0

    def symmetries(self, position: Position) -> list[Position]:
        """Return the position turned and mirrored in every way, with crosses and noughts exchanged too."""
        exchanged = (position & self.full) << self.size | position >> self.size
        return super().symmetries(position) + super().symmetries(exchanged)

    def evaluate(self, position: Position) -> float:  # noqa: ARG002 - it belongs to the rules
        """Estimate 0: every mark serves both players, and the game is small enough to be solved."""
        return 0.0

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the cell is taken, or the mark is missing."""
        if name in self._names and self.cells(state)[self._names.index(name)] is None:
            return MarkFault.MISSING
        return super().fault(state, name[:2])

    def wins(self, position: Position) -> tuple[Action, ...]:
        """Return the actions that complete a line, of marks by either player."""
        crosses, noughts = position >> self.size, position & self.full
        completed = (self.completing(crosses, noughts), self.completing(noughts, crosses))
        return tuple(2 * cell + mark for cell, bit in self._bits for mark in (0, 1) if completed[mark] & bit)

    def null_move(self, position: Position) -> None:
        """Return None: both players can complete the same lines, so that there are no threats."""

    def _marks(self, position: Position, to_move: int) -> tuple[int, int]:  # noqa: ARG002 - both players share the marks
        """Return the bitboards of the crosses and of the noughts."""
        return position >> self.size, position & self.full


GAMES = (Wild("tic-tac-toe-wild"),)
