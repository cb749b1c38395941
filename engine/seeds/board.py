"""Sowing in Kalah, for the search: a board is two rows, that of the player to move first.

The lowest bits of a row are the house farthest from its owner's store. All that a sowing does is looked up by
the house and the seeds in it, and added to both rows.

This and the modules that search are plain Python in the subset that mypyc compiles, and run either way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import words
from engine.rows import HOUSES

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

MOST: Final = 63
"""The most seeds on a board."""

NODES_BETWEEN_POLLS: Final = 1 << 10
"""How many boards a search visits between two polls of `stop()`.

In plain Python that is ten milliseconds' work, and compiled a fiftieth of it. It is the same number, as so
many polls have to find the same in both: then the same seed gives the same match.
"""

SEED: Final = 4
"""A seed in the unit of `WORTHS`."""

WORTHS: Final = (
    (0, 4, -7, -6, -7, -6, -1, 3, 7, 10, 13, 18, 23, 25, 32, 15),
    (0, 5, 6, -3, -2, -2, 2, 3, 6, 9, 11, 14, 19, 27, 15, 11),
    (0, 8, 10, 11, 0, 1, 3, 3, 2, 5, 6, 9, 12, 24, 13, 10),
    (0, 8, 13, 13, 12, 4, 6, 5, 2, 3, 6, 11, 15, 24, 20, 21),
    (0, 9, 12, 15, 16, 12, 5, 6, 4, 4, 7, 7, 15, 16, 6, 10),
    (0, 8, 12, 16, 18, 17, 14, 5, 3, 4, 0, 3, 12, 9, 9, 9),
)
"""The value of a house, in quarters of a seed, by its seeds, none first; the house next to the store first.

Seeds that stay in the row or just reach the store are worth much, those that go on to the opponent little,
unless they come all the way round. Fitted to who won, by logistic regression.
"""

AGAIN: Final = 200
"""The weight of moving again in the order of moves, in quarters of a seed."""

REPLY: Final = 4
"""The weight against a move of each reply left to the opponent: a tenth fewer boards than without it."""

GAIN: Final = 12
"""What a seed that is gained at once counts for there, where a seed that a house is worth counts four.

With this order, half as many boards are visited as when moves are ordered by what they bring at once, and two
thirds of what it is with four; from eight to eighteen it makes no difference.
"""

_ONES: Final = 0o010101010101
_TOP: Final = 6 * (HOUSES - 1)


class Sowings:
    """What sowing does to rows of so many houses, by `house << 6 | seeds`.

    `mine` is added to the own row. `theirs` has what is added to the other's, above it six bits of what goes
    to the store, and then the own house that gets the last seed: the number of the houses for the store, and
    one more for the opponent's.
    """

    def __init__(self, houses: i64) -> None:
        self.houses: i64 = houses
        self.mine: vec[i64] = words(houses << 6)
        self.theirs: vec[i64] = words(houses << 6)
        for house in range(houses):
            self._fill_sowings(house)

    def _fill_sowings(self, house: i64) -> None:
        lap: i64 = 2 * self.houses + 1
        mine: i64 = 0
        theirs: i64 = 0
        gain: i64 = 0
        seeds: i64 = 1
        while seeds <= MOST:
            at: i64 = (house + seeds) % lap
            if at < self.houses:
                mine += 1 << 6 * at
            elif at == self.houses:
                gain += 1
            else:
                theirs += 1 << 6 * (at - self.houses - 1)
            place: i64 = house << 6 | seeds
            self.mine[place] = mine - (seeds << 6 * house)
            last: i64 = at if at <= self.houses else self.houses + 1
            self.theirs[place] = theirs | (gain | last << 6) << 6 * HOUSES
            seeds += 1


def replies(row: i64) -> i64:
    """Return how many houses of a row have seeds."""
    ones: i64 = row | row >> 3
    ones |= ones >> 1 | ones >> 2
    ones &= _ONES
    return ones * _ONES >> _TOP & 7
