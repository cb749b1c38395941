"""Make the table of Oware's endgames: `python -m tests.make_endgames`, which takes a few minutes.

Boards are solved from the fewest seeds up, as captures only lead there. Those with as many seeds lead to each
other in circles, so for each number of seeds it is found who can force them:

- without a position coming again, by counting from the ends and captures backwards, in waves;
- or else by staying where a repetition, which ends the game, leaves so many in the own row;
- or by forcing the one or the other, and so on until nothing is added.

The wave in which a board was found to be forced is its rank: play that only goes to lower ranks never comes
back, unless it stays where coming back does no harm.
"""

import lzma
from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import books, endings

Numbers = NDArray[np.signedinteger[Any]]
Counts = NDArray[np.int8]
Marks = NDArray[np.bool_]

HOUSES, ROW = 12, 6
CAPTURED = (2, 3)
NONE = -1
"""The number of no board; and of a padded array it finds the last item."""

MANY = 99
"""More seeds than there are."""

MOST_RANK = 255


class Sure(NamedTuple):
    """Of all boards with as many seeds, what the player to move is sure of, and the other."""

    own: Counts
    other: Counts


class Level(NamedTuple):
    """All boards with as many seeds, each by its number, as the player to move sees it.

    `own` are the seeds in the row of the player to move, `quiet` where moves lead that capture nothing.
    Captures bring that player `most` at best, and leave the other `least` at worst.
    """

    seeds: int
    own: Counts
    quiet: Numbers
    most: Counts
    least: Counts
    sources: Numbers
    starts: Numbers

    @property
    def has_ended(self) -> Marks:
        """Where there is no move."""
        ended: Marks = (self.quiet == NONE).all(axis=1) & (self.most < 0)
        return ended

    def before(self, boards: Numbers) -> Numbers:
        """Return from where quiet moves lead to these boards, once for each move."""
        starts, counts = self.starts[boards], self.starts[boards + 1] - self.starts[boards]
        ends = np.cumsum(counts)
        sources: Numbers = self.sources[np.repeat(starts - ends + counts, counts) + np.arange(counts.sum())]
        return sources


class Forced(NamedTuple):
    """Where so many seeds are forced by the player to move, and by the other; for the first since when."""

    own: Marks
    other: Marks
    rank: Numbers


def main() -> None:
    """Write the file."""
    path = Path(books.__file__).parent / f"{endings.TABLE}.xz"
    path.write_bytes(lzma.compress(table(endings.MOST), preset=9 | lzma.PRESET_EXTREME))
    print(path, path.stat().st_size)


def table(most: int) -> bytes:
    """Return the table of all boards with up to so many seeds."""
    known: list[Sure] = []
    ranks: list[bytes] = []
    for seeds in range(most + 1):
        sure, rank = _solve(_level(seeds, known))
        known.append(sure)
        ranks.append(rank.astype(np.uint8).tobytes())
    sure_ones = b"".join((own << 4 | other).astype(np.uint8).tobytes() for own, other in known)
    return sure_ones + b"".join(ranks)


@cache
def _boards(seeds: int, houses: int) -> Counts:
    """Return every way to put seeds into houses, those with fewer in the first house first."""
    if houses == 1:
        return np.array([[seeds]], np.int8)
    ways = [_boards(seeds - first, houses - 1) for first in range(seeds + 1)]
    return np.vstack([np.insert(way, 0, first, axis=1) for first, way in enumerate(ways)])


def _numbers(boards: Counts, seeds: int) -> Numbers:
    """Return the numbers of boards among all with as many seeds: how many have fewer in an earlier house."""
    numbers = np.zeros(len(boards), np.int32)
    left = np.full(len(boards), seeds)
    for house in range(HOUSES - 1):
        others = HOUSES - 1 - house
        ways = [comb(total + others, others) for total in range(seeds + 1)]
        after = left - boards[:, house]
        numbers += np.array(ways, np.int32)[left] - np.array(ways, np.int32)[after]
        left = after
    return numbers


def _level(seeds: int, known: list[Sure]) -> Level:
    boards = _boards(seeds, HOUSES)
    quiet = np.full((len(boards), ROW), NONE, np.int32)
    most, least = np.full(len(boards), NONE, np.int8), np.full(len(boards), MANY, np.int8)
    for house in range(ROW):
        for sown in range(1, seeds + 1):
            places = np.flatnonzero(boards[:, house] == sown)
            for taken, at, afters in _moved(boards[places], house, sown):
                numbers = _numbers(np.roll(afters, ROW, axis=1), seeds - taken)
                if taken:
                    then = known[seeds - taken]
                    most[places[at]] = np.maximum(most[places[at]], taken + then.other[numbers])
                    least[places[at]] = np.minimum(least[places[at]], then.own[numbers])
                else:
                    quiet[places[at], house] = numbers
    froms, moves = np.nonzero(quiet != NONE)
    tos = quiet[froms, moves]
    starts = np.concatenate([[0], np.cumsum(np.bincount(tos, minlength=len(boards)))]).astype(np.int32)
    sources = froms[np.argsort(tos, kind="stable")].astype(np.int32)
    return Level(seeds, boards[:, :ROW].sum(axis=1, dtype=np.int8), quiet, most, least, sources, starts)


