"""Games of placing marks until a line is complete: tic-tac-toe and its family."""

from __future__ import annotations

from collections import Counter
from enum import auto
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.fours import Fours
from engine.game import Fault
from engine.games.grid import Grid, cell_names, lines
from engine.games.open_lines import is_mirrored, open_lines, pairs
from engine.kinds import General, Kind, Remark
from engine.losses import is_prepared
from engine.tactics import is_sure, safe_moves, series, winning_replies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.analysis import Analysis
    from engine.game import Action, Position, State
    from engine.solver import AnalysedMove

_T = TypeVar("_T")
_MOST_CELLS_OF_A_SMALL_GAME = 12
_MOST_KEPT = 1 << 12
"""How many entries a table keeps: 1 MB of lists of empty cells, 2 MB of images. More are hardly faster."""


class CellFault(Fault):
    """What is wrong with the name of a cell."""

    TAKEN = auto()


class LineKind(Kind):
    """What may be remarked where lines are completed; a line is open to whoever can still complete it."""

    NO_LINE_LEFT = auto()
    """Leaves no line open to anybody."""
    CLOSES_LAST_LINE = auto()
    """Closes the last line open to the opponent, who can no longer win."""
    OPPONENT_HAS_NO_LINE = auto()
    """No line was open to the opponent before."""
    PAIRS = auto()
    """Each line open to the opponent has a pair of empty cells that is no other's: two cells a line."""
    MIRRORS = auto()
    """The marks are each other's mirror images through the centre, which the player has.

    Where marks belong to nobody, they are their own mirror images around a centre that is taken.
    """
    SAFE_CELLS = auto()
    """Leaves the player that number of cells that complete no line, and the opponent so many."""
    KEEPS_UNPREPARED = auto()
    """Worse actions, so many, lose to a reply that prepares a fork or a series: that number, most of them.

    `besides` are the cells of these replies, as few as are most of them.
    """
    TAKES_REPLY = auto()
    """Takes the cell that best play answers most worse actions with: that number, of so many."""
    LEADS_TO_SERIES = auto()
    """Wins by best play: this action begins a series, with the ply of that number."""
    THUMB_PASSES = auto()
    """Is in no line that is open to anybody."""
    THUMB_LINES = auto()
    """Is in that number of the lines that are open to the player, and closes so many of the opponent's."""
    THUMB_CLOSES_LINES = auto()
    """Closes that number of so many lines that were open to both."""


