"""Looks so many moves of Kalah ahead, and estimates what comes after: the part that is worth compiling.

What a board is *worth* is how far ahead of the opponent the player to move is with what both gain from here
on, in quarters of a seed: what the houses are worth where the look ends, or the margin where it is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.outlook import FIELDS, FIRST, KEPT, MOVE, NO_MOVE, RAISED, SETTLED, Lookahead
from engine.outlook import GAIN as GAINED
from engine.rows import HOUSES, ROW, pairs, seeds_in
from engine.seeds.board import AGAIN, GAIN, NODES_BETWEEN_POLLS, REPLY, SEED, WORTHS, Sowings, replies
from engine.seeds.table import SeedTable

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


class Outlook(Lookahead):
    """Estimates boards with so many houses a row, and keeps what it finds until it is cleared."""

    def __init__(self, houses: i64, endgames: Endgames) -> None:
        super().__init__(DEEPEST * HOUSES * FIELDS, _POLLED, SeedTable(_SIZE))
        self.houses: i64 = houses
        self._sowings = Sowings(houses)
        self._endgames = endgames
        self._worths: vec[i64] = pairs(WORTHS[houses - 1 :: -1])

    def worth(self, mine: i64, theirs: i64, depth: i64, stop: Callable[[], bool] | None = None) -> int:
        """Return what a board is worth by a look so many moves ahead, one at least.

        StoppedError if `stop()` is true first; what has been found until then is kept.
        """
        self._stop = stop
        seeds: i64 = seeds_in(mine) + seeds_in(theirs)
        return self._find_worth(mine, theirs, seeds, depth, 1 - RAISED, RAISED - 1, 0)

    def _find_last_worth(self, mine: i64, theirs: i64, rest: i64, high: i64, base: i64) -> i64:
        """Return what a board is worth by a look one move ahead, or a bound of it beyond the window."""
        above: i64 = self._put_all(mine, theirs, rest, NO_MOVE, base)
        most: i64 = -RAISED
        while base < above and most < high:
            worth = self._stack[base + 4]
            if worth > most:  # noqa: PLR1730 - max() would box them
                most = worth
            base += FIELDS
        return most

    def _put_all(self, mine: i64, theirs: i64, rest: i64, first: i64, base: i64) -> i64:
        """Put all moves on the stack, with the seeds that are left after each, and return where they end."""
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
            kept: i64 = KEPT if last == houses else 0
            left: i64 = rest - gain
            settled: i64 = SETTLED
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
            stack[base + 2] = left
            stack[base + 3] = SEED * gain << GAINED | house << MOVE | kept | settled
            stack[base + 4] = worth + SEED * gain
            stack[base + 5] = FIRST if house == first else weight
            base += FIELDS
        return base