def _moved(boards: Counts, house: int, sown: int) -> Iterator[tuple[int, Numbers, Counts]]:
    """Yield each number of seeds that a move captures, on which boards that is, and these after it."""
    afters, last = boards.copy(), house
    afters[:, house] = 0
    for _ in range(sown):
        last = (last + (2 if last == (house - 1) % HOUSES else 1)) % HOUSES
        afters[:, last] += 1
    is_taken = np.zeros(boards.shape, bool)
    goes_on = np.ones(len(boards), bool)
    for each in range(last, ROW - 1, -1):
        goes_on &= np.isin(afters[:, each], CAPTURED)
        is_taken[:, each] = goes_on
    theirs = afters[:, ROW:].sum(axis=1)
    taken = np.where(is_taken, afters, 0).sum(axis=1)
    is_taken[taken == theirs] = False
    taken[taken == theirs] = 0
    afters[is_taken] = 0
    is_legal = boards[:, ROW:].any(axis=1) | afters[:, ROW:].any(axis=1)
    for each in np.unique(taken[is_legal]):
        at = np.flatnonzero(is_legal & (taken == each)).astype(np.int32)
        yield int(each), at, afters[at]


def _solve(level: Level) -> tuple[Sure, Numbers]:
    """Return what the players are sure of on each board, and the rank of that for the player to move."""
    own, other = np.zeros_like(level.own), np.zeros_like(level.own)
    rank = np.zeros(len(own), np.int32)
    for seeds in range(1, level.seeds + 1):
        forced = _forced(level, seeds)
        own[forced.own], other[forced.other] = seeds, seeds
        rank[forced.own] = np.minimum(forced.rank[forced.own], MOST_RANK)
    return Sure(own, other), rank


def _forced(level: Level, seeds: int) -> Forced:
    """Return on which boards so many are forced."""
    ended, row = level.has_ended, level.own
    own = np.where(ended, row >= seeds, level.most >= seeds)
    is_last = ~ended & (level.quiet == NONE).all(axis=1)
    other = np.where(ended, level.seeds - row >= seeds, is_last & (level.least >= seeds))
    forced = Forced(own, other, own.astype(np.int32))
    hopes = (level.quiet != NONE).sum(axis=1)
    new = np.flatnonzero(own), np.flatnonzero(other)
    while new[0].size or new[1].size:
        _spread(level, seeds, forced, hopes, new)
        stays = _circles(level, seeds, forced)
        forced.rank[stays[0]] = forced.rank.max() + 1
        forced.own[stays[0]], forced.other[stays[1]] = True, True
        new = stays
    return forced


def _spread(level: Level, seeds: int, forced: Forced, hopes: Numbers, new: tuple[Numbers, Numbers]) -> None:
    """Mark all boards from which those that are new are forced; hopes are the moves that may prevent it."""
    rank = forced.rank.max()
    while new[0].size or new[1].size:
        rank += 1
        before = level.before(new[0])
        np.subtract.at(hopes, before, 1)
        is_other = (hopes[before] == 0) & (level.least[before] >= seeds) & ~forced.other[before]
        own = level.before(new[1])
        new = np.unique(own[~forced.own[own]]), np.unique(before[is_other])
        forced.own[new[0]], forced.other[new[1]] = True, True
        forced.rank[new[0]] = rank


def _circles(level: Level, seeds: int, forced: Forced) -> tuple[Numbers, Numbers]:
    """Return where else a player can stay for good among boards whose repetition leaves them so many."""
    goes_on = ~level.has_ended
    own = np.flatnonzero(goes_on & ~forced.own & (level.own >= seeds))
    is_spared = (level.least >= seeds) & (level.seeds - level.own >= seeds)
    other = np.flatnonzero(goes_on & ~forced.other & is_spared)
    while True:
        before = own.size + other.size
        own = own[_marked(forced.other, other)[level.quiet[own]].any(axis=1)]
        other = other[_marked(forced.own, own, no_board=True)[level.quiet[other]].all(axis=1)]
        if own.size + other.size == before:
            return own, other


def _marked(forced: Marks, stays: Numbers, *, no_board: bool = False) -> Marks:
    """Return where something is forced or can be kept, and what holds of no board."""
    marks = np.append(forced, no_board)
    marks[stays] = True
    return marks


if __name__ == "__main__":
    main()
