"""Reversi: put discs on a square board so that the opponent's are turned, and have more in the end.

A disc is put on an empty cell from which a straight line, in any of the eight directions, leads over one or
more discs of the opponent to one of the player's own; all discs on such lines are turned. A player without
such a cell is passed over, and the game ends when neither player has one. The four discs in the middle lie
crosswise, and the first player, Black, has the upper right one.

Cells are numbered row by row from the top left. A position has a bit for each cell that is the first
player's, then one for each that is the second's, then one for whose turn it is.
"""

from collections.abc import Iterator
from enum import auto
from functools import cached_property, lru_cache
from typing import Final

from engine.base import Action, Fault, Position, State
from engine.discs.lines import ADJACENT, CHOICE, CORNER, DIAGONAL, Lines
from engine.machine import IS_COMPILED, as_word
from engine.rules.counting import Counting
from engine.rules.grid import cell_names

Cells = int
"""A set of cells, a bit for each."""

_NEAREST: Final = 2
"""From how far away a disc can be turned at least: the second cell of a direction."""

_KEPT: Final = 1 << 15
"""How many sets of legal cells are kept, at some 200 bytes each."""


class DiscFault(Fault):
    """What is wrong with where a disc is to be put."""

    UNKNOWN = auto()
    TAKEN = auto()
    TURNS_NOTHING = auto()


