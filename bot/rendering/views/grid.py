"""Grids of marks whose cells are buttons, for the views of the games that are played on them."""

from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

from PIL import Image

from bot.models import Move
from bot.rendering import grids
from bot.rendering.chips import Chip, Chips
from bot.rendering.game_view import GameView, Key, Scene, Tint
from bot.rendering.grids import Cell, Look
from bot.rendering.overlays import Spot
from bot.rendering.pictures import Palette, Tile
from bot.words.games.grid import MARKS, GridWords
from engine import Action, State
from engine.rules.in_a_row import InARow
from engine.rules.wild import Wild

_T = TypeVar("_T")

_TINTS = (Tint.FIRST, Tint.SECOND)
_MOST_COLUMNS = 4  # of a board that can be read when it is small


class GridView(GameView, of=InARow):
    """A grid of marks, in which each cell is a button, and an action is a cell unless marks are chosen."""

    is_shown_by_keys = True
    game: InARow
    words: GridWords

    def draw(self, scene: Scene) -> Tile:
        """Draw the marks, the last one outlined, or the line that ended the game."""
        language, state, last, chips, _ = scene
        names, marks, looks = self.words.cell_names, self.game.cells(state), self._choose_looks(state, last)
        labels = self._label_cells(chips)
        cells = [
            Cell(name, marks[cell], looks[cell], labels.get(cell, ())) for cell, name in enumerate(names)
        ]
        return grids.draw_grid(
            language, self.game.columns, cells, self.words.name_side(language, state.to_move)
        )

    def locate_cell(self, cell: int) -> Spot:
        """Return where a cell is in the picture."""
        return grids.locate_cell(self.game.columns, cell)

    def locate_action(self, state: State, action: Action) -> Spot:  # noqa: ARG002 - an action is a cell
        """Return where the cell of an action is."""
        return self.locate_cell(self._locate(action))

    def draw_small(self, state: State, palette: Palette) -> Tile | None:
        """Draw the marks and the line that ended the game, unless there are too many columns."""
        if self.game.columns > _MOST_COLUMNS:
            return None
        return grids.draw_small(self.game.columns, self.game.cells(state), self.game.decisive(state), palette)

    def sample_small(self) -> list[Image.Image]:
        """Return cells."""
        return grids.sample_small() if self.game.columns <= _MOST_COLUMNS else []

    def _locate(self, action: Action) -> int:
        """Return the cell that an action marks."""
        return action

    def _name_mark(self, action: Action) -> str:  # noqa: ARG002 - there is no choice
        """Return which mark an action places, if there is a choice."""
        return ""

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:  # noqa: ARG002 - there is one page
        """Return a button for each cell, an empty one labelled with its name."""
        return self._list_cell_keys(state, self.words.move_names, range(len(self.words.move_names)))

    def _list_cell_keys(
        self, state: State, names: Sequence[str], actions: Sequence[Action]
    ) -> list[list[Key]]:
        """Return the cells with the actions that they play, and the names that they have while empty."""
        legal, marks = state.actions(), self.game.cells(state)
        keys = [
            Key(
                action=actions[cell],
                label=names[cell] if mark is None else MARKS[mark],
                tint=tint,
                is_open=actions[cell] in legal,
            )
            for cell, (mark, tint) in enumerate(zip(marks, self._tint(state, marks), strict=True))
        ]
        columns = self.game.columns
        return [keys[start : start + columns] for start in range(0, len(keys), columns)]

    def _tint(self, state: State, marks: Sequence[int | None]) -> list[Tint]:
        if decisive := self.game.decisive(state):
            ending = _choose_by_ending(state, Tint.WON, Tint.LOST)
            return [ending if cell in decisive else Tint.PLAIN for cell in range(len(marks))]
        return [Tint.PLAIN if mark is None else _TINTS[mark] for mark in marks]

    def _choose_looks(self, state: State, last: Move | None) -> list[Look]:
        cells = range(len(self.words.cell_names))
        if decisive := self.game.decisive(state):
            ending = _choose_by_ending(state, Look.WON, Look.LOST)
            return [ending if cell in decisive else Look.BESIDES for cell in cells]
        marked = None if last is None else self._locate(last.action)
        return [Look.LAST if cell == marked else Look.PLAIN for cell in cells]

    def _label_cells(self, chips: Chips) -> dict[int, tuple[tuple[str, Chip], ...]]:
        """Return the chips of each cell, with the marks that they are about if there is a choice."""
        labels: dict[int, tuple[tuple[str, Chip], ...]] = {}
        for action, chip in sorted(chips):
            cell = self._locate(action)
            labels[cell] = (*labels.get(cell, ()), (self._name_mark(action), chip))
        return labels


def _choose_by_ending(state: State, won: _T, lost: _T) -> _T:
    """Return the first if the player who completed the line has won by it, the second if they lost by it."""
    return lost if state.utility > 0 else won


class WildView(GridView, of=Wild):
    """A grid on which an action is twice the cell, plus the mark."""

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:
        """Return a button for each mark in each cell; where no player can move, one for each cell."""
        names, marks = self.words.move_names, len(MARKS)
        if page is None:
            return self._list_cell_keys(state, self.words.cell_names, range(0, len(names), marks))
        sets = (range(mark, len(names), marks) for mark in range(marks))
        keys = (self._list_cell_keys(state, names[each.start :: marks], each) for each in sets)
        return list(chain.from_iterable(keys))

    def _locate(self, action: Action) -> int:
        return action // len(MARKS)

    def _name_mark(self, action: Action) -> str:
        return MARKS[action % len(MARKS)]
