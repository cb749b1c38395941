"""Rows of houses as machine words, for the searches of Kalah and Oware.

A row has six bits for the seeds of each house. What two houses side by side are worth is looked up at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from librt.vecs import vec
    from mypy_extensions import i64

HOUSES: Final = 6
"""The most houses of a row."""

ROW: Final = (1 << 6 * HOUSES) - 1


def pairs(worths: Sequence[Sequence[int]]) -> vec[i64]:
    """Return what each two houses side by side are worth by their seeds, from the worths of each house.

    A house with more seeds than it has worths is worth as much as with the most.
    """
    found = words(HOUSES // 2 << 12)
    for at in range(HOUSES // 2 << 12):
        worth = 0
        for house, seeds in ((at >> 12 << 1, at & 63), (at >> 12 << 1 | 1, at >> 6 & 63)):
            if house < len(worths):
                worth += worths[house][min(seeds, len(worths[house]) - 1)]
        found[at] = worth
    return found


def weigh(worths: vec[i64], row: i64) -> i64:
    """Return what a row is worth by its pairs of houses."""
    return worths[row & 4095] + worths[4096 | row >> 12 & 4095] + worths[8192 | row >> 24]


def mixed(mine: i64, theirs: i64) -> i64:
    """Return a number for a board whose last bits tell its place in a table."""
    bits: i64 = (mine & 0x3FFFFFF) * 0x2545F491 ^ (theirs & 0x3FFFFFF) * 0x1B873593
    bits ^= (mine >> 26 | theirs >> 26 << 10) * 0x27D4EB2F
    return bits ^ bits >> 23 ^ bits >> 41


def seeds_in(row: i64) -> i64:
    """Return how many seeds a row has."""
    seeds: i64 = 0
    while row:
        seeds += row & 63
        row >>= 6
    return seeds
