"""Games on a grid of cells, on which lines of marks are completed."""

from abc import abstractmethod
from collections.abc import Iterator

from engine.base import Game, State

_LETTERS = "abcdefghijklmnopqrstuvwxyz"  # importing string would take longer than the rest of this module
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Grid(Game):
    """A game whose board has `rows` and `columns`; its cells are numbered row by row from the top left."""

    rows: int
    columns: int

    @abstractmethod
    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return the mark in each cell: 0 the one that the first player begins with, 1 the other, or None."""


def cell_names(rows: int, columns: int) -> list[str]:
    """Return a letter for the column and a number for the row of each cell: a1 is the top left."""
    return [f"{_LETTERS[column]}{row + 1}" for row in range(rows) for column in range(columns)]


def list_straight_lines(rows: int, columns: int, length: int) -> Iterator[list[int]]:
    """Yield the cells of every straight line of that length."""
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        for down, right in _DIRECTIONS:
            last_row, last_column = row + down * (length - 1), column + right * (length - 1)
            if last_row < rows and 0 <= last_column < columns:
                yield [cell + step * (down * columns + right) for step in range(length)]


def split_cells(cells: int) -> Iterator[int]:
    """Yield the cells of a bitboard one by one, each as its bit."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def list_cells(cells: int) -> tuple[int, ...]:
    """Return the numbers of the cells of a bitboard in order."""
    return tuple(cell for cell in range(cells.bit_length()) if cells >> cell & 1)
