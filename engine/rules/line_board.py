"""Boards of cells to be marked until a line is complete: methods for the rules and the solvers."""

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.base import Action, Position, State
from engine.rules.grid import Grid, cell_names, list_straight_lines

_T = TypeVar("_T")
_MOST_CELLS_OF_A_SMALL_GAME = 12
_MOST_CELLS_WITHOUT_A_BOOK = 16
_MOST_KEPT = 1 << 10
"""How many entries a table keeps: 250 KB of lists of empty cells, 200 KB of images. More are no faster."""


class LineBoard(Grid):
    """Players mark empty cells in turn; the first to complete a line wins or, under the misère rule, loses.

    A position is two bitboards with a bit for each cell: the marks of the player to move above those of the
    opponent.
    """

    start = 0

    def __init__(self, slug: str, *, rows: int, columns: int, length: int, misere: bool = False) -> None:
        self.slug, self.rows, self.columns = slug, rows, columns
        self.size = rows * columns
        self.full = (1 << self.size) - 1
        self._bits = [(cell, 1 << cell) for cell in range(self.size)]
        self.is_small = self.size <= _MOST_CELLS_OF_A_SMALL_GAME
        self.is_proven = self.size <= _MOST_CELLS_WITHOUT_A_BOOK
        self.names = self._names = cell_names(rows, columns)
        self.lines = [sum(1 << cell for cell in line) for line in list_straight_lines(rows, columns, length)]
        self._line_wins = -1 if misere else 1
        self.has_line = Memo(self._has_complete_line)
        self._wins = Memo(self._find_wins)
        self._images_of_one = {bit: _list_images(cell, rows, columns) for cell, bit in self._bits}
        self._images_of_one[0] = [0] * len(self._images_of_one[1])
        self._images = Memo(self._turned_and_mirrored)
        self.empty = Memo(lambda taken: [each for each in self._bits if not taken & each[1]])

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return the position after marking each empty cell; nothing once a line or the board is complete."""
        theirs = position & self.full
        if self.has_line[theirs]:
            return {}
        mine = position >> self.size
        turned = theirs << self.size | mine
        successors = {}  # filled by a loop, because a comprehension costs a call in Python 3.11
        for cell, bit in self.empty[mine | theirs]:
            successors[cell] = turned | bit
        return successors

    def utility(self, position: Position) -> int:
        """Return the value of the line that the opponent has just completed, 0 if there is none."""
        return -self._line_wins if self.has_line[position & self.full] else 0

    def symmetries(self, position: Position) -> list[Position]:
        """Return the position with the board turned and mirrored in every way."""
        mine, theirs = self._images[position >> self.size], self._images[position & self.full]
        return [a << self.size | b for a, b in zip(mine, theirs, strict=True)]

    def evaluate(self, position: Position) -> float:
        """Compare how many lines each player can still complete."""
        mine, theirs = position >> self.size, position & self.full
        balance = sum((not line & theirs) - (not line & mine) for line in self.lines)
        return self._line_wins * balance / (len(self.lines) + 1)

    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return who has marked each cell, row by row."""
        marks = self._marks(state.position, state.to_move)
        owners = {bit: player for player in (0, 1) for _, bit in self._bits if marks[player] & bit}
        return tuple(owners.get(bit) for _, bit in self._bits)

    def wins(self, position: Position) -> tuple[Action, ...]:
        """Return the empty cells in which the player to move completes a winning line."""
        return self._wins[position] if self._line_wins > 0 else ()

    def forcing(self, position: Position) -> list[Action]:
        """Return the cells of the lines that lack two marks of the player to move and have none else."""
        mine, empty = position >> self.size, self.full & ~(position >> self.size | position)
        cells = 0
        for line in self.lines:
            missing = line & empty
            if missing.bit_count() == 2 and line & mine == line ^ missing:  # noqa: PLR2004 - of two, one is left
                cells |= missing
        return [cell for cell, bit in self._bits if cells & bit]

    def null_move(self, position: Position) -> Position | None:
        """Return the position with the marks exchanged, so that it is the opponent's turn."""
        return (position & self.full) << self.size | position >> self.size

    def decisive(self, state: State) -> tuple[int, ...]:
        """Return the cells of the lines that the last move completed."""
        marks = self._marks(state.position, state.to_move)
        complete = [line for line in self.lines if line in (line & marks[0], line & marks[1])]
        return tuple(cell for cell, bit in self._bits if any(line & bit for line in complete))

    def _marks(self, position: Position, to_move: int) -> tuple[int, int]:
        """Return the bitboards of the first player's marks and of the second's."""
        mine, theirs = position >> self.size, position & self.full
        return (theirs, mine) if to_move else (mine, theirs)

    def _find_wins(self, position: Position) -> tuple[Action, ...]:
        completing = self.completing(position >> self.size, position & self.full)
        return tuple(cell for cell, bit in self._bits if completing & bit) if completing else ()

    def completing(self, marks: int, others: int) -> int:
        """Return the empty cells that complete a line with the marks, where the others leave one."""
        found = 0
        for line in self.lines:
            missing = line & ~marks
            if not missing & missing - 1 | missing & others:
                found |= missing
        return found

    def _turned_and_mirrored(self, marks: int) -> list[int]:
        one, rest = self._images_of_one[marks & -marks], marks & marks - 1
        return [a | b for a, b in zip(one, self._images[rest], strict=True)] if rest else one

    def _has_complete_line(self, marks: int) -> bool:
        for line in self.lines:  # noqa: SIM110 - any() would take twice as long
            if marks & line == line:
                return True
        return False


class Memo(dict[int, _T], Generic[_T]):
    """A function's results by bitboard, dropped when they are too many."""

    def __init__(self, function: Callable[[int], _T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, bitboard: int) -> _T:
        value = self._function(bitboard)
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[bitboard] = value
        return value


def _list_images(cell: int, rows: int, columns: int) -> list[int]:
    """Return the bit of the cell after each way of turning and mirroring the board, in a fixed order."""
    row, column = divmod(cell, columns)
    places = [(r, c) for r in (row, rows - 1 - row) for c in (column, columns - 1 - column)]
    if rows == columns:
        places += [(c, r) for r, c in places]
    return [1 << r * columns + c for r, c in places]
