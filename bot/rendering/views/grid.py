"""Grids of marks whose cells are buttons, for the views of the games that are played on them."""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from itertools import chain, product
from typing import NamedTuple, TypeVar

from PIL import Image

from bot.models import Move
from bot.rendering.chips import Chip, Chips, draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene, Tint
from bot.rendering.lettering import DOWN, UP, write_line
from bot.rendering.overlays import Spot
from bot.rendering.pictures import SMALL, WIDTH, Brush, Palette, Tile, measure_text
from bot.words.games.grid import MARKS, GridWords
from engine import Action, State
from engine.rules.in_a_row import InARow
from engine.rules.wild import Wild

_T = TypeVar("_T")

_TINTS = (Tint.FIRST, Tint.SECOND)
_MOST_COLUMNS = 4  # of a board that can be read when it is small
_EDGE, _GAP = 10, 8  # pixels: around the board, between cells
_NAME, _MARGIN, _TALLEST = 36, 8, 110  # the name of an empty cell, around a chip, a chip
_LETTER = 29
_BOARD, _CELL, _LABEL, _EMPHASIS = "#1b2130", "#333f58", "#cdd8ea", "#ffffff"
_BRIGHT, _FADED = ("#66bdf8", "#f7aa45"), ("#587590", "#8a7352")  # crosses and rings
_WON, _LOST = "#0b6b4f", "#8f2d10"
_DECISIVE = "#6d7fa6"  # in a small drawing


class Look(Enum):
    """How a cell stands out: its ground, the colours of marks, its outline, and a shape in its corner."""

    PLAIN = (_CELL, _BRIGHT, _CELL, "")
    LAST = (_CELL, _BRIGHT, _EMPHASIS, "")
    WON = (_WON, _BRIGHT, _EMPHASIS, UP)
    LOST = (_LOST, _BRIGHT, _EMPHASIS, DOWN)
    BESIDES = (_CELL, _FADED, _CELL, "")


class Cell(NamedTuple):
    """What there is to see of one cell: a mark (0 a cross, 1 a ring), or what the moves there are worth."""

    name: str
    mark: int | None
    look: Look = Look.PLAIN
    labels: tuple[tuple[str, Chip], ...] = ()


class GridView(GameView, of=InARow):
    """A grid of marks, in which each cell is a button, and an action is a cell unless marks are chosen."""

    is_shown_by_keys = True
    game: InARow
    words: GridWords

    def draw(self, scene: Scene) -> Tile:
        """Draw the marks, the last one outlined, or the line that ended the game."""
        _, state, last, chips, _ = scene
        names, marks, looks = self.words.cell_names, self.game.cells(state), self._choose_looks(state, last)
        labels = self._label_cells(chips)
        cells = [
            Cell(name, marks[cell], looks[cell], labels.get(cell, ())) for cell, name in enumerate(names)
        ]
        return self.add_legend(scene, _draw_grid(self.game.columns, cells), _palette(), _BOARD)

    def locate_cell(self, cell: int) -> Spot:
        """Return where a cell is in the picture."""
        pitch = _find_pitch(self.game.columns)
        (row, column), side = divmod(cell, self.game.columns), pitch - _GAP
        return Spot(_EDGE + column * pitch + side / 2, _EDGE + row * pitch + side / 2, 0.3 * side)

    def locate_action(self, state: State, action: Action) -> Spot:  # noqa: ARG002 - an action is a cell
        """Return where the cell of an action is."""
        return self.locate_cell(self._locate(action))

    def draw_small(self, state: State, palette: Palette) -> Tile | None:
        """Draw the marks and the line that ended the game, unless there are too many columns."""
        if self.game.columns > _MOST_COLUMNS:
            return None
        board, side = palette.make_blank((SMALL, SMALL), _BOARD), SMALL // self.game.columns
        decisive = self.game.decisive(state)
        for cell, mark in enumerate(self.game.cells(state)):
            row, column = divmod(cell, self.game.columns)
            tile = palette.draw(_draw_small_cell, side, mark, is_decisive=cell in decisive)
            board.paste(tile, (column * side, row * side))
        return board

    def sample_small(self) -> list[Image.Image]:
        """Return cells."""
        if self.game.columns > _MOST_COLUMNS:
            return []
        looks = product((None, 0, 1), (False, True))
        return [_draw_small_cell(28, mark, is_decisive=is_decisive) for mark, is_decisive in looks]

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


def _draw_grid(columns: int, cells: Sequence[Cell]) -> Tile:
    """Draw a grid, cell by cell from the top left."""
    pitch = _find_pitch(columns)
    height = 2 * _EDGE + len(cells) // columns * pitch - _GAP
    board = _palette().make_blank((WIDTH, height), _BOARD)
    for number, cell in enumerate(cells):
        row, column = divmod(number, columns)
        _put_cell(board, cell, pitch - _GAP, _EDGE + column * pitch, _EDGE + row * pitch)
    return board


def _find_pitch(columns: int) -> int:
    return (WIDTH - 2 * _EDGE + _GAP) // columns


def _put_cell(board: Tile, cell: Cell, side: int, left: int, top: int) -> None:
    """Put a cell on the board, with its labels one below the other."""
    name = cell.name if cell.mark is None else ""
    board.paste(_palette().draw(_draw_marked_cell, side, name, cell.mark, cell.look), (left, top))
    if cell.labels:
        room = (side - _NAME - _MARGIN // 2) // len(cell.labels)
        height = min(room - _MARGIN // 2, _TALLEST)
        for place, (name, chip) in enumerate(cell.labels):
            y = top + _NAME + place * room + (room - height) // 2
            tile = _palette().draw_cached(draw_chip, chip, (side - 2 * _MARGIN, height), _CELL, name)
            board.paste(tile, (left + _MARGIN, y))


def _draw_marked_cell(side: int, name: str, mark: int | None, look: Look) -> Image.Image:
    ground, inks, outline, corner = look.value
    brush, middle, reach = Brush(side, side, _BOARD), side / 2, 0.24 * side
    brush.draw_box((0, 0), (side - 1, side - 1), 14, outline)
    brush.draw_box((6, 6), (side - 7, side - 7), 9, ground)
    if corner:
        write_line(brush, (22, 22), 26, [corner], _EMPHASIS)
    if mark == 0:
        brush.draw_cross(middle, middle, reach, 0.12 * side, inks[0])
    elif mark == 1:
        brush.draw_ring(middle, middle, 1.25 * reach, 0.12 * side, inks[1])
    else:
        brush.draw_text(14 + measure_text(name, _LETTER) / 2, 21, name, _LETTER, _LABEL)
    return brush.finish()


@cache
def _palette() -> Palette:
    marks = (_draw_marked_cell(80, "", mark, look) for mark in (0, 1) for look in Look)
    return Palette([*marks, _draw_marked_cell(80, "a1", None, Look.PLAIN), *sample_chips(_CELL)])


def _draw_small_cell(side: int, mark: int | None, *, is_decisive: bool) -> Image.Image:
    brush, middle, reach, width = Brush(side, side, _BOARD), side / 2, 0.22 * side, 0.14 * side
    brush.draw_box((1, 1), (side - 1.25, side - 1.25), 0, _DECISIVE if is_decisive else _CELL)
    if mark == 0:
        brush.draw_cross(middle, middle, reach, width, _BRIGHT[0])
    elif mark == 1:
        brush.draw_ring(middle, middle, 1.4 * reach, width, _BRIGHT[1])
    return brush.finish()
