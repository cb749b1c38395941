"""What can be turned on a board of Reversi, and how far ahead a player seems to be; this is worth compiling.

A board is two words with a bit for each cell, row by row: the discs of the player to move, and those of the
opponent. The largest has 64 cells. Compiled, the last of them is a word's sign, which a shift to the right
copies: so what was shifted is masked by cells that the copies cannot reach. In plain Python no word has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import IS_COMPILED, packed

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

CHOICE: Final = 1.4
"""What a cell to choose from is worth, in discs at the end; likewise the others, by least squares."""

CORNER: Final = 11
DIAGONAL: Final = 6
ADJACENT: Final = 4
"""What it costs to stand beside an empty corner."""

_CORNER_CELLS: Final = 12
_AXES: Final = 4
_WORD: Final = 64


class Lines:
    """Finds what can be turned on boards of so many rows."""

    def __init__(self, size: i64) -> None:
        self.full: i64 = _all_cells(size * size)
        self._shifts: vec[i64] = packed([1, size - 1, size, size + 1])
        self._between: vec[i64] = packed(_between(size))
        self.corners: vec[i64] = packed([])

    def put_corners(self, cells: list[int]) -> None:
        """Say which cells are corners, and behind each the one diagonally beside it and the others."""
        self.corners = packed(cells)

    def lead(self, mine: i64, theirs: i64) -> float:
        """Return about how many discs ahead the player of these discs, who is to move, will be."""
        choices: i64 = count(self.legal(mine, theirs)) - count(self.legal(theirs, mine))
        return CHOICE * float(choices) + float(self.lead_by_corners(mine, theirs))

    def lead_by_corners(self, mine: i64, theirs: i64) -> i64:
        """Return how many discs ahead corners put the player, and what is beside them."""
        corners = self.corners
        lead: i64 = 0
        at: i64 = 0
        while at < _CORNER_CELLS:
            corner: i64 = corners[at]
            if mine & corner:
                lead += CORNER
            elif theirs & corner:
                lead -= CORNER
            else:
                diagonal: i64 = corners[at + 1]
                if theirs & diagonal:
                    lead += DIAGONAL
                elif mine & diagonal:
                    lead -= DIAGONAL
                adjacent: i64 = corners[at + 2]
                lead += ADJACENT * (count(theirs & adjacent) - count(mine & adjacent))
            at += 3
        return lead

    def legal(self, mine: i64, theirs: i64) -> i64:
        """Return the cells on which the player of these discs may put one.

        Along each axis it is the end of a row of the opponent's discs that has an own one at its other end.
        """
        found: i64 = 0
        for axis in range(_AXES):
            shift: i64 = self._shifts[axis]
            between: i64 = theirs & self._between[axis]
            row: i64 = (mine << shift | mine >> shift) & between
            if row:
                grown: i64 = row | (row << shift | row >> shift) & between
                while grown != row:
                    row = grown
                    grown = row | (row << shift | row >> shift) & between
                found |= row << shift | row >> shift
        return found & (self.full ^ (mine | theirs))

    def changed(self, cell: i64, mine: i64, theirs: i64) -> i64:
        """Return a disc that is put on an empty cell and those that it turns; nothing if it turns none."""
        changed: i64 = 0
        put: i64 = 1
        put <<= cell  # to shift a 1 at once would be one of half a word, as mypyc writes it
        for axis in range(_AXES):
            shift: i64 = self._shifts[axis]
            between: i64 = theirs & self._between[axis]
            run: i64 = put << shift & between
            if run:
                step: i64 = run << shift
                while step & between:
                    run |= step
                    step <<= shift
                if step & mine:
                    changed |= run
            run = put >> shift & between
            if run:
                step = run >> shift
                while step & between:
                    run |= step
                    step >>= shift
                if step & mine:
                    changed |= run
        return changed | put if changed else 0


def count(bits: i64) -> i64:
    """Return how many bits are set."""
    if IS_COMPILED:  # pragma: no cover - coverage is measured where nothing is compiled
        total: i64 = 0
        while bits:
            bits &= bits - 1
            total += 1
        return total
    unsigned: int = bits
    return unsigned.bit_count()


def _all_cells(cells: int) -> int:
    """Return so many cells as a word."""
    return -1 if IS_COMPILED and cells == _WORD else (1 << cells) - 1


def _between(size: int) -> list[int]:
    """Return for each axis the cells whose discs can be turned along it: there is a cell on both sides."""
    cells = range(size * size)
    inner = sum([1 << cell for cell in cells if 0 < cell % size < size - 1])
    middle = sum([1 << cell for cell in cells if 0 < cell // size < size - 1])
    return [inner, inner & middle, middle, inner & middle]
