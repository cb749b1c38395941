"""The search of four in a row that is fastest in plain Python: one look-up for both bounds, line by line.

The cells that complete a line are looked up for the four lines through the cell of each stone, in a fifth of
the time of shifts of numbers of more than thirty bits. It proves the same as `engine.fours.search`.

What is proven, and what stones complete, is kept in arrays of machine words: an entry takes 10 and 16 bytes
of them, where a dictionary takes some 80. An array is as large from the start as it will ever be, so that the
memory of a process does not grow as it searches. Each key has one place, where the newest entry stays.
"""

from array import array
from functools import cache
from typing import TypeAlias

from engine.fours.search import NODES_BETWEEN_POLLS, Search, chances, completing_along

Through: TypeAlias = tuple[int, "_Line", int, "_Line", int, "_Line", int, "_Line"]

_PLACES, _FEW, _FEW_CELLS = 524_269, 65_521, 16
"""How many places there are, 14 MB of them, and how many for a board of few cells, 2 MB.

Primes, so that a place tells of all bits of its key, but none one less than a power of two: there the stones
of both players would be added. In Connect Four a quarter of them takes 1.3 times as long, from ply 12 on.
"""

_LEAST, _MOST = -64, 63


class PlainSearch(Search):
    """The same proofs by other means, used where `engine.fours.search` is not compiled."""

    def __init__(self, lanes: int, length: int, *, gravity: bool) -> None:
        super().__init__(lanes, length, gravity=gravity, size=0)
        self._places = places = _PLACES if lanes * length > _FEW_CELLS else _FEW
        self._keys, self._stones, self._wins = (array("q", [0]) * places for _ in range(3))
        self._lower, self._upper = array("b", [_LEAST]) * places, array("b", [_MOST]) * places
        cells = [1 << bit for bit in range(self._bits) if self.board >> bit & 1]
        self._through = {cell: _lines_through(cell, self.board, self.stride) for cell in cells}

    def is_known_below(self, mine: int, theirs: int, goal: int) -> bool:
        """Whether it has been proven that the player to move scores less."""
        key = self.key(mine, theirs)
        place = key % self._places
        return self._keys[place] == key and self._upper[place] < goal

    def _keep_at_least(self, key: int, score: int) -> None:
        place = key % self._places
        if self._keys[place] != key:
            self._keys[place], self._upper[place] = key, _MOST
        self._lower[place] = score

    def _keep_below(self, key: int, score: int) -> None:
        place = key % self._places
        if self._keys[place] != key:
            self._keys[place], self._lower[place] = key, _LEAST
        self._upper[place] = score - 1

    def _reaches(  # noqa: C901, PLR0911, PLR0912, PLR0913, PLR0915, PLR0917 - as in the other search
        self, mine: int, theirs: int, my_wins: int, their_wins: int, empties: int, goal: int
    ) -> bool:
        taken = mine | theirs
        empty = self.board & ~taken
        # The player to move must take what the opponent would complete, and cannot take two such cells. With
        # gravity a stone right below such a cell would let the opponent have it, so it is no move at all.
        if self.gravity:
            possible = taken + self.feet & self.board
            forced = possible & their_wins
            if forced:
                possible = forced
            possible &= ~(their_wins >> 1)  # what is below a winning cell would make that cell playable
        else:
            possible = empty
            forced = possible & their_wins
            if forced:
                possible = forced
        if not possible or forced & forced - 1:
            return goal <= -(empties >> 1)  # lost to the very next stone
        if empties <= 2:  # noqa: PLR2004 - the last stones win nothing: all winning cells have been seen
            return goal <= 0
        if goal <= -(empties - 2 >> 1):  # not lost to the next stone, so not before the one after the next
            return True
        key = mine + taken if self.gravity else mine << self._bits | theirs
        places, keys, upper = self._places, self._keys, self._upper
        place = key % places
        if keys[place] == key:
            if self._lower[place] >= goal:
                return True
            if upper[place] < goal:
                return False
        # Bounds that cost less than a search: the opponent can keep the player to move below the goal, or the
        # player to move can hold it, by answering stones in pairs or where most is at stake.
        if self.gravity:
            if goal >= 0 and not empties & 1 and self._has_follow_up and self._follows_up(mine, theirs, goal):
                self._keep_below(key, goal)
                return False
        elif goal > 0:
            if chances(mine, mine | empty, self.stride, (empties + 1 >> 1) - goal + 1) < 8:  # noqa: PLR2004
                self._keep_below(key, goal)
                return False
        elif chances(theirs, theirs | empty, self.stride, (empties >> 1) + goal) < 16:  # noqa: PLR2004
            self._keep_at_least(key, goal)
            return True
        self._visits += 1
        if self._visits >= NODES_BETWEEN_POLLS:
            self._pause()
        forks, threatening, quiet = [], [], []
        fresh = empty & ~my_wins
        for group in self._groups:
            move = possible & group
            if move:
                stones = mine | move
                child = theirs + (taken | move) if self.gravity else theirs << self._bits | stones
                place = child % places
                if keys[place] == child and upper[place] <= -goal:
                    self._keep_at_least(key, goal)
                    return True
                place = stones % places
                if self._stones[place] == stones:
                    wins = self._wins[place]
                else:
                    one, of_one, two, of_two, three, of_three, four, of_four = self._through[move]
                    wins = (
                        my_wins
                        | of_one[stones & one]
                        | of_two[stones & two]
                        | of_three[stones & three]
                        | of_four[stones & four]
                    )
                    self._stones[place], self._wins[place] = stones, wins
                threats = wins & fresh
                if threats & threats - 1:
                    forks.append((stones, wins))
                elif threats:
                    threatening.append((stones, wins))
                else:
                    quiet.append((stones, wins))
        for stones, wins in forks + threatening + quiet:
            if not self._reaches(theirs, stones, their_wins, wins, empties - 1, 1 - goal):
                self._keep_at_least(key, goal)
                return True
        self._keep_below(key, goal)
        return False


class _Line(dict[int, int]):
    """The cells that complete four on a line, by the stones on it."""

    def __init__(self, cells: int, step: int) -> None:
        super().__init__()
        self.cells = stones = cells
        while stones:
            self[stones] = completing_along(stones, step) & cells
            stones = stones - 1 & cells
        self[0] = 0


def _lines_through(cell: int, board: int, stride: int) -> Through:
    """Return the four lines through a cell, and what completes four on each."""
    one, two, three, four = (
        _completions(_line(cell, board, step), step) for step in (1, stride - 1, stride, stride + 1)
    )
    return one.cells, one, two.cells, two, three.cells, three, four.cells, four


_completions = cache(_Line)


def _line(cell: int, board: int, step: int) -> int:
    line = before = after = cell
    while before or after:
        before, after = before >> step & board, after << step & board
        line |= before | after
    return line
