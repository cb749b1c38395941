"""Proves margins of boards of Reversi under best play: the part that is worth compiling.

The *margin* of a board is how many discs more the player to move has in the end, when both play for most. A
search asks whether it reaches a *goal*, by alpha-beta with a window of nothing, and keeps what it finds as
bounds of the margin, so that the next goal is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.discs.lines import Lines, count
from engine.discs.table import DiscTable
from engine.machine import TAKEN, Polling, find_heaviest, packed

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec
    from mypy_extensions import i64

NODES_BETWEEN_POLLS: Final = 1 << 4
"""How many boards that are kept are visited between two polls of `stop()`.

In plain Python that is a millisecond's work, and compiled a thirtieth of it. It is the same number, as so
many polls have to find the same in both: then the same seed gives the same match.
"""

_SIZE: Final = 19
"""The size of the table, a power of two: 12 MB."""

_LEAST_KEPT: Final = 6
"""The fewest empty cells of boards that are kept, and whose moves are ordered by the replies they leave."""

_CORNER: Final = 4
"""How many replies a corner is worth in the order of moves."""

_ODD: Final = 1
"""Likewise a cell of a quarter in which an odd number is empty: who moves there may also move there last."""

_FIELDS: Final = 4
"""The words of a move yet to be searched: its cell, what it changes, the replies to it, its weight."""

_BOUND: Final = 8
_MASK: Final = (1 << _BOUND) - 1
_RAISED: Final = 65
"""What is added to a bound, so that none is negative."""


class Search(Polling):
    """Proves bounds of the margins of boards of so many rows, and keeps them until it is cleared."""

    def __init__(self, size: i64, places: i64 = _SIZE) -> None:
        super().__init__()
        self._lines = Lines(size)
        self._table = DiscTable(places)
        cells: i64 = size * size
        self._most: i64 = cells + 1
        self._order: vec[i64] = packed(sorted(range(cells), key=lambda cell: _rank_cell(size, cell)))
        self._worths: vec[i64] = packed([_CORNER * (_rank_cell(size, cell) == 0) for cell in range(cells)])
        self._quarters: vec[i64] = packed([_quarter(size, cell) for cell in range(cells)])
        # The empty cells in the order in which they are tried: behind each the next one, and before it the
        # last one; the end is a cell more than there are.
        self._end: i64 = cells
        self._behind: vec[i64] = packed([0] * (cells + 1))
        self._before: vec[i64] = packed([0] * (cells + 1))
        self._stack: vec[i64] = packed([0] * (_FIELDS * cells * (cells + 1)))
        self._nothing: i64 = _RAISED - self._most << _BOUND | _RAISED + self._most

    def clear(self) -> None:
        """Begin another question, without the results of earlier ones."""
        self._table.clear()
        self._visits = 0

    def bounds(self, mine: i64, theirs: i64) -> tuple[int, int]:
        """Return the bounds of a board's margin that are known without a search."""
        known: i64 = self._table.get(mine, theirs, self._nothing)
        return (known >> _BOUND) - _RAISED, (known & _MASK) - _RAISED

    def asked(
        self, mine: i64, theirs: i64, goal: i64, stop: Callable[[], bool] | None = None
    ) -> tuple[int, int]:
        """Return bounds of a board's margin by whether it is at least the goal.

        StoppedError if `stop()` is true first; what has been proven until then is kept.
        """
        self._stop = stop
        empty: i64 = self._lines.full ^ (mine | theirs)
        left: i64 = 0
        odd: i64 = 0
        last = self._end
        for cell in self._order:
            if empty >> cell & 1:
                self._behind[last] = cell
                self._before[cell] = last
                odd ^= self._quarters[cell]
                left += 1
                last = cell
        self._behind[last] = self._end
        self._before[self._end] = last
        legal = self._lines.legal(mine, theirs)
        found: i64 = self._search_margin(mine, theirs, legal, count(mine) - count(theirs), left, odd, goal, 0)
        return (found, self._most) if found >= goal else (-self._most, found)

    def _search_margin(  # noqa: PLR0913, PLR0917 - a board, what is known of it and what is asked
        self, mine: i64, theirs: i64, legal: i64, lead: i64, left: i64, odd: i64, goal: i64, base: i64
    ) -> i64:
        """Return a bound of the margin on the side of the goal where it is: a lower one if it reaches it."""
        if left < _LEAST_KEPT:
            return self._try(mine, theirs, lead, left, odd, goal)
        self._visits += 1
        if self._visits >= NODES_BETWEEN_POLLS:
            self._pause()
        known: i64 = self._table.get(mine, theirs, self._nothing)
        low: i64 = (known >> _BOUND) - _RAISED
        if low >= goal:
            return low
        high: i64 = (known & _MASK) - _RAISED
        if high < goal:
            return high
        if legal:
            found: i64 = self._choose_move(mine, theirs, legal, lead, left, odd, goal, base)
        else:
            legal = self._lines.legal(theirs, mine)
            if not legal:
                return lead
            found = -self._search_margin(theirs, mine, legal, -lead, left, odd, 1 - goal, base)
        if found >= goal:
            low = found
        else:
            high = found
        self._table.put(mine, theirs, low + _RAISED << _BOUND | high + _RAISED)
        return found

    def _choose_move(  # noqa: PLR0913, PLR0917 - as above
        self, mine: i64, theirs: i64, legal: i64, lead: i64, left: i64, odd: i64, goal: i64, base: i64
    ) -> i64:
        """Return such a bound from those of the boards after each legal move, the most promising first."""
        behind, before, stack, lines = self._behind, self._before, self._stack, self._lines
        best: i64 = -self._most
        above = base
        cell: i64 = behind[self._end]
        while cell != self._end:
            if legal >> cell & 1:
                changed = lines.changed(cell, mine, theirs)
                replies = lines.legal(theirs & ~changed, mine | changed)
                stack[above] = cell
                stack[above + 1] = changed
                stack[above + 2] = replies
                stack[above + 3] = (
                    self._worths[cell] - 2 * count(replies) + (2 if self._quarters[cell] & odd else 0)
                )
                above += _FIELDS
            cell = behind[cell]
        at: i64 = 0
        while (at := find_heaviest(stack, base, above, _FIELDS)) >= 0:
            cell = stack[at]
            changed = stack[at + 1]
            replies = stack[at + 2]
            stack[at + 3] = TAKEN
            behind[before[cell]] = behind[cell]
            before[behind[cell]] = before[cell]
            found: i64 = -self._search_margin(
                theirs & ~changed,
                mine | changed,
                replies,
                1 - lead - 2 * count(changed),
                left - 1,
                odd ^ self._quarters[cell],
                1 - goal,
                above,
            )
            behind[before[cell]] = cell
            before[behind[cell]] = cell
            if found > best:
                best = found
                if best >= goal:
                    return best
        return best

    def _try(  # noqa: PLR0913, PLR0917 - as above
        self, mine: i64, theirs: i64, lead: i64, left: i64, odd: i64, goal: i64, *, has_passed: bool = False
    ) -> i64:
        """Return such a bound where few cells are empty: those in quarters with an odd number come first."""
        if left == 1:
            return self._fill_last_cell(mine, theirs, lead)
        behind, before = self._behind, self._before
        best: i64 = -self._most
        quarters = odd
        for _ in range(2):
            cell: i64 = behind[self._end]
            while cell != self._end:
                if self._quarters[cell] & quarters:
                    changed = self._lines.changed(cell, mine, theirs)
                    if changed:
                        behind[before[cell]] = behind[cell]
                        before[behind[cell]] = before[cell]
                        found: i64 = -self._try(
                            theirs & ~changed,
                            mine | changed,
                            1 - lead - 2 * count(changed),
                            left - 1,
                            odd ^ self._quarters[cell],
                            1 - goal,
                        )
                        behind[before[cell]] = cell
                        before[behind[cell]] = cell
                        if found > best:
                            best = found
                            if best >= goal:
                                return best
                cell = behind[cell]
            quarters = ~odd
        if best > -self._most:
            return best
        if has_passed:
            return lead
        return -self._try(theirs, mine, -lead, left, odd, 1 - goal, has_passed=True)

    def _fill_last_cell(self, mine: i64, theirs: i64, lead: i64) -> i64:
        """Return the margin where one cell is empty."""
        cell: i64 = self._behind[self._end]
        changed = self._lines.changed(cell, mine, theirs)
        if changed:
            return lead + 2 * count(changed) - 1
        changed = self._lines.changed(cell, theirs, mine)
        if changed:
            return lead - 2 * count(changed) + 1
        return lead


def _rank_cell(size: int, cell: int) -> int:
    """Return where a cell stands in the order of moves: corners first, and beside them last."""
    row, column = min(cell // size, size - 1 - cell // size), min(cell % size, size - 1 - cell % size)
    if row == column:
        return 0 if row == 0 else 4 if row == 1 else 1
    return 3 if row + column == 1 else 1


def _quarter(size: int, cell: int) -> int:
    """Return a bit for the quarter of the board in which a cell is."""
    return 1 << 2 * (2 * (cell // size) >= size) + (2 * (cell % size) >= size)
