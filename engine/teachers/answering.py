"""How a player answers cell by cell, or waits, where completing a line loses; bitboards of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from engine.rules.grid import split_cells

Pair: TypeAlias = tuple[int, int]
HasLine: TypeAlias = Mapping[int, bool]


class LineMarks(NamedTuple):
    """The marks of the player who waits and of the opponent, the free cells, and which complete lines."""

    mine: int
    theirs: int
    free: int
    completing: Callable[[int], int]

    def marked(self, cell: int) -> LineMarks:
        """Return the board when the player has taken a cell."""
        return LineMarks(self.mine | cell, self.theirs, self.free ^ cell, self.completing)

    def replied(self, cell: int) -> LineMarks:
        """Return the board when the opponent has taken a cell."""
        return LineMarks(self.mine, self.theirs | cell, self.free ^ cell, self.completing)

    def safe(self, marks: int) -> int:
        """Return the free cells with which a player of these marks completes no line."""
        return self.free & ~self.completing(marks)


class Waiting(NamedTuple):
    """A plan for all moves to come: to take any cell with which one completes no line.

    If it is for `shared` cells first, it is any with which the opponent would complete none either, until
    there is none left. A plan fails when no cell is left to it or, if it `wins`, when no player has lost.
    """

    shared: bool
    wins: bool

    def find_choices(self, board: LineMarks) -> int:
        """Return the cells that it takes one of."""
        safe = board.safe(board.mine)
        return (self.shared and safe & board.safe(board.theirs)) or safe


@lru_cache(maxsize=1 << 9)  # more are little faster
def holds(plan: Waiting, board: LineMarks) -> bool:
    """Whether a plan never fails a player whose opponent is to move, whichever of its cells they take."""
    replies = split_cells(board.safe(board.theirs))
    return (board.free > 0 or not plan.wins) and all(
        _is_answered(plan, board.replied(reply)) for reply in replies
    )


def has_ended(board: LineMarks) -> bool:
    """Whether an opponent who is to move can only complete a line."""
    return board.free > 0 and not board.safe(board.theirs)


def find_answers(helps: Callable[[LineMarks], bool], board: LineMarks) -> tuple[int, ...]:
    """Return each safe reply and a safe answer that helps, by turns; nothing if a reply has none.

    Answers are as few different ones as can be. Replies with the same one follow each other.
    """
    chosen: list[int] = []
    left = {}
    for reply in split_cells(board.safe(board.theirs)):
        replied = board.replied(reply)
        helping = [cell for cell in split_cells(replied.safe(board.mine)) if helps(replied.marked(cell))]
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


def _is_answered(plan: Waiting, board: LineMarks) -> bool:
    """Whether a plan never fails a player who is to move."""
    if not board.free:
        return not plan.wins
    choices = plan.find_choices(board)
    return choices > 0 and all(holds(plan, board.marked(cell)) for cell in split_cells(choices))


def partners(
    mine: int, theirs: int, free: Sequence[int], has_line: HasLine, *, wins: bool
) -> tuple[int, ...]:
    """Return the free cells two by two, and the last alone if they are odd; nothing if that does not help.

    Whoever answers each cell that the opponent takes with its partner never completes a line before the
    opponent does and, if it `wins`, sees them complete one. They complete one with the cell that is alone.
    """
    for pairs, rest in _arrangements(free):
        is_last_lost = all(has_line[theirs | 1 << cell] for cell in rest)
        if is_last_lost and _is_kept(mine, theirs, pairs, has_line, to_end=bool(rest) or not wins):
            return (*(cell for pair in pairs for cell in pair), *rest)
    return ()


def _arrangements(cells: Sequence[int]) -> Iterator[tuple[tuple[Pair, ...], tuple[int, ...]]]:
    """Yield all ways to put cells into pairs, and what is left over."""
    if len(cells) % 2 == 0:
        yield from ((pairs, ()) for pairs in _pairings(cells))
        return
    for index, cell in enumerate(cells):
        yield from ((pairs, (cell,)) for pairs in _pairings([*cells[:index], *cells[index + 1 :]]))


def _pairings(cells: Sequence[int]) -> Iterator[tuple[Pair, ...]]:
    if not cells:
        yield ()
        return
    first, *others = cells
    for index, other in enumerate(others):
        for pairs in _pairings([*others[:index], *others[index + 1 :]]):
            yield ((first, other), *pairs)


def _is_kept(mine: int, theirs: int, pairs: Sequence[Pair], has_line: HasLine, *, to_end: bool) -> bool:
    """Whether the opponent, who is to move, completes a line first, or if it may go `to_end`, neither."""
    for index, (one, other) in enumerate(pairs):
        rest = [*pairs[:index], *pairs[index + 1 :]]
        for taken, answer in ((one, other), (other, one)):
            after, answered = theirs | 1 << taken, mine | 1 << answer
            if not has_line[after] and (
                has_line[answered] or not _is_kept(answered, after, rest, has_line, to_end=to_end)
            ):
                return False
    return to_end or bool(pairs)
