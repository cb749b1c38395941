"""What a player gets who answers every stone: a proof that needs no search.

The empty cells are put in pairs. Whenever the opponent takes one of a pair, the player takes the other. That
can always be done if the pair lies one above the other (Allis, 1988: *claimeven*, *aftereven*, *vertical*),
or if both can be taken at once (*baseinverse*). The player has then one cell of every pair, the upper one of
the first sort; so the opponent never has a line that leads through such an upper cell, or through both cells
of a pair. A column may end where the player waits to complete four: taking the cell below loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from engine.fours.search import has_four
from engine.rules.connect_four_board import (
    BOARD,
    COLUMNS,
    IN_COLUMN,
    LINES,
    STRIDE,
    mirrored,
    playable,
    threats,
)
from engine.rules.grid import split_cells


class PairingProof(NamedTuple):
    """What answering every stone proves: at least a draw, or a win.

    The `cells` are those that complete four, or those that keep the opponent from it. The next stone in a
    column of `beside` is not answered there: the first and the second of them belong together, the third and
    the fourth.
    """

    wins: bool
    cells: int
    beside: tuple[int, ...]

    def mirrored(self) -> PairingProof:
        """Return the plan for the mirror image."""
        beside = tuple(COLUMNS - 1 - column for column in reversed(self.beside))
        return PairingProof(self.wins, mirrored(self.cells), beside)


class _Pairs(NamedTuple):
    """How the empty cells are paired: the upper cells of pairs, the lower ones, and the lone ones."""

    upper: int
    lower: int
    lone: tuple[int, ...]


def plan(mine: int, theirs: int) -> PairingProof | None:
    """Return what a player proves by answering the opponent, who is to move; None if it is nothing.

    Of several plans it is one and the same for mirror images.
    """
    images = mirrored(mine), mirrored(theirs)
    if images < (mine, theirs):
        found = _plan(*images)
        return found and found.mirrored()
    return _plan(mine, theirs)


def _plan(mine: int, theirs: int) -> PairingProof | None:
    """Return the same for the position as it is."""
    pairs = _paired(mine | theirs, BOARD)
    held = _plan_of_all(mine, theirs, pairs) if _keeps_from_four(theirs, pairs) else None
    return held if held and held.wins else _plan_to_wait(mine, theirs) or held


def _plan_to_wait(mine: int, theirs: int) -> PairingProof | None:
    """Return a plan by which the player waits for the opponent to play below a threat."""
    for waiting in _list_waiting_choices(mine, theirs):
        pairs = _paired(mine | theirs, BOARD & ~sum(_above(cell) for cell in waiting))
        if _keeps_from_four(theirs, pairs):
            return PairingProof(wins=True, cells=sum(waiting), beside=_list_lone_columns(pairs))
    return None


def _plan_of_all(mine: int, theirs: int, pairs: _Pairs) -> PairingProof:
    """Return the plan in which every empty cell has its pair."""
    completed = [line & ~mine for line in LINES if line & ~(mine | pairs.upper) == 0]
    if completed:
        fewest = min(cells.bit_count() for cells in completed)
        cells = reduce(or_, (cells for cells in completed if cells.bit_count() == fewest))
        return PairingProof(wins=True, cells=cells, beside=_list_lone_columns(pairs))
    return PairingProof(wins=False, cells=_needed(mine, theirs, pairs), beside=_list_lone_columns(pairs))


def _needed(mine: int, theirs: int, pairs: _Pairs) -> int:
    """Return upper cells that stop every line of which the opponent has half by now, those of most lines."""
    lines = [line for line in LINES if not line & mine and (line & theirs).bit_count() > 1]
    needed = 0
    while lines := [line for line in lines if line & pairs.upper and not line & needed]:
        stopped = {cell: sum(line & cell != 0 for line in lines) for cell in split_cells(pairs.upper)}
        needed |= sum(cell for cell, number in stopped.items() if number == max(stopped.values()))
    return needed


def _list_waiting_choices(mine: int, theirs: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of cells in which the player waits to win, one of a column at most, few first."""
    waiting = threats(mine, theirs) & ~playable(mine | theirs)
    choices = [(0, *split_cells(waiting & column)) for column in IN_COLUMN if waiting & column]
    chosen = [tuple(filter(None, cells)) for cells in product(*choices)]
    return iter(sorted(filter(None, chosen), key=len))


def _paired(taken: int, open_cells: int) -> _Pairs:
    """Return the pairs of the empty open cells: in each column from the top, one above the other."""
    upper = lower = 0
    lone = []
    for column in IN_COLUMN:
        empty = [*split_cells(column & open_cells & ~taken)]
        upper |= sum(empty[len(empty) % 2 + 1 :: 2])
        lower |= sum(empty[len(empty) % 2 :: 2])
        lone += empty[: len(empty) % 2]
    return _Pairs(upper, lower, tuple(lone))


def _keeps_from_four(theirs: int, pairs: _Pairs) -> bool:
    """Whether the opponent, to whom the rest is left, can then have no four."""
    if len(pairs.lone) % 2:
        return False
    left = theirs | pairs.lower | sum(pairs.lone)
    if not has_four(left, STRIDE):
        return True
    couples = [first | second for first, second in zip(pairs.lone[::2], pairs.lone[1::2], strict=True)]
    return all(any(line & both == both for both in couples) for line in LINES if line & ~left == 0)


def _list_lone_columns(pairs: _Pairs) -> tuple[int, ...]:
    return tuple((cell.bit_length() - 1) // STRIDE for cell in pairs.lone)


def _above(cell: int) -> int:
    """Return the cells above one."""
    column = IN_COLUMN[(cell.bit_length() - 1) // STRIDE]
    return column & ~((cell << 1) - 1)
