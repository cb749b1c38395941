"""Connect Four: stones fall to the bottom of a column, and four in a row win."""

from __future__ import annotations

from enum import auto
from typing import TYPE_CHECKING

from engine.fours import Fours
from engine.fours.search import chances, completing, has_four
from engine.game import Fault
from engine.games.grid import Grid
from engine.remarks import Kind, Remark
from engine.themes import Motive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Action, Position, State

_ROWS, _COLUMNS = 6, 7
_STRIDE = _ROWS + 1
_SIZE = _COLUMNS * _STRIDE
_STONES = (1 << _SIZE) - 1
_FEET = sum(1 << column * _STRIDE for column in range(_COLUMNS))
_BOARD = _FEET * ((1 << _ROWS) - 1)
_IN_COLUMN = [_BOARD & (1 << _STRIDE) - 1 << column * _STRIDE for column in range(_COLUMNS)]
_IN_CELL = [1 << column * _STRIDE + row for row in reversed(range(_ROWS)) for column in range(_COLUMNS)]
_MIRRORED = [
    ((cells << _SIZE | cells), (_COLUMNS - 1 - 2 * column) * _STRIDE)
    for column, cells in enumerate(_IN_COLUMN)
]


class ConnectFourKind(Kind):
    """What may be remarked in Connect Four."""

    WAITING_THREATS = auto()
    """Makes threats on cells that wait for stones below them.

    The actions are columns in which the opponent must not play next, under the lowest of the threats there.
    """
    USES_UP_THREAT = auto()
    """Lets the opponent block what would have completed four above the action's cell."""


class ConnectFourMotive(Motive):
    """What may speak for a move in Connect Four."""

    WAITING_THREAT = auto()


class ColumnFault(Fault):
    """What is wrong with the name of a column."""

    UNKNOWN = auto()
    FULL = auto()


