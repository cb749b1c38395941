"""Looks so many moves of Reversi ahead, and estimates what comes after: the part that is worth compiling.

What a board is *worth* is how far ahead of the opponent the player to move will be, in tenths of a disc. An
end within the look is worth more than any estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.discs.lines import Lines, count
from engine.discs.table import DiscTable
from engine.outlook import FIELDS, FIRST, KEPT, MOVE, RAISED, SETTLED, Lookahead

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import i64

TENTHS: Final = 10

DECIDED: Final = 4_000
"""The least that a win is worth; no estimate reaches it."""

_END: Final = 5_000
"""What an end is worth beside its margin."""

_CHOICE: Final = 14
"""What a cell to choose from is worth."""

_POLLED: Final = 4
"""How many boards are visited between two polls, those where the look ends not counted.

As in `search.py`, that is a millisecond's work in plain Python.
"""

_NEAR: Final = 15
"""How far from the expected worth the first window reaches; 5 to 60 cost about the same."""

_BESIDE: Final = 40
"""What a cell beside an empty corner costs in the order of moves, and a corner gains three times."""

_SIZE: Final = 16
"""The size of the table, a power of two: 1.5 MB."""


class Outlook(Lookahead):
    """Estimates boards of so many rows, and keeps what it finds until it is cleared."""

    def __init__(self, size: i64, corners: list[int]) -> None:
        super().__init__(FIELDS * size * size * size * size, _POLLED, DiscTable(_SIZE))
        self._lines = Lines(size)
        self._lines.put_corners(corners)

    def worth(
        self, mine: i64, theirs: i64, depth: i64, guess: i64, stop: Callable[[], bool] | None = None
    ) -> int:
        """Return what a board is worth by a look so many moves ahead, one at least.

        StoppedError if `stop()` is true first; what has been found until then is kept.
        """
        self._stop = stop
        legal = self._lines.legal(mine, theirs)
        if not legal:
            return self._worth_at_end(mine, theirs)
        low: i64 = guess - _NEAR
        high: i64 = guess + _NEAR
        worth = self._find_worth(mine, theirs, legal, depth, low, high, 0)
        if worth <= low:
            worth = self._find_worth(mine, theirs, legal, depth, -RAISED, worth + 1, 0)
        elif worth >= high:
            worth = self._find_worth(mine, theirs, legal, depth, worth - 1, RAISED, 0)
        return worth

    def _find_last_worth(self, mine: i64, theirs: i64, rest: i64, high: i64, base: i64) -> i64:  # noqa: ARG002 - it puts no moves there
        """Return what a board is worth by a look one move ahead, or a bound of it beyond the window."""
        lines = self._lines
        most: i64 = -RAISED
        while rest:
            bit = rest & -rest
            rest ^= bit
            changed = lines.changed(count(bit - 1), mine, theirs)
            worth: i64 = self._estimate(mine | changed, theirs & ~changed)
            if worth > most:
                most = worth
                if most >= high:
                    break
        return most

    def _estimate(self, mine: i64, theirs: i64) -> i64:
        """Return what a board is worth where the look ends, even if the player to move has to pass."""
        lines = self._lines
        own = lines.legal(mine, theirs)
        other = lines.legal(theirs, mine)
        if not own and not other:
            return self._worth_at_end(mine, theirs)
        return _CHOICE * (count(own) - count(other)) + TENTHS * lines.lead_by_corners(mine, theirs)

    def _worth_at_end(self, mine: i64, theirs: i64) -> i64:
        margin: i64 = count(mine) - count(theirs)
        worth: i64 = TENTHS * margin
        return worth + _END if margin > 0 else worth - _END if margin < 0 else 0

    def _put_all(self, mine: i64, theirs: i64, rest: i64, first: i64, base: i64) -> i64:
        """Put all moves on the stack, with the cells that can be chosen next, and return where they end."""
        stack, lines = self._stack, self._lines
        empty: i64 = lines.full ^ (mine | theirs)
        while rest:
            bit = rest & -rest
            rest ^= bit
            cell = count(bit - 1)
            changed = lines.changed(cell, mine, theirs)
            own = mine | changed
            other = theirs & ~changed
            replies = lines.legal(other, own)
            weight: i64 = self._weigh_corners(bit, empty) - _CHOICE * count(replies)
            stack[base + 3] = cell << MOVE
            if not replies:
                replies = lines.legal(own, other)
                stack[base + 3] |= KEPT if replies else SETTLED
                stack[base + 4] = 0 if replies else self._worth_at_end(own, other)
            stack[base] = own
            stack[base + 1] = other
            stack[base + 2] = replies
            stack[base + 5] = FIRST if cell == first else weight
            base += FIELDS
        return base

    def _weigh_corners(self, bit: i64, empty: i64) -> i64:
        """Return how a cell's place weighs in the order of moves."""
        corners = self._lines.corners
        weight: i64 = 0
        for at in range(0, len(corners), 3):
            if empty & corners[at]:
                if bit & corners[at]:
                    return 3 * _BESIDE
                if bit & (corners[at + 1] | corners[at + 2]):
                    weight -= _BESIDE
        return weight
