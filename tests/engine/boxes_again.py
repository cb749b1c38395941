"""Dots and boxes a second time: slowly, as children tell it, with dots, lines between two, and boxes."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import engine
from engine.rules.dots_and_boxes import DotsAndBoxes

Dot: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Dot, Dot]


def the_game() -> DotsAndBoxes:
    """Return the game that is offered."""
    game = engine.game("dots-and-boxes")
    assert isinstance(game, DotsAndBoxes)
    return game


@cache
def all_lines(rows: int, columns: int) -> tuple[Line, ...]:
    """Return all lines in reading order."""
    lines = []
    for row in range(rows + 1):
        lines += [((row, column), (row, column + 1)) for column in range(columns)]
        if row < rows:
            lines += [((row, column), (row + 1, column)) for column in range(columns + 1)]
    return tuple(lines)


class Slow(NamedTuple):
    """The size, the lines drawn, the owners of boxes by their upper left dots, and whose turn it is."""

    rows: int
    columns: int
    drawn: frozenset[int] = frozenset()
    owners: tuple[tuple[Dot, int], ...] = ()
    turn: int = 0

    def open(self) -> list[int]:
        return [
            number for number in range(len(all_lines(self.rows, self.columns))) if number not in self.drawn
        ]

    def play(self, number: int) -> Slow:
        after = self._replace(drawn=self.drawn | {number})
        new = sorted({*after.closed()} - {*self.closed()})
        owners = (*self.owners, *((box, self.turn) for box in new))
        return after._replace(owners=owners, turn=self.turn if new else 1 - self.turn)

    def closed(self) -> frozenset[Dot]:
        return all_closed(self.rows, self.columns, self.drawn)

    def boxes(self) -> list[Dot]:
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def open_sides(self) -> list[set[Line]]:
        """Return of each box the lines around it that are not drawn."""
        lines = {all_lines(self.rows, self.columns)[number] for number in self.drawn}
        return [around(*box) - lines for box in self.boxes()]

    def gained(self, number: int) -> int:
        return len(self._replace(drawn=self.drawn | {number}).closed()) - len(self.closed())

    def lead(self) -> int:
        """Return how many boxes the player to move is ahead."""
        mine = sum(owner == self.turn for _, owner in self.owners)
        return 2 * mine - len(self.owners)

    def runs(self) -> int:
        return longest_run(self._replace(owners=(), turn=0))

    def gives(self, number: int) -> int:
        """Return how many boxes the opponent can take after a line, none if it keeps the turn."""
        return 0 if self.gained(number) else self.play(number).runs()


def around(row: int, column: int) -> set[Line]:
    """Return the four sides of a box."""
    right, down, far = (row, column + 1), (row + 1, column), (row + 1, column + 1)
    return {((row, column), right), ((row, column), down), (right, far), (down, far)}


@cache
def all_closed(rows: int, columns: int, drawn: frozenset[int]) -> frozenset[Dot]:
    """Return the boxes that are closed."""
    board = Slow(rows, columns, drawn)
    return frozenset(box for box, sides in zip(board.boxes(), board.open_sides(), strict=True) if not sides)


@cache
def longest_run(board: Slow) -> int:
    """Return how many boxes can be taken in a row, by trying all ways to."""
    takes = [number for number in board.open() if board.gained(number)]
    return max((board.gained(number) + board.play(number).runs() for number in takes), default=0)


@cache
def net(board: Slow) -> int:
    """Return how many more boxes than the opponent the player to move gets from here, by plain minimax."""
    worths = []
    for number in board.open():
        after = board.play(number)
        bare = net(after._replace(owners=(), turn=0))
        gained = board.gained(number)
        worths.append(gained + bare if gained else -bare)
    return max(worths, default=0)


def seen(state: engine.State) -> Slow:
    """Return the board of a state."""
    game = state.game
    assert isinstance(game, DotsAndBoxes)
    drawn = frozenset(range(game.lines)) - set(state.actions())
    owners = [
        (divmod(box, game.columns), owner)
        for box, owner in enumerate(game.owners(state))
        if owner is not None
    ]
    return Slow(game.rows, game.columns, drawn, tuple(owners), state.to_move)
