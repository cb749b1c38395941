"""The board of Connect Four in bits: seven columns of six cells, and a guard above each."""

from collections.abc import Iterator

from engine.fours.search import completing

ROWS, COLUMNS = 6, 7
STRIDE = ROWS + 1
SIZE = COLUMNS * STRIDE
STONES = (1 << SIZE) - 1
FEET = sum(1 << column * STRIDE for column in range(COLUMNS))
BOARD = FEET * ((1 << ROWS) - 1)
EVEN_ROWS = sum(FEET << row for row in range(1, ROWS, 2))
"""As players count, from 1 at the bottom."""
IN_COLUMN = [BOARD & (1 << STRIDE) - 1 << column * STRIDE for column in range(COLUMNS)]
IN_CELL = [1 << column * STRIDE + row for row in reversed(range(ROWS)) for column in range(COLUMNS)]
"""The bit of each cell, row by row from the top left, as players number them."""

_STEPS = (1, STRIDE - 1, STRIDE, STRIDE + 1)


def _list_lines() -> Iterator[int]:
    for step in _STEPS:
        line = 1 | 1 << step | 1 << 2 * step | 1 << 3 * step
        for shift in range(SIZE - 3 * step):
            if line << shift & ~BOARD == 0:
                yield line << shift


LINES = tuple(_list_lines())
"""The 69 ways to have four in a row."""


def playable(taken: int) -> int:
    """Return the cells in which a stone can fall."""
    return taken + FEET & BOARD


def threats(stones: int, others: int) -> int:
    """Return the empty cells, in reach or not, with which the stones would be four in a row."""
    return completing(stones, STRIDE) & BOARD & ~(stones | others)


def split(position: int) -> tuple[int, int]:
    """Return the stones of the player to move and of the opponent."""
    return position >> SIZE, position & STONES


def mirrored(cells: int) -> int:
    """Return the mirror image of some cells."""
    image = 0
    for column in range(COLUMNS):
        image = image << STRIDE | cells >> column * STRIDE & (1 << STRIDE) - 1
    return image


def numbers(cells: int) -> tuple[int, ...]:
    """Return the numbers of the cells, in order."""
    return tuple(number for number, cell in enumerate(IN_CELL) if cells & cell)


def columns_of(cells: int) -> tuple[int, ...]:
    """Return the columns in which some of the cells lie, in order."""
    return tuple(column for column, mask in enumerate(IN_COLUMN) if cells & mask)
