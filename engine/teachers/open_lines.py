"""Which lines a player can still complete, and how the other can stop them all; bitboards of cells."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.rules.grid import list_cells


def open_lines(lines: Iterable[int], others: int) -> list[int]:
    """Return the lines in which the other player has no mark."""
    return [line for line in lines if not line & others]


def find_pairs(lines: Sequence[int], empty: int, most: int) -> tuple[int, ...]:
    """Return as few pairs of empty cells as each line holds one of; nothing if more than `most`.

    No cell is of two pairs. Whoever answers each mark in one cell of a pair with the other keeps the opponent
    out of all these lines.
    """
    found = (_pair_cells([line & empty for line in lines], empty, number) for number in range(1, most + 1))
    return tuple(cell for pair in next(filter(None, found), ()) for cell in pair)


def _pair_cells(lines: Sequence[int], free: int, most: int) -> list[tuple[int, int]] | None:
    """Return up to so many pairs of free cells of which each line holds one, None if there are none."""
    if not lines:
        return []
    if not most:
        return None
    shortest = min((line & free for line in lines), key=int.bit_count)
    for pair in combinations(list_cells(shortest), 2):
        cells = sum(1 << cell for cell in pair)
        left = [line for line in lines if line & cells != cells]
        if (found := _pair_cells(left, free & ~cells, most - 1)) is not None:
            return [pair, *found]
    return None


def is_mirrored(mine: int, theirs: int, rows: int, columns: int) -> bool:
    """Whether each player's marks are the other's turned by half around the centre, which is mine alone."""
    size = rows * columns
    centre = 1 << size // 2
    turned = sum(1 << size - 1 - cell for cell in list_cells(mine & ~centre))
    return bool(size % 2 and mine & centre) and turned == theirs
