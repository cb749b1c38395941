"""Connect Four: stones fall to the bottom of a column, and four in a row win."""

from enum import auto

from engine.base import Action, Fault, Position, State
from engine.fours.search import chances, completing, has_four
from engine.machine import IS_COMPILED
from engine.rules.connect_four_board import (
    BOARD,
    COLUMNS,
    FEET,
    IN_CELL,
    IN_COLUMN,
    ROWS,
    SIZE,
    STONES,
    STRIDE,
    split,
)
from engine.rules.grid import Grid

_MIRRORED = [
    ((cells << SIZE | cells), (COLUMNS - 1 - 2 * column) * STRIDE) for column, cells in enumerate(IN_COLUMN)
]


class ColumnFault(Fault):
    """What is wrong with the name of a column."""

    UNKNOWN = auto()
    FULL = auto()


class ConnectFour(Grid):
    """Players drop stones into seven columns of six cells; the first to have four in a row wins.

    An action is a column, counted from 0. A position is two bitboards as `engine.fours.search` has them, a
    lane for each column: the stones of the player to move above those of the opponent.
    """

    slug = "connect-four"
    rows, columns = ROWS, COLUMNS
    names = tuple(str(column + 1) for column in range(COLUMNS))
    """The numbers of the columns, the leftmost is 1."""

    start = 0
    is_proven = IS_COMPILED  # in plain Python some proofs at plies 12 to 14 take ten seconds

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return the position after a stone in each column that has room; nothing once four are in a row."""
        mine, theirs = position >> SIZE, position & STONES
        if has_four(theirs, STRIDE):
            return {}
        playable = (mine | theirs) + FEET
        turned = theirs << SIZE | mine
        return {
            column: turned | stone for column, cells in enumerate(IN_COLUMN) if (stone := playable & cells)
        }

    def utility(self, position: Position) -> int:
        """Return -1 if the opponent has just completed four, 0 if the board is full."""
        return -1 if has_four(position & STONES, STRIDE) else 0

    def symmetries(self, position: Position) -> tuple[Position, Position]:
        """Return the position and its mirror image."""
        mirrored = 0
        for cells, shift in _MIRRORED:
            mirrored |= (position & cells) << shift if shift >= 0 else (position & cells) >> -shift
        return position, mirrored

    def evaluate(self, position: Position) -> float:
        """Compare how promising the lines are that each player can still complete."""
        mine, theirs = position >> SIZE, position & STONES
        my_chances: int = chances(mine, BOARD & ~theirs, STRIDE)
        their_chances: int = chances(theirs, BOARD & ~mine, STRIDE)
        return (my_chances - their_chances) / (my_chances + their_chances + 1)

    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return whose stone lies in each cell, row by row from the top left."""
        first, second = _stones(state)
        return tuple(0 if first & cell else 1 if second & cell else None for cell in IN_CELL)

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the name is that of a column that is full, or of none."""
        if name not in self.names:
            return ColumnFault.UNKNOWN
        taken, cells = state.position >> SIZE | state.position & STONES, IN_COLUMN[int(name) - 1]
        return ColumnFault.FULL if taken & cells == cells else super().fault(state, name)

    def wins(self, position: Position) -> tuple[Action, ...]:
        """Return the columns in which the player to move completes four."""
        mine, theirs = position >> SIZE, position & STONES
        playable = (mine | theirs) + FEET & completing(mine, STRIDE)
        return tuple(column for column, cells in enumerate(IN_COLUMN) if playable & cells)

    def null_move(self, position: Position) -> Position:
        """Return the position with the stones exchanged, so that it is the opponent's turn."""
        return (position & STONES) << SIZE | position >> SIZE

    def decisive(self, state: State) -> tuple[int, ...]:
        """Return the cells of the fours that the last stone completed."""
        theirs = state.position & STONES
        return tuple(
            number
            for number, cell in enumerate(IN_CELL)
            if theirs & cell and completing(theirs & ~cell, STRIDE) & cell
        )


def _stones(state: State) -> tuple[int, int]:
    """Return the stones of the first and of the second player."""
    mine, theirs = split(state.position)
    return (theirs, mine) if state.to_move else (mine, theirs)


GAMES = (ConnectFour(),)