class ConnectFour(Grid):
    """Players drop stones into seven columns of six cells; whoever has four in a row wins.

    An action is a column, counted from 0. A position is two bitboards as `engine.fours.search` has them, a
    lane for each column: the stones of the player to move above those of the opponent.
    """

    slug = "connect-four"
    rows, columns = _ROWS, _COLUMNS
    start = 0

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where a stone in each column that has room leads; nothing once four are in a row."""
        mine, theirs = position >> _SIZE, position & _STONES
        if has_four(theirs, _STRIDE):
            return {}
        playable = (mine | theirs) + _FEET
        turned = theirs << _SIZE | mine
        return {
            column: turned | stone for column, cells in enumerate(_IN_COLUMN) if (stone := playable & cells)
        }

    def utility(self, position: Position) -> int:
        """Return -1 if the opponent has just completed four, 0 if the board is full."""
        return -1 if has_four(position & _STONES, _STRIDE) else 0

    def symmetries(self, position: Position) -> tuple[Position, Position]:
        """Return the position and its mirror image."""
        mirrored = 0
        for cells, shift in _MIRRORED:
            mirrored |= (position & cells) << shift if shift >= 0 else (position & cells) >> -shift
        return position, mirrored

    def evaluate(self, position: Position) -> float:
        """Compare how promising the lines are that each player can still complete."""
        mine, theirs = position >> _SIZE, position & _STONES
        my_chances: int = chances(mine, _BOARD & ~theirs, _STRIDE)
        their_chances: int = chances(theirs, _BOARD & ~mine, _STRIDE)
        return (my_chances - their_chances) / (my_chances + their_chances + 1)

    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return whose stone lies in each cell, row by row from the top left."""
        first, second = _stones(state)
        return tuple(0 if first & cell else 1 if second & cell else None for cell in _IN_CELL)

    def name_of(self, state: State, action: Action) -> str:
        """Return the number of the column, the leftmost is 1; ValueError if it is not legal."""
        if action not in self.successors(state.position):
            raise ValueError(f"Action {action} is not legal here.")
        return str(action + 1)

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the name is that of a column that is full, or of none."""
        if name not in map(str, range(1, _COLUMNS + 1)):
            return ColumnFault.UNKNOWN
        return ColumnFault.FULL if name in self._full(state) else super().fault(state, name)

    def wins(self, position: Position) -> tuple[Action, ...]:
        """Return the columns in which the player to move completes four."""
        mine, theirs = position >> _SIZE, position & _STONES
        playable = (mine | theirs) + _FEET & completing(mine, _STRIDE)
        return tuple(column for column, cells in enumerate(_IN_COLUMN) if playable & cells)

    def null_move(self, position: Position) -> Position:
        """Return the position with the stones exchanged, so that it is the opponent's turn."""
        return (position & _STONES) << _SIZE | position >> _SIZE

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell as well which threats it makes that wait for stones below them, and whether it uses one up."""
        new, forbidding = self._waiting_threats_made(state, action)
        if new:
            cells = tuple(number for number, cell in enumerate(_IN_CELL) if new & cell)
            columns = tuple(column for column, cells in enumerate(_IN_COLUMN) if forbidding & cells)
            yield Remark(ConnectFourKind.WAITING_THREATS, columns, cells=cells)
        if self._uses_up_threat(state, action):
            yield Remark(ConnectFourKind.USES_UP_THREAT)
        yield from super().remarks(state, action)

    def motives(self, state: State, action: Action) -> Iterator[Motive]:
        """Tell as well whether it makes such a threat."""
        new, _ = self._waiting_threats_made(state, action)
        if new:
            yield ConnectFourMotive.WAITING_THREAT
        yield from super().motives(state, action)

    def _waiting_threats_made(self, state: State, action: Action) -> tuple[int, int]:
        """Return the cells that complete four now, but did not before, and are still out of reach.

        Then those of them below which the opponent could play next, and must not.
        """
        mine, theirs = _stones_of(state.position)
        after, _ = _stones_of(self.null_move(self.successors(state.position)[action]))
        playable = (after | theirs) + _FEET
        new = completing(after, _STRIDE) & ~completing(mine, _STRIDE) & _BOARD & ~after & ~theirs & ~playable
        refuting = playable & ~completing(theirs, _STRIDE)
        return new, new & refuting << 1

    def _uses_up_threat(self, state: State, action: Action) -> bool:
        """Whether the opponent can now block what would have completed four above the action's cell."""
        mine, theirs = _stones_of(state.position)
        stone = (mine | theirs) + _FEET & _IN_COLUMN[action]
        if not completing(mine, _STRIDE) & stone << 1 & _BOARD:
            return False
        after = self.successors(state.position)[action]
        return not self.wins(self.successors(after)[action])

    def decisive(self, state: State) -> tuple[int, ...]:
        """Return the cells of the fours that the last stone completed."""
        theirs = state.position & _STONES
        return tuple(
            number for number, cell in enumerate(_IN_CELL) if theirs & cell and _is_in_four(theirs, cell)
        )

    def specialist(self) -> Fours:
        """Return the solver for games of four in a row, with the book of this one."""
        return Fours(self, _COLUMNS, _ROWS, gravity=True, book=self.slug)

    def _full(self, state: State) -> list[str]:
        taken = state.position >> _SIZE | state.position & _STONES
        return [str(column + 1) for column, cells in enumerate(_IN_COLUMN) if taken & cells == cells]


def _stones(state: State) -> tuple[int, int]:
    """Return the stones of the first and of the second player."""
    mine, theirs = _stones_of(state.position)
    return (theirs, mine) if state.to_move else (mine, theirs)


def _stones_of(position: Position) -> tuple[int, int]:
    """Return the stones of the player to move and of the opponent."""
    return position >> _SIZE, position & _STONES


def _is_in_four(stones: int, cell: int) -> bool:
    return completing(stones & ~cell, _STRIDE) & cell != 0


GAMES = (ConnectFour(),)