class InARow(Grid):
    """Players mark empty cells in turn; whoever completes a line wins or, under the misère rule, loses.

    A position is two bitboards with a bit for each cell: the marks of the player to move above those of the
    opponent.
    """

    start = 0
    explains_alone = True

    def __init__(  # noqa: PLR0913 - these parameters are what sets one game of the family apart
        self,
        slug: str,
        *,
        rows: int,
        columns: int,
        length: int,
        misere: bool = False,
        has_book: bool = False,
    ) -> None:
        self.slug, self.rows, self.columns = slug, rows, columns
        self._size = rows * columns
        self._full = (1 << self._size) - 1
        self._bits = [(cell, 1 << cell) for cell in range(self._size)]
        self.is_small = self._size <= _MOST_CELLS_OF_A_SMALL_GAME
        self._names = cell_names(rows, columns)
        self._lines = [sum(1 << cell for cell in line) for line in lines(rows, columns, length)]
        self._line_wins = -1 if misere else 1
        self._is_fours = length == 4 and not misere and not self.is_small  # noqa: PLR2004 - four in a row
        self._book = slug if has_book else None
        self._has_line = _Table(self._find_line)
        self._wins = _Table(self._find_wins)
        self._images_of_one = {bit: _images(cell, rows, columns) for cell, bit in self._bits}
        self._images_of_one[0] = [0] * len(self._images_of_one[1])
        self._images = _Table(self._turned_and_mirrored)
        self._empty = _Table(lambda taken: [each for each in self._bits if not taken & each[1]])

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where marking each empty cell leads; nothing once a line or the board is complete."""
        theirs = position & self._full
        if self._has_line[theirs]:
            return {}
        mine = position >> self._size
        turned = theirs << self._size | mine
        successors = {}  # filled by a loop, because a comprehension costs a call in Python 3.11
        for cell, bit in self._empty[mine | theirs]:
            successors[cell] = turned | bit
        return successors

    def utility(self, position: Position) -> int:
        """Return the worth of the line that the opponent has just completed, 0 if there is none."""
        return -self._line_wins if self._has_line[position & self._full] else 0

    def symmetries(self, position: Position) -> list[Position]:
        """Return the position with the board turned and mirrored in every way."""
        mine, theirs = self._images[position >> self._size], self._images[position & self._full]
        return [a << self._size | b for a, b in zip(mine, theirs, strict=True)]

    def evaluate(self, position: Position) -> float:
        """Compare how many lines each player can still complete."""
        mine, theirs = position >> self._size, position & self._full
        balance = sum((not line & theirs) - (not line & mine) for line in self._lines)
        return self._line_wins * balance / (len(self._lines) + 1)

    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return who has marked each cell, row by row."""
        marks = self._marks(state.position, state.to_move)
        owners = {bit: player for player in (0, 1) for _, bit in self._bits if marks[player] & bit}
        return tuple(owners.get(bit) for _, bit in self._bits)

    def name_of(self, state: State, action: Action) -> str:
        """Return a letter for the column and a number for the row of the cell: a1 is the top left."""
        if action not in self.successors(state.position):
            raise ValueError(f"Action {action} is not legal here.")
        return self._names[action]

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the name is that of a cell that is taken."""
        taken = (
            cell for cell, owner in zip(self._names, self.cells(state), strict=True) if owner is not None
        )
        return CellFault.TAKEN if name in taken else super().fault(state, name)

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell which lines are left to whom or, under the misère rule, who runs out of safe cells."""
        if self._line_wins < 0:
            yield from self._explain_misere(analysis, move)
        elif not move.exact or move.value == analysis.value:
            yield from self._explain_lines(analysis.state, move)
            if not self.is_small:
                yield from _answered(analysis, move)
        if self._line_wins > 0 and not self.is_small:
            yield from _led(analysis.state, move)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how many lines an action closes, and in how many it is."""
        mine, theirs = state.position >> self._size, state.position & self._full
        before, after = open_lines(self._lines, mine), open_lines(self._lines, mine | 1 << action)
        own = [line for line in open_lines(self._lines, theirs) if line & 1 << action]
        if self._line_wins < 0:
            yield from self._safe_cells(state, action)
            return
        closed = len(before) - len(after)
        yield (
            Remark(LineKind.THUMB_LINES, number=len(own), of=closed)
            if own or closed
            else Remark(LineKind.THUMB_PASSES)
        )

    def _explain_lines(self, state: State, move: AnalysedMove) -> Iterator[Remark]:
        mine, theirs = state.position >> self._size, state.position & self._full
        after = mine | 1 << move.action
        left = open_lines(self._lines, after)
        if not left:
            yield Remark(self._without_lines(mine, theirs))
        elif move.value < 1 and (held := pairs(left, self._full & ~after & ~theirs)):
            yield Remark(LineKind.PAIRS, number=len(left), cells=held)

    def _explain_misere(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell how the player can copy the opponent, or who runs out of safe cells."""
        state = analysis.state
        mine, theirs = state.position >> self._size | 1 << move.action, state.position & self._full
        copies = is_mirrored(mine, theirs, self.rows, self.columns)
        if copies:
            yield Remark(LineKind.MIRRORS)
        safe = list(self._safe_cells(state, move.action))
        lead = sum(remark.number - remark.of for remark in safe)
        if move.value > 0 and lead > 0:
            yield from safe
        if move.value == analysis.value == 0 and not copies and lead > self._lead_of_worse(analysis):
            yield from safe
        yield from run_out(analysis, move)
        if move.value < 0 and lead < 0:
            yield from safe

    def _lead_of_worse(self, analysis: Analysis) -> int:
        """Return by how many safe cells a player is ahead after any losing move, at most."""
        safe = (
            remark
            for move in analysis.moves
            if move.value < 0
            for remark in self._safe_cells(analysis.state, move.action)
        )
        return max((remark.number - remark.of for remark in safe), default=self._size)

    def _without_lines(self, mine: int, theirs: int) -> Kind:
        """Tell how it came that the opponent has no line left."""
        if not open_lines(self._lines, theirs):
            return LineKind.NO_LINE_LEFT
        had = open_lines(self._lines, mine)
        return LineKind.CLOSES_LAST_LINE if had else LineKind.OPPONENT_HAS_NO_LINE

    def _safe_cells(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how many cells each player could still mark without completing a line."""
        mine, theirs = state.position >> self._size | 1 << action, state.position & self._full
        free = [bit for _, bit in self._empty[mine | theirs]]
        safe = [sum(not self._has_line[marks | bit] for bit in free) for marks in (mine, theirs)]
        if free and not self._has_line[mine]:
            yield Remark(LineKind.SAFE_CELLS, number=safe[0], of=safe[1])

    def wins(self, position: Position) -> tuple[Action, ...]:
        """Return the empty cells in which the player to move completes a winning line."""
        return self._wins[position] if self._line_wins > 0 else ()

    def forcing(self, position: Position) -> list[Action]:
        """Return the cells of the lines that lack two marks of the player to move and have none else."""
        mine, empty = position >> self._size, self._full & ~(position >> self._size | position)
        cells = 0
        for line in self._lines:
            missing = line & empty
            if missing.bit_count() == 2 and line & mine == line ^ missing:  # noqa: PLR2004 - of two, one is left
                cells |= missing
        return [cell for cell, bit in self._bits if cells & bit]

    def null_move(self, position: Position) -> Position | None:
        """Return the position with the marks exchanged, so that it is the opponent's turn."""
        return (position & self._full) << self._size | position >> self._size

    def decisive(self, state: State) -> tuple[int, ...]:
        """Return the cells of the lines that the last move completed."""
        marks = self._marks(state.position, state.to_move)
        complete = [line for line in self._lines if line in (line & marks[0], line & marks[1])]
        return tuple(cell for cell, bit in self._bits if any(line & bit for line in complete))

    def specialist(self) -> Fours | None:
        """Return the solver for games of four in a row, if this is one and not a small game."""
        if not self._is_fours:
            return None
        return Fours(self, self.rows, self.columns, gravity=False, book=self._book)

    def _marks(self, position: Position, to_move: int) -> tuple[int, int]:
        """Return the bitboards of the first player's marks and of the second's."""
        mine, theirs = position >> self._size, position & self._full
        return (theirs, mine) if to_move else (mine, theirs)

    def _find_wins(self, position: Position) -> tuple[Action, ...]:
        completing = self._completing(position >> self._size, position & self._full)
        return tuple(cell for cell, bit in self._bits if completing & bit) if completing else ()

    def _completing(self, marks: int, others: int) -> int:
        """Return the empty cells that complete a line with the marks, where the others leave one."""
        found = 0
        for line in self._lines:
            missing = line & ~marks
            if not missing & missing - 1 | missing & others:
                found |= missing
        return found

    def _turned_and_mirrored(self, marks: int) -> list[int]:
        one, rest = self._images_of_one[marks & -marks], marks & marks - 1
        return [a | b for a, b in zip(one, self._images[rest], strict=True)] if rest else one

    def _find_line(self, marks: int) -> bool:
        for line in self._lines:  # noqa: SIM110 - any() would take twice as long
            if marks & line == line:
                return True
        return False


def _answered(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell whether the opponent would take the cell of a best move after most of the others."""
    if move.action in analysis.state.game.threats(analysis.state, 1 - analysis.state.to_move):
        return  # it is plain why
    worse = [other for other in analysis.moves if other.exact and other.value < move.value]
    answered = sum(other.line[1:2] == (move.action,) for other in worse)
    if move.exact and 2 * answered > len(worse):
        yield Remark(LineKind.TAKES_REPLY, number=answered, of=len(worse))
    prepared = Counter(other.line[1] for other in worse if is_prepared(analysis.state, other))
    if move.exact and 2 * prepared.total() > len(worse):
        named = tuple(sorted(_most_of(prepared)))
        yield Remark(LineKind.KEEPS_UNPREPARED, number=prepared.total(), of=len(worse), besides=named)


def _most_of(counted: Counter[Action]) -> Iterator[Action]:
    """Yield the commonest actions, as few as are more than half of all together."""
    left = counted.total() // 2
    for action, count in counted.most_common():
        yield action
        left -= count
        if left < 0:
            return


def _led(state: State, move: AnalysedMove) -> Iterator[Remark]:
    """Tell with which later move the player of a winning line begins a series."""
    mover = state.to_move
    for action in move.line if move.exact and move.value == 1 else ():
        is_later = state.to_move == mover and action != move.action
        if is_later and action in series(state.game, state.position)[1]:
            yield Remark(LineKind.LEADS_TO_SERIES, (action,), state.ply + 1)
            return
        state = state.successor(action)


def run_out(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell who runs out of safe moves, in a game that is won because the other has to move."""
    after = analysis.state.successor(move.action)
    if move.exact and move.value == 1 and safe_moves(after, 1):
        yield Remark(General.WINS_BY_ZUGZWANG, number=move.winner_moves)
    elif is_sure(move, -1) and not move.loses_next:
        replies = winning_replies(after)
        yield Remark(General.LOSES_BY_ZUGZWANG, replies, move.winner_moves)


class _Table(dict[int, _T], Generic[_T]):
    """What a function says of each bitboard, kept until that is too much."""

    def __init__(self, function: Callable[[int], _T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, bitboard: int) -> _T:
        value = self._function(bitboard)
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[bitboard] = value
        return value


def _images(cell: int, rows: int, columns: int) -> list[int]:
    """Return the bit of the cell after each way of turning and mirroring the board, in a fixed order."""
    row, column = divmod(cell, columns)
    places = [(r, c) for r in (row, rows - 1 - row) for c in (column, columns - 1 - column)]
    if rows == columns:
        places += [(c, r) for r, c in places]
    return [1 << r * columns + c for r, c in places]


GAMES = (
    InARow("tic-tac-toe", rows=3, columns=3, length=3),
    InARow("tic-tac-toe-misere", rows=3, columns=3, length=3, misere=True),
    InARow("four-in-a-row-4x4", rows=4, columns=4, length=4),
    InARow("four-in-a-row-5x5", rows=5, columns=5, length=4, has_book=True),
)