class Reversi(Counting):
    """A board of so many rows and columns, an even number."""

    scale = 16

    def __init__(self, slug: str, size: int = 8) -> None:
        self.slug, self.size, self.cells_number = slug, size, size * size
        self.names = tuple(cell_names(size, size))
        self._turn = 2 * self.cells_number
        self._full = (1 << self.cells_number) - 1
        self._inner = sum(1 << cell for cell in range(self.cells_number) if 0 < cell % size < size - 1)
        upper = (size // 2 - 1) * (size + 1)
        self.start = self.pack(1 << upper + 1 | 1 << upper + size, 1 << upper | 1 << upper + size + 1, 0)

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where each disc leads; nothing when neither player can put one."""
        mine, theirs = self.sides(position)
        player, legal, successors = position >> self._turn, self.legal(mine, theirs), {}
        while legal:
            bit = legal & -legal
            legal ^= bit
            cell = bit.bit_length() - 1
            turned = self.turned(cell, mine, theirs)
            successors[cell] = self._position_after(mine | bit | turned, theirs ^ turned, player)
        return successors

    def has_ended(self, position: Position) -> bool:
        """Whether the player to move cannot: then neither can the other, or it would be their turn."""
        return not self.legal(*self.sides(position))

    def turn(self, position: Position) -> int:
        """Return whose turn it is; in the end, who did not put the last disc."""
        return position >> self._turn

    def margin(self, position: Position) -> int:
        """Return how many discs more than the opponent the player to move has; empty cells do not count."""
        mine, theirs = self.sides(position)
        return mine.bit_count() - theirs.bit_count()

    def evaluate(self, position: Position) -> float:
        """Compare corners, what is beside them, and how many cells both players can choose from."""
        return self.estimate(self.lead(*self.sides(position)))

    def lead(self, mine: Cells, theirs: Cells) -> float:
        """Return about how many discs ahead the player of these discs, who is to move, will be."""
        choices = self.legal(mine, theirs).bit_count() - self.legal(theirs, mine).bit_count()
        lead = 0
        for corner, diagonal, adjacent in self.by_corners:
            if (mine | theirs) & corner:
                lead += CORNER if mine & corner else -CORNER
            else:
                lead += DIAGONAL * (bool(theirs & diagonal) - bool(mine & diagonal))
                lead += ADJACENT * ((theirs & adjacent).bit_count() - (mine & adjacent).bit_count())
        return CHOICE * choices + lead

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether there is no such cell, it is taken, or a disc there would turn none."""
        if name not in self.names:
            return DiscFault.UNKNOWN
        is_taken = self.owners(state.position)[self.names.index(name)] is not None
        return DiscFault.TAKEN if is_taken else DiscFault.TURNS_NOTHING

    def gain(self, state: State, action: Action) -> int:
        """Return how many discs an action turns."""
        return self.turned(action, *self.sides(state.position)).bit_count()

    def symmetries(self, position: Position) -> tuple[Position, ...]:
        """Return the position turned and mirrored in all ways."""
        discs = [bit for bit in range(self._turn) if position >> bit & 1]
        turn = position >> self._turn << self._turn
        return tuple(turn + sum(1 << image[bit] for bit in discs) for image in self._list_images)

    def sides(self, position: Position) -> tuple[Cells, Cells]:
        """Return the discs of the player to move, and those of the opponent."""
        first, second = position & self._full, position >> self.cells_number & self._full
        return (second, first) if position >> self._turn else (first, second)

    def pack(self, mine: Cells, theirs: Cells, player: int) -> Position:
        """Return the position in which that player has the one discs and is to move."""
        first, second = (theirs, mine) if player else (mine, theirs)
        return first | second << self.cells_number | player << self._turn

    def owners(self, position: Position) -> tuple[int | None, ...]:
        """Return of each cell whose disc is there, None if it is empty."""
        first, second = position & self._full, position >> self.cells_number & self._full
        return tuple(
            0 if first >> cell & 1 else 1 if second >> cell & 1 else None for cell in range(self.cells_number)
        )

    def scores(self, position: Position) -> tuple[int, int]:
        """Return how many discs the first player has, and the second."""
        mine, theirs = (side.bit_count() for side in self.sides(position))
        return (theirs, mine) if position >> self._turn else (mine, theirs)

    def empty(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the cells without a disc."""
        return self._full ^ (mine | theirs)

    def _position_after(self, mine: Cells, theirs: Cells, player: int) -> Position:
        """Return the position after a move of the player: whose turn it is depends on who can move."""
        is_passed = not self.legal(theirs, mine) and self.legal(mine, theirs)
        return self.pack(mine, theirs, player) if is_passed else self.pack(theirs, mine, 1 - player)

    @lru_cache(_KEPT)  # noqa: B019 - games live as long as the program
    def legal(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the cells on which the player of these discs may put one.

        Along each axis it is the end of a row of the opponent's discs that has an own one at its other end.
        """
        inner, found = theirs & self._inner, 0
        for shift, between in (
            (1, inner),
            (self.size - 1, inner),
            (self.size, theirs),
            (self.size + 1, inner),
        ):
            row = between & (mine << shift | mine >> shift)
            grown = row | between & (row << shift | row >> shift)
            while grown != row:
                row, grown = grown, grown | between & (grown << shift | grown >> shift)
            found |= row << shift | row >> shift
        return found & self.empty(mine, theirs)

    def turned(self, cell: Action, mine: Cells, theirs: Cells) -> Cells:
        """Return the discs that are turned by one on an empty cell."""
        turned, others = 0, self._full ^ theirs
        rising, falling = self.rays[cell]
        for near, ray in rising:
            if theirs & near:
                ends = ray & others
                end = ends & -ends
                if end & mine:
                    turned |= ray & end - 1
        for near, ray in falling:
            if theirs & near and (ends := ray & others):
                end = 1 << ends.bit_length() - 1
                if end & mine:
                    turned |= ray & -(end << 1)
        return turned

    @cached_property
    def rays(self) -> tuple[tuple[tuple[tuple[Cells, Cells], ...], ...], ...]:
        """Of each cell the directions to greater numbers and those to smaller ones.

        A direction is its first cell and all of its cells; one in which no disc can be turned is left out.
        """
        steps = ((0, 1), (1, -1), (1, 0), (1, 1))
        return tuple(
            tuple(tuple(self._rays(cell, sign, steps)) for sign in (1, -1))
            for cell in range(self.cells_number)
        )

    def _rays(
        self, cell: Action, sign: int, steps: tuple[tuple[int, int], ...]
    ) -> Iterator[tuple[Cells, Cells]]:
        for down, right in steps:
            cells = [*self._walk(cell, sign * down, sign * right)]
            if len(cells) >= _NEAREST:
                yield 1 << cells[0], sum(1 << each for each in cells)

    def _walk(self, cell: Action, down: int, right: int) -> Iterator[Action]:
        """Yield the cells of a direction, the nearest first."""
        row, column = divmod(cell, self.size)
        while 0 <= (row := row + down) < self.size and 0 <= (column := column + right) < self.size:
            yield row * self.size + column

    @cached_property
    def by_corners(self) -> tuple[tuple[Cells, Cells, Cells], ...]:
        """Each corner, the cell diagonally beside it, and the two others beside it."""
        last, found = self.size - 1, []
        for row in (0, last):
            for column in (0, last):
                down, right = (self.size if row == 0 else -self.size), (1 if column == 0 else -1)
                corner = row * self.size + column
                beside = 1 << corner + down | 1 << corner + right
                found.append((1 << corner, 1 << corner + down + right, beside))
        return tuple(found)

    @cached_property
    def corners(self) -> Cells:
        """The four corners."""
        return sum(corner for corner, *_ in self.by_corners)

    @cached_property
    def _list_images(self) -> tuple[tuple[int, ...], ...]:
        """Where each bit of a position goes by each symmetry of the board."""
        last, images = self.size - 1, []
        for number in range(8):
            cells = []
            for cell in range(self.cells_number):
                row, column = divmod(cell, self.size)
                row, column = last - row if number & 1 else row, last - column if number & 2 else column
                row, column = (column, row) if number & 4 else (row, column)
                cells.append(row * self.size + column)
            images.append((*cells, *(self.cells_number + cell for cell in cells)))
        return tuple(images)


class _CompiledReversi(Reversi):  # pragma: no cover - coverage is measured where nothing is compiled
    """The same where the search is compiled, whose lines are found several times as fast."""

    def __init__(self, slug: str, size: int = 8) -> None:
        self._lines = Lines(size)
        super().__init__(slug, size)
        self._lines.put_corners([as_word(cells) for corner in self.by_corners for cells in corner])

    @lru_cache(_KEPT)  # noqa: B019 - as above
    def legal(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the same cells."""
        return self._lines.legal(as_word(mine), as_word(theirs)) & self._full

    def lead(self, mine: Cells, theirs: Cells) -> float:
        """Return the same number."""
        return self._lines.lead(as_word(mine), as_word(theirs))

    def turned(self, cell: Action, mine: Cells, theirs: Cells) -> Cells:
        """Return the same discs."""
        return self._lines.changed(cell, as_word(mine), as_word(theirs)) & theirs


_Kind: Final = _CompiledReversi if IS_COMPILED else Reversi

GAMES: Final = (_Kind("reversi"), _Kind("reversi-6x6", 6))
