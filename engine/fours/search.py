"""Proves scores in games of four in a row, by bitboards: the part that is worth compiling.

A board is a row of *lanes* (for a game with gravity its columns, lowest cell first). A lane is one bit for
each cell and a *guard* above them that is never set, so that no line runs on into the next lane. The bits of
a line are then always one *step* apart: 1, or a lane's bits with the guard, or one less or more than those.

A *score* is the value of a position to the player to move. A draw is 0; to win with one's last stone is 1,
with the last but one 2, and so on; the loser has the same below 0. So the sooner win is the greater
score, and a score depends on its position alone.

This is plain Python in the subset that mypyc compiles: `i64` is an int that fits a machine word, and loops
over tuples are written out because they would be slow there. The same code runs either way, but where it is
not compiled `engine.fours.plain` does the same faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.fours.table import TranspositionTable
from engine.machine import Polling, packed
from engine.solver import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec
    from mypy_extensions import i64

NODES_BETWEEN_POLLS: Final = 1 << 10
"""How many positions are visited between two polls of `stop()`: a few milliseconds' work."""

_TABLE: Final = 20
"""The size of the table, 8 MB: twice as much is no faster at ply 12."""

_LEAST: Final = -64
_MOST: Final = 63


class Search(Polling):
    """Proves bounds of the scores of one board's positions, and keeps them.

    With the guards a board may have at most 63 bits, or half as many where there is no gravity.
    """

    def __init__(self, lanes: int, length: int, *, gravity: bool, size: i64 = _TABLE) -> None:
        super().__init__()
        self.gravity = gravity
        self.stride: i64 = length + 1
        self._bits: i64 = lanes * (length + 1)
        self.feet: i64 = sum([1 << lane * (length + 1) for lane in range(lanes)])
        self.board: i64 = self.feet * ((1 << length) - 1)
        self._even_rows: i64 = sum([self.feet << row for row in range(1, length, 2)])
        self._table = TranspositionTable(size)
        self._groups: vec[i64] = packed(_centre_first(lanes, length, gravity))
        self._has_follow_up = gravity and length % 2 == 0

    def score(
        self,
        mine: i64,
        theirs: i64,
        low: i64 = _LEAST,
        high: i64 = _MOST,
        stop: Callable[[], bool] | None = None,
    ) -> int:
        """Return the score of a position without a completed line, or a bound if it is beyond low or high.

        StoppedError if `stop()` is true first; what has been proven until then is kept.
        """
        empties = count(self.board & ~(mine | theirs))
        my_wins = self.winning(mine)
        if my_wins & self.playable(mine | theirs):
            return min(high, empties + 1 >> 1)
        low = max(low, -(empties >> 1))
        high = min(high, max(low, empties - 1 >> 1))
        while low < high:
            low, high = self.narrowed(mine, theirs, low, high, stop)
        return low

    def narrowed(
        self, mine: i64, theirs: i64, low: i64, high: i64, stop: Callable[[], bool] | None = None
    ) -> tuple[int, int]:
        """Return closer bounds of the score of a position where no move wins at once, and the bounds differ.

        The search asks first whether it is a loss, and then whether it is a win.
        """
        self._stop = stop
        goal = _next_goal(low, high)
        empties = count(self.board & ~(mine | theirs))
        if self._reaches(mine, theirs, self.winning(mine), self.winning(theirs), empties, goal):
            return goal, high
        return low, goal - 1

    def is_known_below(self, mine: i64, theirs: i64, goal: i64) -> bool:
        """Whether it has been proven that the player to move scores less."""
        return self._table.is_below(self.key(mine, theirs), goal)

    def wins_at_once(self, mine: i64, theirs: i64) -> bool:
        """Whether the player to move completes a line with the next stone."""
        return self.winning(mine) & self.playable(mine | theirs) != 0

    def key(self, mine: i64, theirs: i64) -> i64:
        """Return an int that no other position has."""
        return mine + (mine | theirs) if self.gravity else mine << self._bits | theirs

    def playable(self, taken: i64) -> i64:
        """Return the cells in which a stone can be put."""
        return taken + self.feet & self.board if self.gravity else self.board & ~taken

    def winning(self, stones: i64) -> i64:
        """Return the cells, taken or not, that would complete a line with three of the stones."""
        return completing(stones, self.stride) & self.board

    def _reaches(  # noqa: PLR0911, PLR0913, PLR0917 - a call would cost as much as all this
        self, mine: i64, theirs: i64, my_wins: i64, their_wins: i64, empties: i64, goal: i64
    ) -> bool:
        """Whether the player to move, who cannot win at once, scores at least the goal."""
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
        if self._table.is_at_least(key, goal):
            return True
        if self._table.is_below(key, goal):
            return False
        if self._proves(mine, theirs, my_wins, their_wins, possible, empties, goal):
            self._table.keep_at_least(key, goal)
            return True
        self._table.keep_below(key, goal)
        return False

    def _proves(  # noqa: C901, PLR0912, PLR0913, PLR0917 - as above
        self, mine: i64, theirs: i64, my_wins: i64, their_wins: i64, possible: i64, empties: i64, goal: i64
    ) -> bool:
        """Whether one of the possible moves scores at least the goal, where the table has no answer."""
        taken = mine | theirs
        empty = self.board & ~taken
        # Bounds that cost less than a search: the opponent can keep the player to move below the goal, or the
        # player to move can hold it, by answering stones in pairs or where most is at stake.
        if self.gravity:
            if goal >= 0 and not empties & 1 and self._has_follow_up and self._follows_up(mine, theirs, goal):
                return False
        elif goal > 0:
            if chances(mine, mine | empty, self.stride, (empties + 1 >> 1) - goal + 1) < 8:  # noqa: PLR2004
                return False
        elif chances(theirs, theirs | empty, self.stride, (empties >> 1) + goal) < 16:  # noqa: PLR2004
            return True
        self._visits += 1
        if self._visits >= NODES_BETWEEN_POLLS:
            self._pause()
        # A move that the table proves good enough needs no search. Moves that make two threats are tried
        # first, then those that make one, then the rest, each from the centre on, as the sooner a refutation
        # is found the less is searched. A single move needs no order.
        fork: i64 = 0
        threat: i64 = 0
        if possible & possible - 1:
            fresh = empty & ~my_wins
            for group in self._groups:
                move: i64 = possible & group
                if move:
                    key = theirs + (taken | move) if self.gravity else theirs << self._bits | mine | move
                    if self._table.is_below(key, 1 - goal):
                        return True
                    threats = self.winning(mine | move) & fresh
                    if threats & threats - 1:
                        fork |= move
                    elif threats:
                        threat |= move
        while possible:
            moves: i64 = possible & fork or possible & threat or possible
            possible &= ~moves
            for group in self._groups:
                stone: i64 = moves & group
                if stone:
                    stones = mine | stone
                    wins = self.winning(stones)
                    # Scores are whole numbers, so not to reach 1 - goal is to score at most -goal.
                    if not self._reaches(theirs, stones, their_wins, wins, empties - 1, 1 - goal):
                        return True
        return False

    def _follows_up(self, mine: i64, theirs: i64, goal: i64) -> bool:
        """Whether the opponent keeps the player to move below a goal of 0 or 1 by answering every stone.

        An even number of cells is empty. The opponent answers on top of the stone, or, if it has filled its
        lane or left an odd number of cells there, in another lane of that kind. Then every empty cell of the
        even rows becomes the opponent's, except the lowest of the odd lanes, which either may get.
        """
        taken = mine | theirs
        empty = self.board & ~taken
        open_to_both = taken + self.feet & self._even_rows
        if has_four(mine | empty & ~self._even_rows | open_to_both, self.stride):
            return False
        return goal > 0 or has_four(theirs | empty & self._even_rows & ~open_to_both, self.stride)

    def _pause(self) -> None:
        """Ask whether to stop; if so, the next visit asks again, perhaps for another move."""
        if self._stop is not None and self._stop():
            raise StoppedError
        self._visits = 0


