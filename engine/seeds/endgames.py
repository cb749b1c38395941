"""The table of endgames: the margin of every board with few seeds, four bits each.

The margin of a board is how many more seeds the player to move gets of those in the rows than the opponent,
when both play for most. With n seeds it is one of -n, 2 - n, ..., n, so half of what it is above -n is kept.

A row is numbered among all rows in the order of their seeds, so that those of the fewest seeds come first.
The boards of one row of the opponent lie side by side, in the order of the player's rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.machine import words
from engine.rows import HOUSES
from engine.seeds.board import MOST

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64


class Numbers:
    """The numbers of all boards with at most so many seeds."""

    def __init__(self, houses: i64, seeds: i64) -> None:
        self.houses: i64 = houses
        self.seeds: i64 = seeds
        self._ways: vec[i64] = _ways()
        self._starts: vec[i64] = words(self._count_rows(seeds))
        self.boards: i64 = 0
        for total in range(seeds + 1):
            first: i64 = self._count_rows(total - 1)
            while first < self._count_rows(total):
                self._starts[first] = self.boards
                self.boards += self._count_rows(seeds - total)
                first += 1

    def board(self, mine: i64, theirs: i64) -> i64:
        """Return the number of a board.

        That of a row is how many come before it, counted house by house.
        """
        ways = self._ways
        first: i64 = 0
        second: i64 = 0
        one: i64 = 0
        two: i64 = 0
        column: i64 = 0
        end: i64 = self.houses * (MOST + 1)
        while column < end:
            one += mine & 63
            two += theirs & 63
            first += ways[column + one]
            second += ways[column + two]
            mine >>= 6
            theirs >>= 6
            column += MOST + 1
        return self._starts[second] + first

    def _count_rows(self, seeds: i64) -> i64:
        """Return how many rows have at most so many seeds."""
        return self._ways[(self.houses - 1) * (MOST + 1) + seeds + 1] if seeds >= 0 else 0


class Endgames:
    """The margins of all boards with at most `seeds` seeds, from four bits each; none with -1 seeds."""

    def __init__(self, numbers: Numbers | None = None, halves: bytes = b"") -> None:
        self.seeds: i64 = -1 if numbers is None else numbers.seeds
        self._numbers = Numbers(1, 0) if numbers is None else numbers
        self._halves = halves

    def margin(self, mine: i64, theirs: i64, seeds: i64) -> i64:
        """Return the margin of a board with so many seeds, none of its rows empty."""
        number: i64 = self._numbers.board(mine, theirs)
        byte: i64 = self._halves[number >> 1]
        return ((byte >> 4 * (number & 1) & 15) << 1) - seeds


def _ways() -> vec[i64]:
    """Return how many rows of so many houses and one more have fewer seeds than a sum: `house * 64 + sum`."""
    ways = words(HOUSES * (MOST + 1))
    for house in range(HOUSES):
        for total in range(MOST + 1):
            number = 1
            for factor in range(house + 1):
                number = number * (total + house - factor) // (factor + 1)
            ways[house * (MOST + 1) + total] = number
    return ways
