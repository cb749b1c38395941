"""Connect Four: a picture of the discs, and a button for each column."""

from collections.abc import Sequence
from functools import cache

from PIL import Image

from bot.rendering.chips import draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.overlays import Spot
from bot.rendering.pictures import WIDTH, Brush, Palette, Tile
from bot.words.advice import find_cells
from engine import Action, Analysis, State
from engine.rules.connect_four import ConnectFour

_ROWS, _COLUMNS = 6, 7

_SIDE, _HEAD, _EDGE = 86, 54, 11  # pixels: a cell, the numbers above, the board's edge
_MARGIN = 2  # around a chip in its cell
_CHIP = _SIDE - 2 * _MARGIN
_HEIGHT = _HEAD + _ROWS * _SIDE + _EDGE

_BOARD, _HOLE, _SHADOW = "#2450b8", "#122a63", "#1a3d92"
_NUMBER, _EMPHASIS = "#dbe6ff", "#ffffff"
_BRIGHT = (("#e5333f", "#b81c2b", "#ff8a8f"), ("#ffce1f", "#d79a00", "#8a5a00"))  # disc, rim and emblem
_FADED = (("#923a5c", "#783054", "#b0708c"), ("#a8934e", "#8c7c4a", "#6a5c35"))


class ConnectFourView(GameView, of=ConnectFour):
    """The board of Connect Four: an action is a column, to the bottom of which a disc falls."""

    game: ConnectFour

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:  # noqa: ARG002 - there is one page
        """Return the columns in two rows, because a row holds five buttons at most."""
        legal = state.actions()
        keys = [Key(column, str(column + 1), is_open=column in legal) for column in range(_COLUMNS)]
        return [keys[:4], keys[4:]]

    def draw(self, scene: Scene) -> Tile:
        """Draw the discs, the last one or the decisive four outlined, and chips where discs would fall."""
        _, state, last, chips, _ = scene
        cells, palette = self.game.cells(state), _palette()
        empty = [cells[column::_COLUMNS].count(None) for column in range(_COLUMNS)]
        fallen = None if last is None else empty[last.action] * _COLUMNS + last.action
        board = _draw_holes(cells, fallen, self.game.decisive(state))
        for column, chip in chips:
            left, top = _EDGE + column * _SIDE, _HEAD + (empty[column] - 1) * _SIDE
            tile = palette.draw_cached(draw_chip, chip, (_CHIP, _CHIP), _BOARD)
            board.paste(tile, (left + _MARGIN, top + _MARGIN))
        return self.add_legend(scene, board, palette, _BOARD)

    def locate_cell(self, cell: int) -> Spot:
        """Return where a cell is in the picture."""
        row, column = divmod(cell, _COLUMNS)
        return Spot(_EDGE + (column + 0.5) * _SIDE, _HEAD + (row + 0.5) * _SIDE, 0.4 * _SIDE)

    def list_rings(self, analysis: Analysis) -> tuple[int, ...]:
        """Return the cells that the advice names by rows and columns, but none in which a chip is."""
        chips = {self._find_landing(analysis.state, column) for column in analysis.state.actions()}
        return tuple(cell for cell in find_cells(analysis) if cell not in chips)

    def _find_landing(self, state: State, column: int) -> int:
        """Return the cell to which a disc would fall."""
        return (self.game.cells(state)[column::_COLUMNS].count(None) - 1) * _COLUMNS + column

    def locate_action(self, state: State, action: Action) -> Spot:
        """Return where a disc would fall to in a column."""
        return self.locate_cell(self._find_landing(state, action))


def _draw_holes(cells: Sequence[int | None], last: int | None, decisive: Sequence[int]) -> Tile:
    """Draw the cells row by row from the top left, the last one taken and those that decided the game."""
    palette = _palette()
    board = palette.make_blank((WIDTH, _HEIGHT), _BOARD)
    for column in range(_COLUMNS):
        board.paste(palette.draw(_draw_number, column), (_EDGE + column * _SIDE, 0))
    for cell, owner in enumerate(cells):
        row, column = divmod(cell, _COLUMNS)
        is_faded = bool(decisive) and cell not in decisive
        is_outlined = cell in (decisive or (last,))
        tile = palette.draw(_draw_hole, owner, is_outlined=is_outlined, is_faded=is_faded)
        board.paste(tile, (_EDGE + column * _SIDE, _HEAD + row * _SIDE))
    return board


def _draw_number(column: int) -> Image.Image:
    brush = Brush(_SIDE, _HEAD, _BOARD)
    brush.draw_text(_SIDE / 2, _HEAD / 2 + 3, str(column + 1), 40, _NUMBER)
    return brush.finish()


def _draw_hole(owner: int | None, *, is_outlined: bool = False, is_faded: bool = False) -> Image.Image:
    """Draw a hole of the board, and a disc in it that is told by its emblem as well as by its colour."""
    brush, middle = Brush(_SIDE, _SIDE, _BOARD), _SIDE / 2
    brush.draw_disc(middle, middle, 40, _SHADOW)
    brush.draw_disc(middle, middle + 1, 38, _HOLE)
    if owner is None:
        return brush.finish()
    disc, rim, emblem = (_FADED if is_faded else _BRIGHT)[owner]
    brush.draw_disc(middle, middle, 37, rim)
    brush.draw_disc(middle, middle, 31, disc)
    if owner:
        brush.draw_ring(middle, middle, 18, 6.5, emblem)
    else:
        brush.draw_cross(middle, middle, 12, 7, emblem)
    if is_outlined:
        brush.draw_ring(middle, middle, 40, 5, _EMPHASIS)
    return brush.finish()


@cache
def _palette() -> Palette:
    number = Brush(_SIDE, _SIDE, _BOARD)
    number.draw_text(_SIDE / 2, _SIDE / 2, "8", 60, _NUMBER)
    outlined = (_draw_hole(owner, is_outlined=True) for owner in (0, 1))
    faded = (_draw_hole(owner, is_faded=True) for owner in (0, 1))
    return Palette([number.finish(), _draw_hole(None), *outlined, *faded, *sample_chips(_BOARD)])
