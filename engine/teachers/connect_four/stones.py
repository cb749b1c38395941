"""What the rules alone show of a stone that is put on the board of Connect Four."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.base import Action, State
from engine.facts import Remark
from engine.rules.connect_four_board import (
    BOARD,
    EVEN_ROWS,
    LINES,
    columns_of,
    numbers,
    playable,
    split,
    threats,
)
from engine.rules.grid import split_cells
from engine.teachers.connect_four.kinds import ConnectFourKind


class Stone(NamedTuple):
    """A stone: its cell, and the stones of both players before it."""

    cell: int
    mine: int
    theirs: int

    @classmethod
    def of(cls, state: State, action: Action) -> Stone:
        """Return the stone of an action."""
        mine, theirs = split(state.position)
        _, after = split(state.successor(action).position)
        return cls(after & ~mine, mine, theirs)

    @property
    def after(self) -> int:
        """The player's stones with this one."""
        return self.mine | self.cell

    @property
    def replies(self) -> int:
        """The cells in which the opponent can put the next stone."""
        return playable(self.after | self.theirs)

    def remarks(self) -> Iterator[Remark]:
        """Tell what it does, besides threatening to win at once."""
        yield from self.remark_on_stacked()
        yield from self.remark_on_waiting_threats()
        yield from self.remark_on_prevented()
        yield from self.remark_on_no_line_left()
        if not any(self._lines_by_cell()[self.cell]):
            yield Remark(ConnectFourKind.PASSES)

    def waiting_threats(self) -> int:
        """Return the cells that complete four now, but did not before, and are still out of reach."""
        new = threats(self.after, self.theirs) & ~threats(self.mine, self.theirs)
        return new & ~self.replies

    def count_open_lines(self) -> int:
        """Return in how many lines the cell is that the player can still complete."""
        return _count_lines_through(self.cell, self.mine, self.theirs)[0]

    def remark_on_stacked(self) -> Iterator[Remark]:
        """Tell of a threat right above another, of which the opponent can only stop one."""
        mine, theirs = threats(self.after, self.theirs), threats(self.theirs, self.after)
        lower = mine & self.replies
        if lower.bit_count() == 1 and mine & lower << 1 and not theirs & self.replies:
            yield Remark(ConnectFourKind.STACKS_THREATS, cells=numbers(lower | lower << 1))

    def remark_on_waiting_threats(self) -> Iterator[Remark]:
        """Tell of new threats that wait for stones below them, and below which the opponent must not play.

        Those that last come first: where the other columns fill up, the first player has to play on every odd
        row and the second on every even one.
        """
        new, theirs = self.waiting_threats(), threats(self.theirs, self.after)
        is_second = (self.mine | self.theirs).bit_count() % 2
        lasting = new & (EVEN_ROWS if is_second else ~EVEN_ROWS)
        for kind, cells in (
            (ConnectFourKind.LASTING_THREATS, lasting),
            (ConnectFourKind.WAITING_THREATS, new & ~lasting),
        ):
            if cells:
                refuting = self.replies & ~theirs
                yield Remark(kind, columns_of(cells & refuting << 1), cells=numbers(cells))

    def remark_on_prevented(self) -> Iterator[Remark]:
        """Tell which threats the opponent's stone in the same cell would have made."""
        before = threats(self.theirs, self.mine)
        if prevented := threats(self.theirs | self.cell, self.mine) & ~before & ~self.cell:
            yield Remark(ConnectFourKind.PREVENTS_THREATS, cells=numbers(prevented))

    def remark_on_no_line_left(self) -> Iterator[Remark]:
        """Tell whether the opponent has no line left."""
        if all(line & self.after for line in LINES):
            yield Remark(ConnectFourKind.NO_LINE_LEFT)

    def remark_on_faced(self) -> Iterator[Remark]:
        """Tell which threats the opponent has that wait."""
        if waiting := threats(self.theirs, self.after) & ~self.replies:
            yield Remark(ConnectFourKind.FACES_THREATS, cells=numbers(waiting))

    def remark_on_taken_lines(self) -> Iterator[Remark]:
        """Tell, as a rule of thumb, how many lines it takes from the opponent, and how many others would."""
        counts = {cell: theirs for cell, (_, theirs) in self._lines_by_cell().items()}
        number = counts.pop(self.cell)
        if number:
            most = max(counts.values(), default=0)
            yield Remark(ConnectFourKind.THUMB_TAKES_LINES, number=number, of=most)

    def remark_on_lines_left(self) -> Iterator[Remark]:
        """Tell, as a rule of thumb, what it leaves that is best in the opponent's lines."""
        counts = {
            cell: _count_lines_through(cell, self.theirs, self.after)[0] for cell in split_cells(self.replies)
        }
        most = max(counts.values(), default=0)
        wanted = sum(cell for cell, number in counts.items() if number == most)
        yield Remark(ConnectFourKind.THUMB_LEAVES_PLACE, columns_of(wanted), most, cells=numbers(wanted))

    def remark_on_used_up(self) -> Iterator[Remark]:
        """Tell whether the opponent can now block what would have completed four right above."""
        above = self.cell << 1 & BOARD
        if threats(self.mine, self.theirs) & above and not self._wins_after(above):
            yield Remark(ConnectFourKind.USES_UP_THREAT, cells=numbers(above))

    def _wins_after(self, blocking: int) -> bool:
        """Whether the player can win at once after such a reply, which has not won."""
        theirs = self.theirs | blocking
        is_over = any(line & ~theirs == 0 for line in LINES)
        return not is_over and threats(self.after, theirs) & playable(self.after | theirs) != 0

    def remark_on_most_lines(self, worse: int) -> Iterator[Remark]:
        """Tell, as a rule of thumb, if it is in more of a player's lines than any of these worse cells."""
        kinds = ConnectFourKind.THUMB_LINES, ConnectFourKind.THUMB_CLOSES_LINES
        for seat, kind in enumerate(kinds):
            counts = {cell: by_seat[seat] for cell, by_seat in self._lines_by_cell().items()}
            number, of = counts.pop(self.cell), max(counts.values(), default=0)
            is_worse_in_fewer = worse and number > max(counts[cell] for cell in split_cells(worse))
            if number > of or (number == of and is_worse_in_fewer):
                yield Remark(kind, number=number, of=of)

    def _lines_by_cell(self) -> dict[int, tuple[int, int]]:
        """Return of each cell that can be taken in how many lines it is that either player can complete."""
        choices = split_cells(playable(self.mine | self.theirs))
        return {cell: _count_lines_through(cell, self.mine, self.theirs) for cell in choices}


def _count_lines_through(cell: int, mine: int, theirs: int) -> tuple[int, int]:
    """Return in how many lines a cell is that the player can still complete, and that the opponent can."""
    through = [line for line in LINES if line & cell]
    return sum(not line & theirs for line in through), sum(not line & mine for line in through)
