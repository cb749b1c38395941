"""Looks so many moves of Reversi ahead, and estimates what comes after: the part that is worth compiling.

What a board is *worth* is how far ahead of the opponent the player to move will be, in tenths of a disc. An
end within the look is worth more than any estimate.

What is found is kept in a table, three words a board as in `search.py`; the third has above the first cells
the number of the question, and below them the best move, how far was looked and the worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.discs.lines import Lines, count, mixed
from engine.machine import packed, words
from engine.solver import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec
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

_FIELDS: Final = 5
"""The words of a move: its cell, both sides after it, the replies to it, its weight."""

_FIRST: Final = 1 << 20
_HALF: Final = (1 << 63) - 1
_RAISED: Final = 1 << 13
_LEAST: Final = 1 << 14
_MOST: Final = 1 << 15
"""Whether what is kept is the least that a board is worth, or the most, or both."""

_DEPTH: Final = 16
_SIX: Final = 63
_CELL: Final = 22
_SEVEN: Final = 127
_NONE: Final = 127
_KEPT: Final = 29
_KEPT_BITS: Final = (1 << _KEPT) - 1


class Outlook(Lines):
    """Estimates boards of so many rows, and keeps what it finds until it is cleared."""

    def __init__(self, size: i64, corners: list[int]) -> None:
        super().__init__(size)
        self.put_corners(corners)
        cells: i64 = size * size
        self._stack: vec[i64] = packed([0] * (_FIELDS * cells * cells))
        self._words: vec[i64] = words(3 << _SIZE)
        self._question: i64 = 1
        self._stop: Callable[[], bool] | None = None
        self._visits: i64 = 0

    def clear(self) -> None:
        """Begin another question, without the results of earlier ones."""
        self._question += 1
        self._visits = 0

    def worth(
        self, mine: i64, theirs: i64, depth: i64, guess: i64, stop: Callable[[], bool] | None = None
    ) -> int:
        """Return what a board is worth by a look so many moves ahead, one at least.

        StoppedError if `stop()` is true first; what has been found until then is kept.
        """
        self._stop = stop
        legal = self.legal(mine, theirs)
        low: i64 = guess - _NEAR
        high: i64 = guess + _NEAR
        worth = self._find_worth(mine, theirs, legal, depth, low, high, 0)
        if worth <= low:
            worth = self._find_worth(mine, theirs, legal, depth, -_RAISED, worth + 1, 0)
        elif worth >= high:
            worth = self._find_worth(mine, theirs, legal, depth, worth - 1, _RAISED, 0)
        return worth

    def best(self, mine: i64, theirs: i64) -> int:
        """Return the cell that is best by the last look, -1 if it is not known."""
        cell: i64 = self._find_kept(mine, theirs, self._find_slot(mine, theirs)) >> _CELL & _SEVEN
        return -1 if cell == _NONE else cell

    def _find_worth(  # noqa: C901, PLR0912, PLR0913, PLR0917 - a call would cost as much as all this
        self, mine: i64, theirs: i64, legal: i64, depth: i64, low: i64, high: i64, base: i64
    ) -> i64:
        """Return what a board is worth, or a bound of it on the same side if it is not in the window."""
        if not legal:
            legal = self.legal(theirs, mine)
            if not legal:
                return self._worth_at_end(mine, theirs)
            return -self._find_worth(theirs, mine, legal, depth, -high, -low, base)
        self._visits += 1
        if self._visits >= _POLLED:
            self._pause()
        if depth == 1:
            return self._find_last_worth(mine, theirs, legal, high)
        place = self._find_slot(mine, theirs)
        known: i64 = self._find_kept(mine, theirs, place)
        worth: i64 = (known & _LEAST - 1) - _RAISED
        if known >> _DEPTH & _SIX >= depth and (
            (known & _LEAST and (worth >= high or known & _MOST)) or (known & _MOST and worth <= low)
        ):
            return worth
        stack = self._stack
        above: i64 = self._put_all(mine, theirs, legal, known >> _CELL & _SEVEN, base)
        floor: i64 = low
        most: i64 = -_RAISED
        cell: i64 = _NONE
        while above > base:
            best = base
            at = base + _FIELDS
            while at < above:
                if stack[at + 4] > stack[best + 4]:
                    best = at
                at += _FIELDS
            tried = stack[best]
            own = stack[best + 1]
            other = stack[best + 2]
            replies = stack[best + 3]
            above -= _FIELDS
            at = 0
            while at < _FIELDS:
                stack[best + at] = stack[above + at]
                at += 1
            top: i64 = high if cell == _NONE else floor + 1
            worth = -self._find_worth(other, own, replies, depth - 1, -top, -floor, above)
            if top <= worth < high:
                worth = -self._find_worth(other, own, replies, depth - 1, -high, -floor, above)
            if worth > most:
                most = worth
                cell = tried
                if worth > floor:
                    floor = worth
                    if worth >= high:
                        break
        bound: i64 = _MOST if most <= low else _LEAST if most >= high else _LEAST | _MOST
        self._words[place] = mine >> 1 & _HALF
        self._words[place + 1] = theirs >> 1 & _HALF
        self._words[place + 2] = (
            self._tag(mine, theirs) << _KEPT | cell << _CELL | depth << _DEPTH | bound | most + _RAISED
        )
        return most

    def _find_last_worth(self, mine: i64, theirs: i64, legal: i64, high: i64) -> i64:
        """Return what a board is worth by a look one move ahead, or a bound of it beyond the window."""
        most: i64 = -_RAISED
        while legal:
            bit = legal & -legal
            legal ^= bit
            changed = self.changed(count(bit - 1), mine, theirs)
            worth: i64 = self._estimate(mine | changed, theirs & ~changed)
            if worth > most:
                most = worth
                if most >= high:
                    break
        return most

    def _estimate(self, mine: i64, theirs: i64) -> i64:
        """Return what a board is worth where the look ends, whoever is to move."""
        own = self.legal(mine, theirs)
        other = self.legal(theirs, mine)
        if not own and not other:
            return self._worth_at_end(mine, theirs)
        return _CHOICE * (count(own) - count(other)) + TENTHS * self.lead_by_corners(mine, theirs)

    def _worth_at_end(self, mine: i64, theirs: i64) -> i64:
        margin: i64 = count(mine) - count(theirs)
        worth: i64 = TENTHS * margin
        return worth + _END if margin > 0 else worth - _END if margin < 0 else 0

    def _put_all(self, mine: i64, theirs: i64, legal: i64, first: i64, base: i64) -> i64:
        """Put all moves on the stack, one cell to be searched first, and return where they end."""
        stack = self._stack
        empty: i64 = self._full ^ (mine | theirs)
        while legal:
            bit = legal & -legal
            legal ^= bit
            cell = count(bit - 1)
            changed = self.changed(cell, mine, theirs)
            own = mine | changed
            other = theirs & ~changed
            replies = self.legal(other, own)
            stack[base] = cell
            stack[base + 1] = own
            stack[base + 2] = other
            stack[base + 3] = replies
            weight: i64 = self._weigh_corners(bit, empty) - _CHOICE * count(replies)
            stack[base + 4] = _FIRST if cell == first else weight
            base += _FIELDS
        return base

    def _weigh_corners(self, bit: i64, empty: i64) -> i64:
        """Return how a cell's place weighs in the order of moves."""
        corners = self._corners
        weight: i64 = 0
        for at in range(0, len(corners), 3):
            if empty & corners[at]:
                if bit & corners[at]:
                    return 3 * _BESIDE
                if bit & (corners[at + 1] | corners[at + 2]):
                    weight -= _BESIDE
        return weight

    def _find_kept(self, mine: i64, theirs: i64, place: i64) -> i64:
        """Return what is kept of a board, perhaps nothing."""
        rest: i64 = self._words[place + 2]
        if (
            rest >> _KEPT == self._tag(mine, theirs)
            and self._words[place] == mine >> 1 & _HALF
            and self._words[place + 1] == theirs >> 1 & _HALF
        ):
            return rest & _KEPT_BITS
        return _NONE << _CELL

    def _tag(self, mine: i64, theirs: i64) -> i64:
        return self._question << 2 | (mine & 1) << 1 | theirs & 1

    def _find_slot(self, mine: i64, theirs: i64) -> i64:
        return (mixed(mine, theirs) & (1 << _SIZE) - 1) * 3

    def _pause(self) -> None:
        self._visits = 0
        if self._stop is not None and self._stop():
            raise StoppedError
