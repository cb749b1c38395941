"""Boards whose cells are buttons and whose marks are letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from bot.rendering import grids
from bot.rendering.face import Face, Key, Tint
from bot.rendering.grids import Cell, Look
from bot.words.language import ENGLISH, template
from engine.games.grid import cell_names
from engine.games.in_a_row import CellFault
from engine.games.wild import MarkFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.rendering.chips import Chip, Chips
    from bot.rendering.pictures import Tile
    from engine import Action, Fault, Grid, State

_T = TypeVar("_T")

_MARKS = ("X", "O")
_TINTS = (Tint.FIRST, Tint.SECOND)


class Cells(Face):
    """A grid on which each player has a mark of their own, and an action is a cell."""

    sides: tuple[str, str] | None = _MARKS
    side_names: tuple[str, str] | None = _MARKS
    is_shown_by_keys = True
    faults: ClassVar[Mapping[Fault, str]] = {CellFault.TAKEN: template("“{name}” is taken.")}

    def __init__(self, game: Grid) -> None:
        self._game = game
        self._names = _names_of_actions(game)
        self._cell_names = cell_names(game.rows, game.columns)

    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:  # noqa: ARG002 - there is no choice
        """Return a button for each cell, an empty one labelled with its name."""
        return self._keys(state, self._names, range(len(self._names)))

    def text(self, state: State, last: Action | None = None) -> str:
        """Say which cells are marked, what the last move was, and which line ended the game."""
        return " ".join(self._sentences(state, last))

    def draw(self, state: State, last: Action | None, chips: Chips, *, is_over: bool) -> Tile:  # noqa: ARG002 - open cells do not stand out
        """Draw the marks, the last one outlined, or the line that ended the game."""
        names, marks, looks = self._cell_names, self._game.cells(state), self._looks(state, last)
        labels = self._labels(chips)
        cells = [
            Cell(name, marks[cell], looks[cell], labels.get(cell, ())) for cell, name in enumerate(names)
        ]
        return grids.drawn(self._game.columns, cells, self.sides and self.sides[state.to_move])

    def _cell(self, action: Action) -> int:
        """Return the cell that an action marks."""
        return action

    def _mark(self, action: Action) -> str:  # noqa: ARG002 - there is no choice
        """Return which mark an action places, if there is a choice."""
        return ""

    def _keys(self, state: State, names: Sequence[str], actions: Sequence[Action]) -> list[list[Key]]:
        """Return the cells with the actions that they play, and the names that they have while empty."""
        legal, marks = state.actions(), self._game.cells(state)
        keys = [
            Key(
                action=actions[cell],
                label=names[cell] if mark is None else _MARKS[mark],
                tint=tint,
                is_open=actions[cell] in legal,
            )
            for cell, (mark, tint) in enumerate(zip(marks, self._tints(state, marks), strict=True))
        ]
        columns = self._game.columns
        return [keys[start : start + columns] for start in range(0, len(keys), columns)]

    def _tints(self, state: State, marks: Sequence[int | None]) -> list[Tint]:
        if decisive := self._game.decisive(state):
            ending = _ending(state, Tint.WON, Tint.LOST)
            return [ending if cell in decisive else Tint.PLAIN for cell in range(len(marks))]
        return [Tint.PLAIN if mark is None else _TINTS[mark] for mark in marks]

    def _looks(self, state: State, last: Action | None) -> list[Look]:
        cells = range(len(self._cell_names))
        if decisive := self._game.decisive(state):
            ending = _ending(state, Look.WON, Look.LOST)
            return [ending if cell in decisive else Look.BESIDES for cell in cells]
        marked = None if last is None else self._cell(last)
        return [Look.LAST if cell == marked else Look.PLAIN for cell in cells]

    def _labels(self, chips: Chips) -> dict[int, tuple[tuple[str, Chip], ...]]:
        """Return the chips of each cell, with the marks that they are about if there is a choice."""
        labels: dict[int, tuple[tuple[str, Chip], ...]] = {}
        for action, chip in sorted(chips):
            cell = self._cell(action)
            labels[cell] = (*labels.get(cell, ()), (self._mark(action), chip))
        return labels

    def _sentences(self, state: State, last: Action | None) -> Iterator[str]:
        marks = self._game.cells(state)
        where = [
            ENGLISH.listed(self._named(cell for cell, mark in enumerate(marks) if mark == one))
            for one in (0, 1)
        ]
        told = [f"{mark} on {names}" for mark, names in zip(_MARKS, where, strict=True) if names]
        yield f"{', '.join(told) or 'The board is empty'}."
        if last is not None:
            yield f"The last move was {self._names[last]}."
        if decisive := self._game.decisive(state):
            line = ENGLISH.listed(self._named(decisive))
            yield f"{line} make a line, which {_ending(state, 'wins', 'loses')}."

    def _named(self, cells: Iterable[int]) -> list[str]:
        return [self._cell_names[cell] for cell in cells]


class WildCells(Cells):
    """A grid on which every move chooses one of two marks that nobody owns: twice the cell, plus the mark."""

    sides = side_names = None
    marks = _MARKS
    faults: ClassVar[Mapping[Fault, str]] = {
        **Cells.faults,
        MarkFault.MISSING: template("“{name}” says no mark; add x or o, as in {name}x."),
    }

    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:
        """Return a button for each cell, an empty one labelled with its move, or with its name alone."""
        actions = range(mark or 0, len(self._names), len(_MARKS))
        names = self._cell_names if mark is None else [self._names[action] for action in actions]
        return self._keys(state, names, actions)

    def _cell(self, action: Action) -> int:
        return action // len(_MARKS)

    def _mark(self, action: Action) -> str:
        return _MARKS[action % len(_MARKS)]


def _ending(state: State, won: _T, lost: _T) -> _T:
    """Return the first if whoever completed the line has won by it, the second if that lost the game."""
    return lost if state.utility > 0 else won


def _names_of_actions(game: Grid) -> list[str]:
    start = game.initial()
    return [game.name_of(start, action) for action in start.actions()]
