"""Who gets how many seeds in Kalah under best play: the part that is worth compiling.

What is searched is the board alone: the *margin* of a board is how many more of its seeds the player to move
gets than the opponent, when both play for most. With n seeds it is one of -n, 2 - n, ..., n, and so is every
*goal* that is asked for. What is in the stores counts for nothing here, so that boards that are reached with
different stores are searched once.

What is proven is kept in a table, a word a board, from its least bits on: half of what its margin is at most
above -n, and at least, six bits each, and then fifty bits of the rows. The other 22 follow from the word's
place, so the table has no less than 22 bits of places, and no two boards are ever taken for each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.seeds.board import HOUSES, WORTHS, Sowings, seeds_in, words
from engine.solver import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from librt.vecs import vec
    from mypy_extensions import i64

    from engine.seeds.endgames import Endgames

NODES_BETWEEN_POLLS: Final = 1 << 10
"""How many boards are looked at until `stop()` is asked again: a few milliseconds' work."""

_PLACE: Final = 22
"""The size of the table, 32 MB: no less can tell all boards apart, and twice as many places are for books."""

_REST: Final = 6 * HOUSES - _PLACE
_LOW: Final = (1 << _PLACE) - 1
_NOTHING: Final = 63
"""What is known of a board that is not in the table: at least 0, at most 63."""

_DEEPEST: Final = 700
"""More plies than a game has: each brings some seed nearer to a store, and none is more than 13 away."""

_AGAIN: Final = 200
"""What moving again counts for in the order of moves, in quarters of a seed."""

_GAIN: Final = 12
"""What a seed that is gained at once counts for there, where a seed that a house is worth counts four.

With this order, half as many boards are visited as when moves are ordered by what they bring at once, and two
thirds of what it is with four; from eight to eighteen it makes no difference.
"""


