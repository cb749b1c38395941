"""Proves margins of boards of Kalah under best play: the part that is worth compiling.

What is searched is the board alone: the *margin* of a board is how many more of its seeds the player to move
gets than the opponent, when both play for most. With n seeds it is one of -n, 2 - n, ..., n, and so is every
*goal* that is asked for. What is in the stores counts for nothing here, so that boards that are reached with
different stores are searched once.

What is proven is kept in a table: half of what the margin is at least above -n, and at most, six bits each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import Polling, put_heaviest_last, words
from engine.rows import HOUSES, ROW, pairs, seeds_in
from engine.seeds.board import AGAIN, GAIN, NODES_BETWEEN_POLLS, REPLY, WORTHS, Sowings, replies
from engine.seeds.table import SeedTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec
    from mypy_extensions import i64

    from engine.seeds.endgames import Endgames

_SIZE: Final = 20
"""The size of the table, a power of two: 16 MB, of which a second's search fills no more than half."""

_FEW_MORE: Final = 6
"""How many seeds more than the table of endgames has a board must have to be kept.

Below, it is searched sooner than it is found in memory: so two fifths more boards are visited, in two fifths
less time.
"""

_BOUNDS: Final = 6 * HOUSES
_LAST: Final = _BOUNDS + 6
_NOTHING: Final = 63
"""The bounds of a board that is not in the table: at least 0, at most 63."""

_DEEPEST: Final = 700
"""More plies than a game has: each brings some seed nearer to a store, and none is more than 13 away."""

_FIELDS: Final = 4
"""The words of a move yet to be searched: both rows, what it gains and if the turn is kept, its weight."""


class Search(Polling):
    """Proves bounds of the margins of boards with so many houses a row, and keeps them until cleared."""

    def __init__(self, houses: i64, endgames: Endgames, size: i64 = _SIZE) -> None:
        super().__init__()
        self.houses: i64 = houses
        self._table = SeedTable(size)
        self._sowings = Sowings(houses)
        self._endgames = endgames
        self._least: i64 = endgames.seeds + _FEW_MORE
        self._stack: vec[i64] = words(_DEEPEST * HOUSES * _FIELDS)
        self._worths: vec[i64] = pairs(WORTHS[houses - 1 :: -1])

    def clear(self) -> None:
        """Begin another question, without the results of earlier ones."""
        self._table.clear()
        self._visits = 0

    def narrowed(  # noqa: PLR0913, PLR0917 - a board, what is known and what is asked
        self, mine: i64, theirs: i64, low: i64, high: i64, goal: i64, stop: Callable[[], bool] | None = None
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
        bounds: i64 = self._table.get(mine, theirs, _NOTHING)
        least: i64 = (bounds >> 6) * 2 - seeds
        most: i64 = (bounds & 63) * 2 - seeds
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
        bounds: i64 = self._table.get(mine, theirs, _NOTHING)
        if bounds >> 6 >= half:
            return True
        if bounds & 63 < half:
            return False
        return self._reaches_goal(mine, theirs, seeds, goal, 0)

    def _reaches_goal(  # noqa: C901, PLR0911, PLR0912, PLR0915 - a call would cost as much as all this
        self, mine: i64, theirs: i64, seeds: i64, goal: i64, base: i64
    ) -> bool:
        """Whether the margin of a board is at least the goal, where no bound decides it."""
        self._visits += 1
        if self._visits >= NODES_BETWEEN_POLLS:
            self._pause()
        endgames, table = self._endgames, self._table
        houses = self.houses
        few = endgames.seeds
        least = self._least
        mine_of = self._sowings.mine
        theirs_of = self._sowings.theirs
        worths = self._worths
        stack = self._stack
        above = base
        house = houses
        while house:
            house -= 1
            sown: i64 = mine >> 6 * house & 63
            if not sown:
                continue
            place = house << 6 | sown
            own = mine + mine_of[place]
            packed = theirs_of[place]
            other = theirs + (packed & ROW)
            last = packed >> _LAST
            gain = packed >> _BOUNDS & 63
            if last < houses and own >> 6 * last & 63 == 1:
                up: i64 = 6 * (houses - 1 - last)
                taken: i64 = other >> up & 63
                own -= 1 << 6 * last
                other -= taken << up
                gain += taken + 1
            left = seeds - gain
            need = goal - gain
            if need <= -left:
                return self._store_at_least(mine, theirs, seeds, goal)
            if not own or not other:
                if seeds_in(own) - seeds_in(other) >= need:
                    return self._store_at_least(mine, theirs, seeds, goal)
                continue
            if last == houses:
                if left <= few:
                    if endgames.margin(own, other, left) >= need:
                        return self._store_at_least(mine, theirs, seeds, goal)
                    continue
                weight: i64 = AGAIN
                if left >= least:
                    bounds = table.get(own, other, _NOTHING)
                    half: i64 = need + left >> 1
                    if bounds >> 6 >= half:
                        return self._store_at_least(mine, theirs, seeds, goal)
                    if bounds & 63 < half:
                        continue
            else:
                if left <= few:
                    if endgames.margin(other, own, left) <= -need:
                        return self._store_at_least(mine, theirs, seeds, goal)
                    continue
                if left >= least:
                    bounds = table.get(other, own, _NOTHING)
                    half = left - need >> 1
                    if bounds & 63 <= half:
                        return self._store_at_least(mine, theirs, seeds, goal)
                    if bounds >> 6 > half:
                        continue
                weight = -REPLY * replies(other)
            stack[above] = own
            stack[above + 1] = other
            stack[above + 2] = gain << 1 | (last == houses)
            stack[above + 3] = (
                weight
                + GAIN * gain
                + worths[own & 4095]
                + worths[4096 | own >> 12 & 4095]
                + worths[8192 | own >> 24]
                - worths[other & 4095]
                - worths[4096 | other >> 12 & 4095]
                - worths[8192 | other >> 24]
            )
            above += _FIELDS
        while above > base:
            put_heaviest_last(stack, base, above, _FIELDS)
            above -= _FIELDS
            own = stack[above]
            other = stack[above + 1]
            gain = stack[above + 2]
            need = goal - (gain >> 1)
            left = seeds - (gain >> 1)
            if gain & 1:
                is_reached = self._reaches_goal(own, other, left, need, above)
            else:
                is_reached = not self._reaches_goal(other, own, left, 2 - need, above)
            if is_reached:
                return self._store_at_least(mine, theirs, seeds, goal)
        if seeds >= self._least:
            bounds = self._table.get(mine, theirs, _NOTHING)
            self._table.put(mine, theirs, bounds & ~63 | (goal + seeds >> 1) - 1)
        return False

    def _store_at_least(self, mine: i64, theirs: i64, seeds: i64, goal: i64) -> bool:
        if seeds >= self._least:
            bounds: i64 = self._table.get(mine, theirs, _NOTHING)
            self._table.put(mine, theirs, (goal + seeds >> 1) << 6 | bounds & 63)
        return True
