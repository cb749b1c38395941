"""How a player waits, where whoever completes a line loses: by taking cells that complete none; bitboards."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Board(NamedTuple):
    """The marks of the player who waits and of the opponent, the free cells, and which complete lines."""

    mine: int
    theirs: int
    free: int
    completing: Callable[[int], int]

    def marked(self, cell: int) -> Board:
        """Return the board when the player has taken a cell."""
        return Board(self.mine | cell, self.theirs, self.free ^ cell, self.completing)

    def replied(self, cell: int) -> Board:
        """Return the board when the opponent has taken a cell."""
        return Board(self.mine, self.theirs | cell, self.free ^ cell, self.completing)

    def safe(self, marks: int) -> int:
        """Return the free cells with which a player of these marks completes no line."""
        return self.free & ~self.completing(marks)


class Waiting(NamedTuple):
    """A plan for all moves to come: to take any cell with which one completes no line.

    If it is for `shared` cells first, it is any with which the opponent would complete none either, until
    there is none left. A plan fails when no cell is left to it or, if it `wins`, when nobody has lost.
    """

    shared: bool
    wins: bool

    def choices(self, board: Board) -> int:
        """Return the cells that it takes one of."""
        safe = board.safe(board.mine)
        return (self.shared and safe & board.safe(board.theirs)) or safe


@lru_cache(maxsize=1 << 9)  # more are little faster
def holds(plan: Waiting, board: Board) -> bool:
    """Whether a plan never fails a player whose opponent is to move, whichever of its cells they take."""
    replies = _each(board.safe(board.theirs))
    return (board.free > 0 or not plan.wins) and all(
        _is_answered(plan, board.replied(reply)) for reply in replies
    )


def has_ended(board: Board) -> bool:
    """Whether an opponent who is to move can only complete a line."""
    return board.free > 0 and not board.safe(board.theirs)


def answers(helps: Callable[[Board], bool], board: Board) -> tuple[int, ...]:
    """Return each safe reply and a safe answer that helps, by turns; nothing if a reply has none.

    Answers are as few different ones as can be. Replies with the same one follow each other.
    """
    chosen: list[int] = []
    left = {}
    for reply in _each(board.safe(board.theirs)):
        replied = board.replied(reply)
        helping = [cell for cell in _each(replied.safe(board.mine)) if helps(replied.marked(cell))]
        if not helping:
            return ()
        left[reply.bit_length() - 1] = [cell.bit_length() - 1 for cell in helping]
    while left:
        (answer, _), *_ = Counter(chain.from_iterable(left.values())).most_common(1)
        replies = [reply for reply, each in left.items() if answer in each]
        for reply in replies:
            chosen += reply, answer
            del left[reply]
    return tuple(chosen)


def _is_answered(plan: Waiting, board: Board) -> bool:
    """Whether a plan never fails a player who is to move."""
    if not board.free:
        return not plan.wins
    choices = plan.choices(board)
    return choices > 0 and all(holds(plan, board.marked(cell)) for cell in _each(choices))


def _each(cells: int) -> Iterator[int]:
    """Yield the cells of a bitboard one by one."""
    while cells:
        yield cells & -cells
        cells &= cells - 1
