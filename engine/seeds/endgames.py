"""The table of endgames: the margin of every board with few seeds, four bits each.

The margin of a board is how many more seeds the player to move gets of those in the rows than the opponent,
when both play for most. With n seeds it is one of -n, 2 - n, ..., n, so half of what it is above -n is kept.

A row is numbered among all rows in the order of their seeds, so that those of the fewest seeds come first.
The boards of one row of the opponent lie side by side, in the order of the player's rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import words
from engine.rows import HOUSES, seeds_in
from engine.seeds.board import MOST, Sowings

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

_UNKNOWN: Final = -1


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


class Maker:
    """Computes the margins of all boards of few seeds, each from those after its moves."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._sowings = Sowings(numbers.houses)
        self._halves: vec[i64] = words(numbers.boards, _UNKNOWN)

    def make(self) -> bytes:
        """Return the table that `Endgames` reads; a board with an empty row gets the margin 0."""
        self._fill_houses(0, 0, 0, self.numbers.seeds)
        packed = bytearray()
        number: i64 = 0
        while number < self.numbers.boards:
            low: i64 = self._half(number)
            high: i64 = self._half(number + 1)
            packed.append(low | high << 4)
            number += 2
        return bytes(packed)

    def _half(self, number: i64) -> i64:
        if number >= self.numbers.boards or self._halves[number] == _UNKNOWN:
            return 0
        return self._halves[number]

    def _fill_houses(self, mine: i64, theirs: i64, house: i64, left: i64) -> None:
        """Fill the houses from this one on with the remaining seeds and compute these boards."""
        if house == 2 * self.numbers.houses:
            if mine and theirs:
                self.margin(mine, theirs, self.numbers.seeds - left)
            return
        seeds: i64 = 0
        while seeds <= left:
            if house < self.numbers.houses:
                self._fill_houses(mine | seeds << 6 * house, theirs, house + 1, left - seeds)
            else:
                up: i64 = 6 * (house - self.numbers.houses)
                self._fill_houses(mine, theirs | seeds << up, house + 1, left - seeds)
            seeds += 1

    def margin(self, mine: i64, theirs: i64, seeds: i64) -> i64:
        """Return the margin of a board with so many seeds, none of its rows empty."""
        number = self.numbers.board(mine, theirs)
        half: i64 = self._halves[number]
        if half != _UNKNOWN:
            return (half << 1) - seeds
        best: i64 = -seeds
        house: i64 = 0
        while house < self.numbers.houses:
            if mine >> 6 * house & 63:
                worth = self._margin_after_sowing(mine, theirs, seeds, house)
                if worth > best:  # noqa: PLR1730 - max() would box them
                    best = worth
            house += 1
        self._halves[number] = best + seeds >> 1
        return best

    def _margin_after_sowing(self, mine: i64, theirs: i64, seeds: i64, house: i64) -> i64:
        """Return the margin after sowing a house."""
        sowings = self._sowings
        place: i64 = house << 6 | mine >> 6 * house & 63
        mine += sowings.mine[place]
        packed: i64 = sowings.theirs[place]
        theirs += packed & (1 << 6 * HOUSES) - 1
        gain: i64 = packed >> 6 * HOUSES & 63
        last: i64 = packed >> 6 * HOUSES + 6
        if last < sowings.houses and mine >> 6 * last & 63 == 1:
            up: i64 = 6 * (sowings.houses - 1 - last)
            taken: i64 = theirs >> up & 63
            mine -= 1 << 6 * last
            theirs -= taken << up
            gain += taken + 1
        if not mine or not theirs:
            return gain + seeds_in(mine) - seeds_in(theirs)
        if last == sowings.houses:
            return gain + self.margin(mine, theirs, seeds - gain)
        return gain - self.margin(theirs, mine, seeds - gain)


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