def has_four(stones: i64, stride: i64) -> bool:
    """Whether four of the stones are in a row."""
    return (
        _fours(stones, 1) | _fours(stones, stride - 1) | _fours(stones, stride) | _fours(stones, stride + 1)
    ) != 0


def completing(stones: i64, stride: i64) -> i64:
    """Return the bits, guards and taken cells among them, that complete four with three of the stones."""
    return (
        completing_along(stones, 1)
        | completing_along(stones, stride - 1)
        | completing_along(stones, stride)
        | completing_along(stones, stride + 1)
    )


def chances(stones: i64, open_cells: i64, stride: i64, moves: i64 = 4) -> i64:
    """Return how promising the lines in open cells are that so many moves, at least two, can complete.

    A line counts 16, halved for each of its stones that is missing. Where any empty cell may be taken, the
    opponent can keep every line from being completed if the sum is below 8, or below 16 when it is the
    opponent's turn: answering where the most is at stake lets it never grow (Erdős and Selfridge, 1973).
    """
    return (
        _weigh_lines(stones, open_cells, moves, 1)
        + _weigh_lines(stones, open_cells, moves, stride - 1)
        + _weigh_lines(stones, open_cells, moves, stride)
        + _weigh_lines(stones, open_cells, moves, stride + 1)
    )


