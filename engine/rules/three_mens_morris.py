"""Three men's morris: three men each, who are placed and then moved along lines, until three stand in a row.

Both players place their men in turn on the nine points of a square; after that each turn moves one of one's
own to a neighbouring point that is empty. Points are neighbours on the lines of the board: the rows, the
columns and the two diagonals. So diagonal lines join the centre and the corners, and the middles of the sides
have none. The points are numbered row by row from the top left.

A position is the men of the player to move above those of the opponent, nine bits each, and above them how
many moves have been made since all men were placed: after `MOST_MOVES` of them it is a draw, so that a match
in which the same positions come again has an end. By the rules a player always has a move.
"""

from enum import auto
from typing import Final

from engine.base import Action, Fault, Game, Position, State
from engine.rules.grid import cell_names, list_straight_lines
from engine.rules.line_board import LineBoard

SIDE: Final = 3
"""How many points are in a row, and how many men each player has."""

MOST_MOVES: Final = 24
"""How many moves placed men make at most, of both players: a win takes ten at most, if it can be forced."""

LINES: Final = tuple(tuple(line) for line in list_straight_lines(SIDE, SIDE, SIDE))
"""The points of each row, column and diagonal."""

STEPS: Final = tuple(sorted({step for a, b, c in LINES for step in ((a, b), (b, a), (b, c), (c, b))}))
"""From where to where men can move: what the actions after the points stand for, in their order."""

_POINTS: Final = SIDE * SIDE
_MEN: Final = (1 << _POINTS) - 1
_MOVED: Final = 2 * _POINTS
"""How far up the number of moves is."""

_BOARD: Final = (1 << _MOVED) - 1
_BITS: Final = [
    (action, 1 << start, 1 << end, 1 << start | 1 << end)
    for action, (start, end) in enumerate(STEPS, _POINTS)
]
_POINT_NAMES: Final = cell_names(SIDE, SIDE)
NAMES: Final = (*_POINT_NAMES, *(f"{_POINT_NAMES[start]}-{_POINT_NAMES[end]}" for start, end in STEPS))
"""The names of all actions: points where men are placed, then from where to where they go."""

_MOST_ROOM: Final = 4 * len(LINES)
"""More than what all lines count for a player."""


class MorrisFault(Fault):
    """What is wrong with the name of a point or of a move."""

    TAKEN = auto()
    """There is a man already."""
    PLACES = auto()
    """Men are placed as yet, not moved."""
    MOVES = auto()
    """Men are moved now, not placed: the name says only where to."""
    NOT_OWN = auto()
    """The player has no man there."""
    NO_LINE = auto()
    """No line of the board joins the points."""


class Morris(Game):
    """Three men's morris; an action is a point to place a man on, or above them the number of a step."""

    slug = "three-mens-morris"
    names = NAMES
    start = 0
    is_small = is_proven = True

    def __init__(self) -> None:
        self._board = LineBoard(self.slug, rows=SIDE, columns=SIDE, length=SIDE)

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return the position after placing a man on each empty point, or after moving each man."""
        moved, mine, theirs = position >> _MOVED, position >> _POINTS & _MEN, position & _MEN
        if self._board.has_line[theirs] or moved >= MOST_MOVES:
            return {}
        turned = theirs << _POINTS | mine
        if mine.bit_count() < SIDE:
            return {point: turned | bit for point, bit in self._board.empty[mine | theirs]}
        taken, turned = mine | theirs, moved + 1 << _MOVED | turned
        return {
            action: turned ^ both for action, start, end, both in _BITS if mine & start and not taken & end
        }

    def utility(self, position: Position) -> int:
        """Return the value of three in a row that the opponent has just made, 0 if there are none."""
        return -int(self._board.has_line[position & _MEN])

    def symmetries(self, position: Position) -> list[Position]:
        """Return the position with the board turned and mirrored in every way."""
        moved = position & ~_BOARD
        return [moved | image for image in self._board.symmetries(position & _BOARD)]

    def split_history(self, position: Position) -> tuple[Position, frozenset[Position]]:
        """Return the position as if men had not been moved yet; none ends the game by coming again."""
        return position & _BOARD, frozenset()

    def evaluate(self, position: Position) -> float:
        """Compare the rows that each player can still make, and the men in them."""
        mine, theirs = position >> _POINTS & _MEN, position & _MEN
        return (self._room(mine, theirs) - self._room(theirs, mine)) / _MOST_ROOM

    def _room(self, men: int, others: int) -> int:
        return sum(1 + (line & men).bit_count() for line in self._board.lines if not line & others)

    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return whose man is on each point, row by row."""
        return self._board.cells(state)

    def decisive(self, state: State) -> tuple[int, ...]:
        """Return the points of the row that the last move made."""
        return self._board.decisive(state)

    def passed(self, position: Position) -> Position:
        """Return the same with the other player to move, as if a move had been made, if men are moved."""
        mine, theirs = position >> _POINTS & _MEN, position & _MEN
        moved = (position >> _MOVED) + self.is_placed(position)
        return moved << _MOVED | theirs << _POINTS | mine

    def is_placed(self, position: Position) -> bool:
        """Whether all men are placed, so that they are moved from now on."""
        return (position & _BOARD).bit_count() == 2 * SIDE

    def fault(self, state: State, name: str) -> Fault:
        """Tell what is wrong with a point, or with what a man would go from or to."""
        start, _, end = name.rpartition("-")
        if end not in _POINT_NAMES or (start and start not in _POINT_NAMES):
            return super().fault(state, name)
        return self._find_fault(state, _POINT_NAMES.index(start) if start else None, _POINT_NAMES.index(end))

    def _find_fault(self, state: State, start: int | None, end: int) -> Fault:
        cells, are_placed = self.cells(state), self.is_placed(state.position)
        if (start is None) is are_placed:
            return MorrisFault.MOVES if are_placed else MorrisFault.PLACES
        if start is not None and cells[start] != state.to_move:
            return MorrisFault.NOT_OWN
        return MorrisFault.TAKEN if cells[end] is not None else MorrisFault.NO_LINE


def read_action(action: Action) -> tuple[int | None, int]:
    """Return from which point a man goes, None if he is placed, and to which."""
    return (None, action) if action < _POINTS else STEPS[action - _POINTS]


GAMES = (Morris(),)
