"""What is kept of boards of Kalah, 27 bits each, in two words a board: this is worth compiling.

Each word has a row of 36 bits, so that no two boards are ever taken for each other. Above the row, the first
word has what is kept, and the second the number of the question: other questions' results are not used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import words
from engine.rows import HOUSES, ROW, mixed

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

_ABOVE: Final = 6 * HOUSES


class Table:
    """What is kept of boards, in so many places as a power of two; each keeps the newest."""

    def __init__(self, size: i64) -> None:
        self._words: vec[i64] = words(2 << size)
        self._last_place: i64 = (1 << size) - 1
        self._question: i64 = 1

    def clear(self) -> None:
        """Begin another question, without the results of earlier ones."""
        self._question += 1

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
