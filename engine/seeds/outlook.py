"""Looks so many moves of Kalah ahead, and estimates what comes after: the part that is worth compiling.

What a board is *worth* is how far ahead of the opponent the player to move is with what both gain from here
on, in quarters of a seed: what the houses are worth where the look ends, or the margin where it is known.

What is found is kept in a table, two words a board, each with a row of 36 bits. Above it the first has how
far was looked, the best house and the worth, and the second the number of the question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import words
from engine.seeds.board import (
    AGAIN,
    GAIN,
    HOUSES,
    NODES_BETWEEN_POLLS,
    REPLY,
    ROW,
    SEED,
    WORTHS,
    Sowings,
    mixed,
    pairs,
    replies,
    seeds_in,
)
from engine.solver import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec
    from mypy_extensions import i64

    from engine.seeds.endgames import Endgames

DEEPEST: Final = 60
"""The most moves that are looked ahead."""

_SIZE: Final = 17
"""The size of the table, a power of two: 2 MB."""

_POLLED: Final = NODES_BETWEEN_POLLS // 2
"""How many boards are visited between two polls, as each takes twice the time of a board in a proof."""

_ABOVE: Final = 6 * HOUSES
_RAISED: Final = 1 << 11
"""What is added to a worth, so that it is kept as no less than nothing."""

_LEAST: Final = 1 << 12
_MOST: Final = 1 << 13
"""Whether what is kept is the least that a board is worth, or the most, or both."""

_HOUSE: Final = 14
_DEPTH: Final = 17
_NONE: Final = 7
_FIELDS: Final = 5
"""The words of a move: both rows, what it gains and more, what is estimated at once, its weight."""

_SETTLED: Final = 1
_KEPT: Final = 2
_FROM: Final = 2
_GAINED: Final = 5


class Outlook:
    """Estimates boards with so many houses a row, and keeps what it finds until it is cleared."""

    def __init__(self, houses: i64, endgames: Endgames) -> None:
        self.houses: i64 = houses
        self._sowings = Sowings(houses)
        self._endgames = endgames
        self._worths: vec[i64] = pairs(houses, WORTHS)
        self._stack: vec[i64] = words(DEEPEST * HOUSES * _FIELDS)
        self._words: vec[i64] = words(2 << _SIZE)
        self._question: i64 = 1
        self._visits: i64 = 0
        self._stop: Callable[[], bool] | None = None

    def clear(self) -> None:
        """Begin another question, without the results of earlier ones."""
        self._question += 1
        self._visits = 0

    def worth(self, mine: i64, theirs: i64, depth: i64, stop: Callable[[], bool] | None = None) -> int:
        """Return what a board is worth by a look so many moves ahead, one at least.

        StoppedError if `stop()` is true first; what has been found until then is kept.
        """
        self._stop = stop
        seeds: i64 = seeds_in(mine) + seeds_in(theirs)
        return self._find_worth(mine, theirs, seeds, depth, 1 - _RAISED, _RAISED - 1, 0)

    def best(self, mine: i64, theirs: i64) -> int:
        """Return the house that is best by the last look, -1 if it is not known."""
        known: i64 = self._find_kept(mine, theirs)
        house: i64 = known >> _HOUSE & _NONE
        return -1 if house == _NONE else house

    def _find_worth(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - a call would cost as much as all this
        self, mine: i64, theirs: i64, seeds: i64, depth: i64, low: i64, high: i64, base: i64
    ) -> i64:
        """Return what a board is worth, or a bound of it on the same side if it is not in the window."""
        self._visits += 1
        if self._visits >= _POLLED:
            self._pause()
        known: i64 = self._find_kept(mine, theirs) if depth > 1 else _NONE << _HOUSE
        worth: i64 = (known & _LEAST - 1) - _RAISED
        if known >> _DEPTH >= depth and (
            (known & _LEAST and (worth >= high or known & _MOST)) or (known & _MOST and worth <= low)
        ):
            return worth
        stack = self._stack
        above: i64 = self._sow_all(mine, theirs, seeds, known >> _HOUSE & _NONE, base)
        floor: i64 = low
        most: i64 = -_RAISED
        house: i64 = _NONE
        while above > base:
            best = base
            at = base + _FIELDS
            while at < above:
                if stack[at + 4] > stack[best + 4]:
                    best = at
                at += _FIELDS
            own = stack[best]
            other = stack[best + 1]
            packed = stack[best + 2]
            worth = stack[best + 3]
            above -= _FIELDS
            at = 0
            while at < _FIELDS:
                stack[best + at] = stack[above + at]
                at += 1
            if depth > 1 and not packed & _SETTLED:
                gain: i64 = packed >> _GAINED
                left: i64 = seeds - gain
                gain *= SEED
                is_kept = packed & _KEPT
                top: i64 = high if house == _NONE else floor + 1
                if is_kept:
                    worth = gain + self._find_worth(
                        own, other, left, depth - 1, floor - gain, top - gain, above
                    )
                else:
                    worth = gain - self._find_worth(
                        other, own, left, depth - 1, gain - top, gain - floor, above
                    )
                if top <= worth < high:
                    if is_kept:
                        worth = self._find_worth(
                            own, other, left, depth - 1, floor - gain, high - gain, above
                        )
                    else:
                        worth = -self._find_worth(
                            other, own, left, depth - 1, gain - high, gain - floor, above
                        )
                    worth += gain
            if worth > most:
                most = worth
                house = packed >> _FROM & _NONE
                if worth > floor:
                    floor = worth
                    if worth >= high:
                        break
        if depth > 1:
            bound: i64 = _MOST if most <= low else _LEAST if most >= high else _LEAST | _MOST
            self._store_worth(mine, theirs, most + _RAISED | bound | house << _HOUSE | depth << _DEPTH)
        return most

    def _sow_all(self, mine: i64, theirs: i64, seeds: i64, first: i64, base: i64) -> i64:
        """Put all moves on the stack, one house to be searched first, and return where they end."""
        houses = self.houses
        worths = self._worths
        stack = self._stack
        house = houses
        while house:
            house -= 1
            sown: i64 = mine >> 6 * house & 63
            if not sown:
                continue
            place = house << 6 | sown
            own = mine + self._sowings.mine[place]
            packed = self._sowings.theirs[place]
            other = theirs + (packed & ROW)
            last = packed >> 6 * HOUSES + 6
            gain = packed >> 6 * HOUSES & 63
            if last < houses and own >> 6 * last & 63 == 1:
                up: i64 = 6 * (houses - 1 - last)
                taken: i64 = other >> up & 63
                own -= 1 << 6 * last
                other -= taken << up
                gain += taken + 1
            kept: i64 = _KEPT if last == houses else 0
            left: i64 = seeds - gain
            settled: i64 = _SETTLED
            if not own or not other:
                worth: i64 = SEED * (seeds_in(own) - seeds_in(other))
            elif left <= self._endgames.seeds:
                if kept:
                    worth = SEED * self._endgames.margin(own, other, left)
                else:
                    worth = -SEED * self._endgames.margin(other, own, left)
            else:
                settled = 0
                worth = (
                    worths[own & 4095]
                    + worths[4096 | own >> 12 & 4095]
                    + worths[8192 | own >> 24]
                    - worths[other & 4095]
                    - worths[4096 | other >> 12 & 4095]
                    - worths[8192 | other >> 24]
                )
            weight: i64 = worth + GAIN * gain
            weight += AGAIN if kept else -REPLY * replies(other)
            stack[base] = own
            stack[base + 1] = other
            stack[base + 2] = gain << _GAINED | house << _FROM | kept | settled
            stack[base + 3] = worth + SEED * gain
            stack[base + 4] = weight + (_RAISED if house == first else 0)
            base += _FIELDS
        return base

    def _store_worth(self, mine: i64, theirs: i64, found: i64) -> None:
        """Keep what was found, unless what is kept there is of a deeper look at another board."""
        place: i64 = mixed(mine, theirs) & (1 << _SIZE) - 1
        place <<= 1
        is_old = self._words[place + 1] >> _ABOVE != self._question
        is_same = self._words[place] & ROW == mine and self._words[place + 1] & ROW == theirs
        if is_old or is_same or self._words[place] >> _ABOVE + _DEPTH <= found >> _DEPTH:
            self._words[place] = mine | found << _ABOVE
            self._words[place + 1] = theirs | self._question << _ABOVE

    def _find_kept(self, mine: i64, theirs: i64) -> i64:
        """Return what is kept of a board, perhaps nothing."""
        place: i64 = mixed(mine, theirs) & (1 << _SIZE) - 1
        place <<= 1
        word: i64 = self._words[place]
        if word & ROW == mine and self._words[place + 1] == theirs | self._question << _ABOVE:
            return word >> _ABOVE
        return _NONE << _HOUSE

    def _pause(self) -> None:
        self._visits = 0
        if self._stop is not None and self._stop():
            raise StoppedError
