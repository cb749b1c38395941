"""Which lines a player can still complete, and how the other can stop them all; bitboards of cells."""

from collections.abc import Iterable, Sequence


def open_lines(lines: Iterable[int], others: int) -> list[int]:
    """Return the lines in which the other player has no mark."""
    return [line for line in lines if not line & others]


def find_pairs(lines: Sequence[int], empty: int) -> tuple[int, ...]:
    """Return two empty cells of each line, so that no cell is of two lines; nothing if there are none.

    Whoever answers each mark in one cell of a pair with the other keeps the opponent out of all these lines.
    """
    if 2 * len(lines) > empty.bit_count():
        return ()
    found = _pair_cells(sorted((line & empty for line in lines), key=int.bit_count))
    return tuple(cell for pair in found or () for cell in pair)


def _pair_cells(rest: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return a pair of each of these sets of cells, None if there are none; the smallest first."""
    if not rest:
        return []
    first, *others = rest
    cells = _list_cells(first)
    for index, one in enumerate(cells):
        for other in cells[index + 1 :]:
            taken = ~(1 << one | 1 << other)
            left = sorted((cells & taken for cells in others), key=int.bit_count)
            if (not left or left[0].bit_count() > 1) and (found := _pair_cells(left)) is not None:
                return [(one, other), *found]
    return None


def _list_cells(board: int) -> list[int]:
    return [cell for cell in range(board.bit_length()) if board >> cell & 1]


def is_mirrored(mine: int, theirs: int, rows: int, columns: int) -> bool:
    """Whether each player's marks are the other's turned by half around the centre, which is mine alone."""
    size = rows * columns
    centre = 1 << size // 2
    turned = sum(1 << size - 1 - cell for cell in _list_cells(mine & ~centre))
    return bool(size % 2 and mine & centre) and turned == theirs
