"""Sowing and estimates in Oware, for the search: a board is two rows, that of the player to move first.

The lowest bits of a row are the leftmost house of its owner. All that a sowing does is looked up by the house
and the seeds in it, and added to both rows.

This and `engine.captures.search` are plain Python in the subset that mypyc compiles, and run either way.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from engine.machine import words
from engine.rows import HOUSES, pairs, weigh

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

SEEDS: Final = 48
ENOUGH: Final = 25
"""So many captured seeds win."""

SEED: Final = 16
"""What a lead counts for each captured seed."""

WORTHS: Final = (
    (0, 23, 35, 54, 46, 48, 42, 47, 44, 35, 33, 31, 29, 39, 66),
    (0, 20, 31, 44, 41, 36, 34, 29, 27, 21, 20, 26, 33, 38, 54),
    (0, 20, 28, 33, 28, 25, 24, 17, 11, 10, 11, 13, 30, 38, 62),
    (0, 18, 23, 25, 24, 16, 12, 14, 16, 14, 19, 28, 36, 55, 62),
    (0, 16, 14, 24, 17, 12, 6, 9, 10, 18, 26, 42, 59, 68, 50),
    (0, 13, 14, 6, 3, -3, -1, 0, 16, 29, 43, 62, 69, 71, 35),
)
"""What a house is worth to its owner, in sixteenths of a seed, by its seeds, none first; the leftmost first.

Fitted by logistic regression to who won 3,655 games of a search of ten plies against itself, of which all
300,014 positions counted. To any seeds eleven were then added, as something to choose from: by as much work
that wins 63 % of the points against the estimate before, and without it 51 %.
"""


class Board:
    """What sowing does, by `house << 6 | seeds`, and what rows are worth.

    `mine` is added to the own row. `theirs` has what is added to the other's, and above it which of its
    houses gets the last seed, six if none of them.
    """

    def __init__(self) -> None:
        self.mine: vec[i64] = words(6 << 6)
        self.theirs: vec[i64] = words(6 << 6)
        self.worths: vec[i64] = pairs(WORTHS)
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

    def lead(self, mine: i64, theirs: i64, ahead: i64) -> i64:
        """Return about how far ahead the player to move is who has captured so many seeds more."""
        return SEED * ahead + weigh(self.worths, mine) - weigh(self.worths, theirs)

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


BOARD: Final = Board()
"""The one that all share who need no search."""
