"""What is kept of boards of Kalah, 27 bits each, in two words a board: this is worth compiling.

Each word has a row of 36 bits, so that no two boards are ever taken for each other. Above the row, the first
word has what is kept, and the second the number of the question: other questions' results are not used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import Table
from engine.rows import HOUSES, ROW, mixed

if TYPE_CHECKING:
    from mypy_extensions import i64

_ABOVE: Final = 6 * HOUSES


class SeedTable(Table):
    """What is kept of boards."""

    def __init__(self, size: i64) -> None:
        super().__init__(size, 2)

    def get(self, mine: i64, theirs: i64, nothing: i64) -> i64:
        """Return what is kept of a board, or the value that stands for nothing."""
        place: i64 = (mixed(mine, theirs) & self._last_place) << 1
        word: i64 = self._words[place]
        if word & ROW == mine and self._words[place + 1] == theirs | self._question << _ABOVE:
            return word >> _ABOVE
        return nothing

    def put(self, mine: i64, theirs: i64, kept: i64) -> None:
        """Keep something of a board."""
        place: i64 = (mixed(mine, theirs) & self._last_place) << 1
        self._words[place] = mine | kept << _ABOVE
        self._words[place + 1] = theirs | self._question << _ABOVE