def count(bits: i64) -> i64:
    """Return how many bits are set."""
    total: i64 = 0
    while bits:
        bits &= bits - 1
        total += 1
    return total


def _fours(stones: i64, step: i64) -> i64:
    pairs = stones & stones >> step
    return pairs & pairs >> 2 * step


def completing_along(stones: i64, step: i64) -> i64:
    """Return the bits that complete four, one step apart from each other, with three of the stones."""
    before, after = stones << step, stones >> step
    two_before, two_after = before & before << step, after & after >> step
    return two_before & (before << 2 * step | after) | two_after & (after >> 2 * step | before)


def _weigh_lines(stones: i64, open_cells: i64, moves: i64, step: i64) -> i64:
    lines = _fours(open_cells, step)
    if not lines:
        return 0
    second, third, fourth = stones >> step, stones >> 2 * step, stones >> 3 * step
    odd = stones ^ second ^ third ^ fourth
    many = stones & second | third & fourth | (stones ^ second) & (third ^ fourth)
    total = 8 * count(lines & many & odd) + 4 * count(lines & many & ~odd)
    if moves >= 3:  # noqa: PLR2004 - how many stones are missing
        total += 2 * count(lines & odd & ~many)
    if moves >= 4:  # noqa: PLR2004 - the same
        total += count(lines & ~odd & ~many)
    return total


def _next_goal(low: i64, high: i64) -> i64:
    """Return the goal to search next for a score within these bounds: first its sign, then their middle.

    The bounds by pairs and by stakes are strongest about 0, and a sign is all that most searches ask for.
    """
    if low < 0 <= high:
        return 0
    if low <= 0 < high:
        return 1
    return low + high + 1 >> 1


def _centre_first(lanes: int, length: int, gravity: bool) -> list[int]:  # noqa: FBT001 - as in the game
    """Return the cells from the centre outwards: whole lanes if gravity leaves one move in each."""
    groups: list[tuple[int, int]] = []
    for lane in range(lanes):
        for cell in range(length):
            off = abs(2 * lane - lanes + 1) + (0 if gravity else abs(2 * cell - length + 1))
            groups.append((off, 1 << lane * (length + 1) + cell))
    if gravity:
        groups = [
            (off, bit * ((1 << length) - 1)) for off, bit in groups if bit.bit_length() % (length + 1) == 1
        ]
    return [group for _, group in sorted(groups)]
