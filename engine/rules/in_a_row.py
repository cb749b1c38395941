"""Games of placing marks until a line is complete: tic-tac-toe and its family."""

from enum import auto

from engine.base import Action, Fault, State
from engine.rules.line_board import LineBoard


class CellFault(Fault):
    """What is wrong with the name of a cell."""

    TAKEN = auto()


class InARow(LineBoard):
    """A game of completing lines, and its faults."""

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the name is that of a cell that is taken."""
        taken = (
            cell for cell, owner in zip(self._names, self.cells(state), strict=True) if owner is not None
        )
        return CellFault.TAKEN if name in taken else super().fault(state, name)


class FourInARow(InARow):
    """A square board on which four in a row win, large enough to be searched."""

    def __init__(self, slug: str, side: int, *, has_book: bool = False) -> None:
        super().__init__(slug, rows=side, columns=side, length=4)
        self.book = slug if has_book else None
        self.is_proven = self.is_proven or has_book


class Misere(InARow):
    """A game that is lost by completing a line."""

    def __init__(self, slug: str, *, rows: int, columns: int, length: int) -> None:
        super().__init__(slug, rows=rows, columns=columns, length=length, misere=True)

    def gain(self, state: State, action: Action) -> int:
        """Return less where an action takes a cell that loses for the opponent."""
        return -int(self.has_line[state.position & self.full | 1 << action])


GAMES = (
    InARow("tic-tac-toe", rows=3, columns=3, length=3),
    FourInARow("four-in-a-row-4x4", 4),
    FourInARow("four-in-a-row-5x5", 5, has_book=True),
    Misere("tic-tac-toe-misere", rows=3, columns=3, length=3),
)
