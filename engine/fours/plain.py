"""The search of four in a row as plain Python does it fastest: with dictionaries, and line by line.

Who completes what is looked up for the four lines through the cell of each stone, as that takes a fifth of
the time that shifting numbers of more than thirty bits takes. It proves the same as `engine.fours.search`.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from engine.fours.search import NODES_BETWEEN_POLLS, Search, chances, completing_along

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    Through: TypeAlias = tuple[int, "_Line", int, "_Line", int, "_Line", int, "_Line"]

_MOST_KEPT = 1 << 17
"""How many entries a dictionary keeps, 10 MB: half as many prove less in a given time, twice no more."""

_MOST_OF_ALL = _MOST_KEPT + (_MOST_KEPT >> 1)
"""How many those of one kind keep of all games together.

So a process soon takes as much memory as it ever will, whatever games are searched in it: what one search
proves has room, and of what others have proven before, the latest first, as much as has room beside it.
"""

_LEAST, _MOST = -64, 63


class PlainSearch(Search):
    """Proves the same by other means, as long as `engine.fours.search` is not compiled."""

    def __init__(self, lanes: int, length: int, *, gravity: bool) -> None:
        super().__init__(lanes, length, gravity=gravity, size=0)
        self._lower: dict[int, int] = {}
        self._upper: dict[int, int] = {}
        self._wins: dict[int, int] = {}
        self.tables = self._lower, self._upper, self._wins
        cells = [1 << bit for bit in range(self._bits) if self.board >> bit & 1]
        self._through = {cell: _lines_through(cell, self.board, self.stride) for cell in cells}

    def is_known_below(self, mine: int, theirs: int, goal: int) -> bool:
        """Whether it has been proven that the player to move scores less."""
        return self._upper.get(self.key(mine, theirs), _MOST) < goal

    def _reaches(  # noqa: C901, PLR0911, PLR0912, PLR0913, PLR0915, PLR0917 - as in the other search
        self, mine: int, theirs: int, my_wins: int, their_wins: int, empties: int, goal: int
    ) -> bool:
        taken = mine | theirs
        empty = self.board & ~taken
        # What the opponent would complete has to be taken first, and two such cells cannot both be. With
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
        if empties <= 2:  # noqa: PLR2004 - nobody wins with the last stones: all winning cells have been seen
            return goal <= 0
        if goal <= -(empties - 2 >> 1):  # not lost to the next stone, so not before the one after the next
            return True
        key = mine + taken if self.gravity else mine << self._bits | theirs
        lower, upper = self._lower, self._upper
        if lower.get(key, _LEAST) >= goal:
            return True
        if upper.get(key, _MOST) < goal:
            return False
        # Bounds that cost less than a search: the opponent can keep the player to move below the goal, or the
        # player to move can hold it, by answering stones in pairs or where most is at stake.
        if self.gravity:
            if goal >= 0 and not empties & 1 and self._has_follow_up and self._follows_up(mine, theirs, goal):
                upper[key] = goal - 1
                return False
        elif goal > 0:
            if chances(mine, mine | empty, self.stride, (empties + 1 >> 1) - goal + 1) < 8:  # noqa: PLR2004
                upper[key] = goal - 1
                return False
        elif chances(theirs, theirs | empty, self.stride, (empties >> 1) + goal) < 16:  # noqa: PLR2004
            lower[key] = goal
            return True
        self._visits += 1
        if self._visits >= NODES_BETWEEN_POLLS:
            self._pause()
        forks, threatening, quiet = [], [], []
        fresh, known = empty & ~my_wins, self._wins
        for group in self._groups:
            move = possible & group
            if move:
                stones = mine | move
                if (
                    upper.get(
                        theirs + (taken | move) if self.gravity else theirs << self._bits | stones, _MOST
                    )
                    <= -goal
                ):
                    lower[key] = goal
                    return True
                wins = known.get(stones)
                if wins is None:
                    one, of_one, two, of_two, three, of_three, four, of_four = self._through[move]
                    wins = known[stones] = (
                        my_wins
                        | of_one[stones & one]
                        | of_two[stones & two]
                        | of_three[stones & three]
                        | of_four[stones & four]
                    )
                threats = wins & fresh
                if threats & threats - 1:
                    forks.append((stones, wins))
                elif threats:
                    threatening.append((stones, wins))
                else:
                    quiet.append((stones, wins))
        for stones, wins in forks + threatening + quiet:
            if not self._reaches(theirs, stones, their_wins, wins, empties - 1, 1 - goal):
                lower[key] = goal
                return True
        upper[key] = goal - 1
        return False

    def _pause(self) -> None:
        _searches.pop(self, None)
        _searches[self] = None
        for tables in zip(*(search.tables for search in reversed([*_searches])), strict=True):
            _make_room(tables)
        super()._pause()


_searches: WeakKeyDictionary[PlainSearch, None] = WeakKeyDictionary()
"""All that have searched for long, the latest last."""


def _make_room(tables: Iterable[dict[int, int]]) -> None:
    """Let tables of one kind keep no more than there is room for; the last ones give way to those before."""
    room = _MOST_OF_ALL
    for table in tables:
        most = min(room, _MOST_KEPT)
        if len(table) > most:
            _forget_oldest(table, len(table) - max(most - (_MOST_KEPT >> 3), 0))
        room -= len(table)


def _forget_oldest(table: dict[int, int], number: int) -> None:
    kept = dict(islice(table.items(), number, None))
    table.clear()  # a dictionary that is only deleted from leaves the places empty, and grows on
    table.update(kept)


class _Line(dict[int, int]):
    """The cells that complete four on a line, by the stones on it; found when first asked for."""

    def __init__(self, cells: int, step: int) -> None:
        super().__init__()
        self.cells, self._step = cells, step

    def __missing__(self, stones: int) -> int:
        self[stones] = cells = completing_along(stones, self._step) & self.cells
        return cells


def _lines_through(cell: int, board: int, stride: int) -> Through:
    """Return the four lines through a cell, and what completes four on each."""
    one, two, three, four = (
        _completions(_line(cell, board, step), step) for step in (1, stride - 1, stride, stride + 1)
    )
    return one.cells, one, two.cells, two, three.cells, three, four.cells, four


@cache
def _completions(cells: int, step: int) -> _Line:
    return _Line(cells, step)


def _line(cell: int, board: int, step: int) -> int:
    line = before = after = cell
    while before or after:
        before, after = before >> step & board, after << step & board
        line |= before | after
    return line
