"""What is kept of boards of Reversi, 29 bits each, in three words a board: this is worth compiling.

The first two words are the sides without their first cells. The third has the number of the question, as what
was found for another one is as good as nothing, the first cells and what is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import Table

if TYPE_CHECKING:
    from mypy_extensions import i64

_HALF: Final = (1 << 63) - 1
_LOW: Final = (1 << 32) - 1
_KEPT: Final = 29


class DiscTable(Table):
    """What is kept of boards."""

    def __init__(self, size: i64) -> None:
        super().__init__(size, 3)

    def get(self, mine: i64, theirs: i64, nothing: i64) -> i64:
        """Return what is kept of a board, or the value that stands for nothing."""
        place: i64 = self._find_place(mine, theirs)
        found: i64 = self._words[place + 2]
        if (
            found >> _KEPT == self._question << 2 | (mine & 1) << 1 | theirs & 1
            and self._words[place] == mine >> 1 & _HALF
            and self._words[place + 1] == theirs >> 1 & _HALF
        ):
            return found & (1 << _KEPT) - 1
        return nothing

    def put(self, mine: i64, theirs: i64, kept: i64) -> None:
        """Keep something of a board."""
        place: i64 = self._find_place(mine, theirs)
        self._words[place] = mine >> 1 & _HALF
        self._words[place + 1] = theirs >> 1 & _HALF
        self._words[place + 2] = (self._question << 2 | (mine & 1) << 1 | theirs & 1) << _KEPT | kept

    def _find_place(self, mine: i64, theirs: i64) -> i64:
        bits: i64 = (mine & _LOW) * 0x2545F491 ^ (theirs & _LOW) * 0x1B873593
        bits ^= (mine >> 32 & _LOW) * 0x27D4EB2F ^ (theirs >> 32 & _LOW) * 0x165667B1
        return ((bits ^ bits >> 19 ^ bits >> 38) & self._last_place) * 3
