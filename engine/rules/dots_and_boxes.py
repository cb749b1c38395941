"""Dots and boxes: draw lines between dots; who draws the fourth side of a box owns it and draws again.

Lines are numbered in reading order: a row of lines across, then the row of upright ones below it, and so on.
Boxes are numbered likewise. A position has a bit for each line that is drawn, then one for each box that is
the second player's, then one for whose turn it is.
"""

from __future__ import annotations

from enum import auto
from functools import cached_property
from string import ascii_lowercase
from typing import Final

from engine.base import Action, Fault, Position, State
from engine.rules.counting import Counting

Lines = int
"""The lines that are drawn, a bit for each."""


class LineFault(Fault):
    """What is wrong with the name of a line."""

    UNKNOWN = auto()
    DRAWN = auto()


class DotsAndBoxes(Counting):
    """So many rows and columns of boxes, with at most 26 lines around them."""

    is_proven = True
    scale = 4

    def __init__(self, slug: str, rows: int = 3, columns: int = 3) -> None:
        self.slug, self.rows, self.columns = slug, rows, columns
        self.lines = rows * (columns + 1) + columns * (rows + 1)
        self.names = ascii_lowercase[: self.lines]
        self._turn = self.lines + rows * columns
        self._full = (1 << self.lines) - 1
        self.start = 0

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where drawing each line leads; nothing once all are drawn."""
        open_lines, player = ~position & self._full, position >> self._turn
        successors = {}
        while open_lines:
            bit = open_lines & -open_lines
            open_lines ^= bit
            line = bit.bit_length() - 1
            successor, is_turn_kept = position | bit, False
            for box, others in self.beside[line]:
                if position & others == others:
                    is_turn_kept = True
                    successor |= player << self.lines + box
            successors[line] = successor if is_turn_kept else successor ^ 1 << self._turn
        return successors

    def turn(self, position: Position) -> int:
        """Return whose turn it is; in the end, whose the last box is."""
        return position >> self._turn

    def margin(self, position: Position) -> int:
        """Return how many boxes more than the opponent the player to move has."""
        return self.lead(position)

    def is_decided(self, position: Position) -> bool:
        """Whether a player has more than half of the boxes, or all are owned."""
        return max(self.scores(position)) * 2 > len(self.sides) or self.drawn(position) == self._full

    def evaluate(self, position: Position) -> float:
        """Compare the boxes, as if the player to move had those that can be taken in a row."""
        return self.estimate(self.lead(position) + self.given(self.drawn(position)))

    def fault(self, state: State, name: str) -> Fault:  # noqa: ARG002 - a line that is not legal is drawn
        """Tell whether there is no such line, or it is drawn already."""
        return LineFault.DRAWN if len(name) == 1 and name in self.names else LineFault.UNKNOWN

    def gain(self, state: State, action: Action) -> int:
        """Return how many boxes an action completes."""
        return self.completed(self.drawn(state.position), action)

    def symmetries(self, position: Position) -> tuple[Position, ...]:
        """Return the position turned and mirrored in all ways that keep the board's shape."""
        bits = [bit for bit in range(self._turn) if position >> bit & 1]
        turn = position >> self._turn << self._turn
        return tuple(turn + sum(1 << image[bit] for bit in bits) for image in self.images)

    def drawn(self, position: Position) -> Lines:
        """Return the lines that are drawn."""
        return position & self._full

    def lead(self, position: Position) -> int:
        """Return how many boxes more than the opponent the player to move has."""
        first, second = self.scores(position)
        return second - first if position >> self._turn else first - second

    def scores(self, position: Position) -> tuple[int, int]:
        """Return how many boxes the first player has, and the second."""
        seconds = (position >> self.lines & (1 << len(self.sides)) - 1).bit_count()
        return self.closed(position) - seconds, seconds

    def owners(self, state: State) -> tuple[int | None, ...]:
        """Return of each box whose it is, None if it is open."""
        position = state.position
        return tuple(
            position >> self.lines + box & 1 if position & sides == sides else None
            for box, sides in enumerate(self.sides)
        )

    def completed(self, drawn: Lines, line: Action) -> int:
        """Return how many boxes an open line completes."""
        return sum(drawn & others == others for _, others in self.beside[line])

    def is_third(self, drawn: Lines, line: Action) -> bool:
        """Whether an open line is the third side of a box."""
        missing = (others & ~drawn for _, others in self.beside[line])
        return any(each and not each & each - 1 for each in missing)

    def takeable(self, drawn: Lines) -> list[Action]:
        """Return the lines that complete a box one after another until none does; any order takes as many."""
        taken: list[Action] = []
        while last_sides := [
            missing for sides in self.sides if (missing := sides & ~drawn) and not missing & missing - 1
        ]:
            taken.append(min(last_sides).bit_length() - 1)
            drawn |= min(last_sides)
        return taken

    def given(self, drawn: Lines) -> int:
        """Return how many boxes can be taken in a row."""
        taken = self.takeable(drawn)
        after = drawn | sum(1 << line for line in taken)
        return self.closed(after) - self.closed(drawn)

    def closed(self, drawn: Lines) -> int:
        """Return how many boxes are complete."""
        return sum(drawn & sides == sides for sides in self.sides)

    def open_lines(self, drawn: Lines) -> list[Action]:
        """Return the lines that are not drawn."""
        return [line for line in range(self.lines) if not drawn >> line & 1]

    def ends_of(self, line: Action) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return between which dots a line is, each by its row and its column."""
        row, place = divmod(line, 2 * self.columns + 1)
        if place < self.columns:
            return (row, place), (row, place + 1)
        return (row, place - self.columns), (row + 1, place - self.columns)

    @cached_property
    def sides(self) -> tuple[Lines, ...]:
        """The four lines around each box."""
        return tuple(
            1 << across | 1 << across + pitch | 3 << across + self.columns
            for pitch in (2 * self.columns + 1,)
            for row in range(self.rows)
            for across in range(row * pitch, row * pitch + self.columns)
        )

    @cached_property
    def beside(self) -> tuple[tuple[tuple[int, Lines], ...], ...]:
        """Of each line the boxes that it is a side of, each with its other three sides."""
        return tuple(
            tuple((box, sides ^ 1 << line) for box, sides in enumerate(self.sides) if sides >> line & 1)
            for line in range(self.lines)
        )

    @cached_property
    def images(self) -> tuple[tuple[int, ...], ...]:
        """Where each line, and behind the lines each box, goes by each symmetry of the board."""
        maps = [(mirrored, flipped, False) for mirrored in (0, 1) for flipped in (0, 1)]
        if self.rows == self.columns:
            maps += [(mirrored, flipped, True) for mirrored, flipped, _ in maps]
        return tuple(self._image(*each) for each in maps)

    def _image(self, mirrored: int, flipped: int, turned: bool) -> tuple[int, ...]:  # noqa: FBT001 - see `images`
        def place(row: int, column: int) -> tuple[int, int]:
            there = self.rows - row if flipped else row, self.columns - column if mirrored else column
            return there[::-1] if turned else there

        numbers = {frozenset(self.ends_of(line)): line for line in range(self.lines)}
        lines = [numbers[frozenset(place(*end) for end in self.ends_of(line))] for line in range(self.lines)]
        by_sides = {sides: box for box, sides in enumerate(self.sides)}
        boxes = [
            self.lines + by_sides[sum(1 << lines[line] for line in range(self.lines) if sides >> line & 1)]
            for sides in self.sides
        ]
        return (*lines, *boxes)


GAMES: Final = (DotsAndBoxes("dots-and-boxes"),)
