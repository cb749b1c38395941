"""Boards whose cells are buttons and whose marks are letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bot.rendering.face import Face, Key
from bot.rendering.pictures import Brush
from bot.rendering.worths import listed
from engine.games.grid import cell_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rendering.chips import Chips
    from bot.rendering.pictures import Tile
    from engine import Action, Grid, State

_T = TypeVar("_T")

_MARKS = ("X", "O")


class Cells(Face):
    """A grid on which each player has a mark of their own, and an action is a cell."""

    sides: tuple[str, str] | None = _MARKS
    is_shown_by_keys = True

    def __init__(self, game: Grid) -> None:
        self._game = game
        self._names = _names_of_actions(game)
        self._cell_names = cell_names(game.rows, game.columns)

    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:  # noqa: ARG002 - there is no choice
        """Return a button for each cell, an empty one labelled with its name."""
        return self._keys(state, self._names, range(len(self._names)))

    def text(self, state: State, last: Action | None = None) -> str:  # noqa: ARG002 - wip
        """Say which cells are marked."""
        cells, names = self._game.cells(state), self._cell_names
        marked = [
            f"{mark} on {listed([name for name, owner in zip(names, cells, strict=True) if owner == number])}"
            for number, mark in enumerate(_MARKS)
            if number in cells
        ]
        return f"{', '.join(marked) or 'The board is empty'}."

    def draw(self, state: State, last: Action | None, chips: Chips, *, is_over: bool) -> Tile:  # noqa: ARG002 - wip
        """Draw the marks."""
        return Brush(100, 100, "#202430").finished().quantize()

    def _keys(self, state: State, names: Sequence[str], actions: Sequence[Action]) -> list[list[Key]]:
        """Return the cells with the actions that they play, and the names that they have while empty."""
        legal, decisive = state.actions(), self._game.decisive(state)
        keys = [
            Key(
                action=actions[cell],
                label=names[cell] if owner is None else _MARKS[owner],
                owner=owner,
                is_open=actions[cell] in legal,
                is_decisive=cell in decisive,
            )
            for cell, owner in enumerate(self._game.cells(state))
        ]
        return self._in_rows(keys)

    def _in_rows(self, cells: list[_T]) -> list[list[_T]]:
        columns = self._game.columns
        return [cells[start : start + columns] for start in range(0, len(cells), columns)]


class WildCells(Cells):
    """A grid on which every move chooses one of two marks that nobody owns: twice the cell, plus the mark."""

    sides = None
    marks = _MARKS

    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:
        """Return a button for each cell, an empty one labelled with its move, or with its name alone."""
        actions = range(mark or 0, len(self._names), 2)
        names = [self._names[action] for action in actions]
        if mark is None:
            names = [name[:-1] for name in names]
        return self._keys(state, names, actions)


def _names_of_actions(game: Grid) -> list[str]:
    start = game.initial()
    return [game.name_of(start, action) for action in start.actions()]
