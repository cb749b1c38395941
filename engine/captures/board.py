"""Sowing and estimates in Oware, for the search: a row is one machine word, that of the player to move first.

A row has six bits for each house, the lowest for the leftmost one of its owner. All that a sowing does is
looked up by the house and the seeds in it, and added to both rows.

This and `engine.captures.search` are plain Python in the subset that mypyc compiles, and run either way.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from engine.machine import words

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

ROW: Final = (1 << 36) - 1
SEEDS: Final = 48
ENOUGH: Final = 25
"""So many captured seeds win."""

HOUSES: Final = 6
"""How many houses a row has; as the one that gets the last seed, none of the opponent's."""

SEED: Final = 16
"""What a lead counts for each captured seed."""

WORTHS: Final = (
    (0, 12, 24, 43, 35, 37, 31, 36, 33, 24, 22, 20, 18, 28, 55),
    (0, 9, 20, 33, 30, 25, 23, 18, 16, 10, 9, 15, 22, 27, 43),
    (0, 9, 17, 22, 17, 14, 13, 6, 0, -1, 0, 2, 19, 27, 51),
    (0, 7, 12, 14, 13, 5, 1, 3, 5, 3, 8, 17, 25, 44, 51),
    (0, 5, 3, 13, 6, 1, -5, -2, -1, 7, 15, 31, 48, 57, 39),
    (0, 2, 3, -5, -8, -14, -12, -11, 5, 18, 32, 51, 58, 60, 24),
)
"""What a house is worth to its owner, in sixteenths of a seed, by its seeds, none first; the leftmost first.

Two seeds on the left are worth more than one captured.
"""


class Board:
    """What sowing does, by `house << 6 | seeds`, and what rows are worth.

    `mine` is added to the own row. `theirs` has what is added to the other's, and above it which of its
    houses gets the last seed.
    """

    def __init__(self) -> None:
        self.mine: vec[i64] = words(6 << 6)
        self.theirs: vec[i64] = words(6 << 6)
        self.worths: vec[i64] = words(3 << 12)
        for house in range(6):
            mine = theirs = 0
            last = house
            for seeds in range(1, SEEDS + 1):
                last = (last + (2 if last == (house - 1) % 12 else 1)) % 12
                if last < HOUSES:
                    mine += 1 << 6 * last
                else:
                    theirs += 1 << 6 * (last - HOUSES)
                self.mine[house << 6 | seeds] = mine - (seeds << 6 * house)
                self.theirs[house << 6 | seeds] = theirs | (last - HOUSES if last >= HOUSES else HOUSES) << 36
        self._combs: vec[i64] = words(13 << 4)  # the ways to put seeds into one house more than others
        for others in range(13):
            for seeds in range(16):
                self._combs[others << 4 | seeds] = comb(seeds + others, others)
        for at in range(3 << 12):
            first = WORTHS[at >> 12 << 1]
            second = WORTHS[at >> 12 << 1 | 1]
            self.worths[at] = first[min(at & 63, len(first) - 1)] + second[min(at >> 6 & 63, len(second) - 1)]

    def lead(self, mine: i64, theirs: i64, ahead: i64) -> i64:
        """Return about how far ahead the player to move is who has captured so many seeds more."""
        worths = self.worths
        return (
            SEED * ahead
            + worths[mine & 4095]
            + worths[4096 | mine >> 12 & 4095]
            + worths[8192 | mine >> 24]
            - worths[theirs & 4095]
            - worths[4096 | theirs >> 12 & 4095]
            - worths[8192 | theirs >> 24]
        )

    def place(self, mine: i64, theirs: i64, seeds: i64) -> i64:
        """Return how many boards come before one of so few seeds in the table of endings."""
        ways = self._combs
        place: i64 = ways[12 << 4 | seeds - 1] if seeds else 0
        left: i64 = seeds
        column: i64 = 11 << 4  # as many houses are behind
        while left:
            if column == HOUSES - 1 << 4:
                mine = theirs
            place += ways[column | left]
            left -= mine & 63
            place -= ways[column | left]
            mine >>= 6
            column -= 1 << 4
        return place


def seeds_in(row: i64) -> i64:
    """Return how many seeds a row has."""
    seeds: i64 = 0
    while row:
        seeds += row & 63
        row >>= 6
    return seeds


BOARD: Final = Board()
"""The one that all share who need no search."""