class Search:
    """Proves bounds of the margins of boards with so many houses a row, and keeps them."""

    def __init__(self, houses: i64, endgames: Endgames, size: i64 = _PLACE) -> None:
        self.houses: i64 = houses
        self._places: i64 = (1 << size) - 1
        self._sowings = Sowings(houses)
        self._endgames = endgames
        self._words: vec[i64] = words(1 << size, _NOTHING)
        self._mine: vec[i64] = words(_DEEPEST * HOUSES)
        self._theirs: vec[i64] = words(_DEEPEST * HOUSES)
        self._gains: vec[i64] = words(_DEEPEST * HOUSES)
        self._weights: vec[i64] = words(_DEEPEST * HOUSES)
        self._worths: vec[i64] = _pairs(houses, WORTHS)
        self._stop: Callable[[], bool] | None = None
        self._visits: i64 = 0
        self.visited: i64 = 0

    def narrowed(  # noqa: PLR0913, PLR0917 - a board, what is known and what is asked
        self,
        mine: i64,
        theirs: i64,
        low: i64,
        high: i64,
        goal: i64,
        stop: Callable[[], bool] | None = None,
    ) -> tuple[int, int]:
        """Return the bounds of a board's margin, narrowed by whether it is at least the goal.

        StoppedError if `stop()` is true first; what has been proven until then is kept.
        """
        self._stop = stop
        if self._is_at_least(mine, theirs, seeds_in(mine) + seeds_in(theirs), goal):
            return max(low, goal), high
        return low, min(high, goal - 2)

    def bounds(self, mine: i64, theirs: i64) -> tuple[int, int]:
        """Return the bounds of a board's margin that are known without a search."""
        seeds: i64 = seeds_in(mine) + seeds_in(theirs)
        if not mine or not theirs:
            margin: i64 = seeds_in(mine) - seeds_in(theirs)
            return margin, margin
        if seeds <= self._endgames.seeds:
            margin = self._endgames.margin(mine, theirs, seeds)
            return margin, margin
        word = self._word(mine, theirs)
        least: i64 = (word >> 6 & 63) * 2 - seeds
        most: i64 = (word & 63) * 2 - seeds
        return least, min(seeds, most)

    def _is_at_least(  # noqa: PLR0911 - as below
        self, mine: i64, theirs: i64, seeds: i64, goal: i64
    ) -> bool:
        """Whether the margin of a board with so many seeds is at least the goal."""
        if goal <= -seeds:
            return True
        if goal > seeds:
            return False
        if not mine or not theirs:
            return seeds_in(mine) - seeds_in(theirs) >= goal
        if seeds <= self._endgames.seeds:
            return self._endgames.margin(mine, theirs, seeds) >= goal
        half: i64 = goal + seeds >> 1
        word = self._word(mine, theirs)
        if word >> 6 & 63 >= half:
            return True
        if word & 63 < half:
            return False
        return self._reaches(mine, theirs, seeds, goal, 0)

    def _reaches(  # noqa: C901, PLR0911, PLR0912, PLR0915 - a call would cost as much as all this
        self, mine: i64, theirs: i64, seeds: i64, goal: i64, base: i64
    ) -> bool:
        """Whether the margin of a board of which this is neither known nor plain is at least the goal."""
        self._visits += 1
        if self._visits >= NODES_BETWEEN_POLLS:
            self._pause()
        sowings = self._sowings
        endgames = self._endgames
        houses = self.houses
        few = endgames.seeds
        above = base
        house = houses - 1
        while house >= 0:
            sown: i64 = mine >> 6 * house & 63
            if not sown:
                house -= 1
                continue
            place = house << 6 | sown
            own = mine + sowings.mine[place]
            other = theirs + sowings.theirs[place]
            gain = sowings.gains[place]
            last = sowings.lasts[place]
            weight: i64 = _AGAIN if last == houses else 0
            if last < houses and own >> 6 * last & 63 == 1:
                up: i64 = 6 * (houses - 1 - last)
                taken: i64 = other >> up & 63
                own -= 1 << 6 * last
                other -= taken << up
                gain += taken + 1
            weight += _GAIN * gain
            left = seeds - gain
            need = goal - gain
            house -= 1
            if need <= -left:
                return self._keep_at_least(mine, theirs, goal + seeds >> 1)
            if need > left:
                continue
            if not own or not other:
                if seeds_in(own) - seeds_in(other) >= need:
                    return self._keep_at_least(mine, theirs, goal + seeds >> 1)
                continue
            if last == houses:
                if left <= few:
                    if endgames.margin(own, other, left) >= need:
                        return self._keep_at_least(mine, theirs, goal + seeds >> 1)
                    continue
                word = self._word(own, other)
                half: i64 = need + left >> 1
                if word >> 6 & 63 >= half:
                    return self._keep_at_least(mine, theirs, goal + seeds >> 1)
                if word & 63 < half:
                    continue
            else:
                if left <= few:
                    if endgames.margin(other, own, left) <= -need:
                        return self._keep_at_least(mine, theirs, goal + seeds >> 1)
                    continue
                word = self._word(other, own)
                half = left - need >> 1
                if word & 63 <= half:
                    return self._keep_at_least(mine, theirs, goal + seeds >> 1)
                if word >> 6 & 63 > half:
                    continue
            self._mine[above] = own
            self._theirs[above] = other
            self._gains[above] = gain << 1 | (last == houses)
            self._weights[above] = (
                weight
                + self._worths[own & 4095]
                + self._worths[4096 | own >> 12 & 4095]
                + self._worths[8192 | own >> 24]
                - self._worths[other & 4095]
                - self._worths[4096 | other >> 12 & 4095]
                - self._worths[8192 | other >> 24]
            )
            above += 1
        while above > base:
            best = base
            at = base + 1
            while at < above:
                if self._weights[at] > self._weights[best]:
                    best = at
                at += 1
            own = self._mine[best]
            other = self._theirs[best]
            gain = self._gains[best] >> 1
            is_again = self._gains[best] & 1
            at = best + 1
            while at < above:
                self._mine[at - 1] = self._mine[at]
                self._theirs[at - 1] = self._theirs[at]
                self._gains[at - 1] = self._gains[at]
                self._weights[at - 1] = self._weights[at]
                at += 1
            above -= 1
            need = goal - gain
            left = seeds - gain
            if is_again:
                is_reached = self._reaches(own, other, left, need, above)
            else:
                is_reached = not self._reaches(other, own, left, 2 - need, above)
            if is_reached:
                return self._keep_at_least(mine, theirs, goal + seeds >> 1)
        return self._keep_below(mine, theirs, goal + seeds >> 1)

    def _keep_at_least(self, mine: i64, theirs: i64, half: i64) -> bool:
        rest: i64 = mine >> _PLACE | theirs << _REST
        place = self._place(mine, rest)
        word: i64 = self._words[place]
        upper: i64 = word & 63 if word >> 12 == rest else _NOTHING
        self._words[place] = rest << 12 | half << 6 | upper
        return True

    def _keep_below(self, mine: i64, theirs: i64, half: i64) -> bool:
        rest: i64 = mine >> _PLACE | theirs << _REST
        place = self._place(mine, rest)
        word: i64 = self._words[place]
        lower: i64 = word >> 6 & 63 if word >> 12 == rest else 0
        self._words[place] = rest << 12 | lower << 6 | half - 1
        return False

    def _word(self, mine: i64, theirs: i64) -> i64:
        """Return what the table holds of a board, if only that nothing is known."""
        rest: i64 = mine >> _PLACE | theirs << _REST
        word: i64 = self._words[self._place(mine, rest)]
        return word if word >> 12 == rest else _NOTHING

    def _place(self, mine: i64, rest: i64) -> i64:
        mixed: i64 = (rest & 0x1FFFFFF) * 0x2545F491 ^ (rest >> 25) * 0x1B873593
        return (mine & _LOW ^ mixed >> 15 ^ mixed >> 33) & self._places

    def _pause(self) -> None:
        self.visited += self._visits
        self._visits = 0
        if self._stop is not None and self._stop():
            raise StoppedError


def _pairs(houses: int, worths: Sequence[Sequence[int]]) -> vec[i64]:
    """Return what two houses side by side are worth by the seeds in them, for each pair of a row."""
    pairs = words(HOUSES // 2 << 12)
    for at in range(HOUSES // 2 << 12):
        worth = 0
        for house, seeds in ((at >> 12 << 1, at & 63), (at >> 12 << 1 | 1, at >> 6 & 63)):
            if house < houses:
                known = worths[houses - 1 - house]
                worth += known[min(seeds, len(known) - 1)]
        pairs[at] = worth
    return pairs
