"""Games of placing marks until a line is full: tic-tac-toe and its family."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

from engine.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Action, Position, State

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class InARow(Game):
    """Players fill empty cells in turn; whoever completes a line wins or, under the misère rule, loses.

    A position holds two bitboards, a bit for each cell: the marks of the player to move above those of the
    opponent. The first player's marks are never fewer, so the position also tells whose turn it is.
    """

    start = 0

    def __init__(  # noqa: PLR0913 - the parameters are the game
        self, slug: str, title: str, *, rows: int, columns: int, length: int, misere: bool = False
    ) -> None:
        self.slug, self.title = slug, title
        self.rows, self.columns = rows, columns
        self._cells = rows * columns
        self._full = (1 << self._cells) - 1
        self._bits = [(cell, 1 << cell) for cell in range(self._cells)]
        self._lines = list(_lines(rows, columns, length))
        self._completed = 1 if misere else -1
        self._names = [
            f"{ascii_lowercase[cell % columns]}{cell // columns + 1}" for cell in range(self._cells)
        ]

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where each empty cell leads; nothing once a line or the board is full."""
        theirs = position & self._full
        for line in self._lines:
            if theirs & line == line:
                return {}
        mine = position >> self._cells
        taken = mine | theirs
        turned = theirs << self._cells | mine
        return {cell: turned | bit for cell, bit in self._bits if not taken & bit}

    def utility(self, position: Position) -> int:
        """Return -1 if the opponent has just completed a line (1 if misère), 0 for a full board without one."""
        return self._completed if self._has_line(position & self._full) else 0

    def estimate(self, position: Position) -> float:
        """Compare the lines each player can still complete."""
        mine, theirs = position >> self._cells, position & self._full
        balance = sum((not line & theirs) - (not line & mine) for line in self._lines)
        return -self._completed * balance / (len(self._lines) + 1)

    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return who owns each cell, row by row."""
        mine, theirs = state.position >> self._cells, state.position & self._full
        mover = state.to_move
        return tuple(mover if mine & bit else 1 - mover if theirs & bit else None for _, bit in self._bits)

    def name_of(self, state: State, action: Action) -> str:
        """Return the cell's name, column letter and row number: a1 is the top left."""
        if action not in self.successors(state.position):
            raise ValueError(f"Action {action} is not legal here.")
        return self._names[action]

    def remarks(self, state: State, action: Action) -> list[str]:
        """Say which win of the opponent a move blocks and which threats it makes."""
        if self._completed > 0:
            return []
        mine, theirs = state.position >> self._cells, state.position & self._full
        taken, bit = mine | theirs, 1 << action
        remarks = []
        if action in self._threats(theirs, taken):
            remarks.append(f"blocks a win on {self._names[action]}")
        made = [c for c in self._threats(mine | bit, taken | bit) if c not in self._threats(mine, taken)]
        if made:
            remarks.append(self._in_words(made))
        return remarks

    def _in_words(self, made: list[int]) -> str:
        names = [self._names[cell] for cell in made]
        if len(names) == 1:
            return f"threatens to win on {names[0]}"
        return f"makes {_COUNTS[len(names)]} threats, {', '.join(names[:-1])} and {names[-1]}"

    def _threats(self, marks: int, taken: int) -> list[int]:
        return [cell for cell, bit in self._bits if not taken & bit and self._has_line(marks | bit)]

    def _has_line(self, marks: int) -> bool:
        return any(marks & line == line for line in self._lines)


def _lines(rows: int, columns: int, length: int) -> Iterator[int]:
    for row in range(rows):
        for column in range(columns):
            for down, right in _DIRECTIONS:
                end_row, end_column = row + down * (length - 1), column + right * (length - 1)
                if end_row < rows and 0 <= end_column < columns:
                    yield sum(1 << (row + i * down) * columns + column + i * right for i in range(length))
