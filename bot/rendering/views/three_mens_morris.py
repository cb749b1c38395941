"""Three men's morris: a picture of the points, lines and men, and a button for each move."""

from collections.abc import Collection
from functools import cache
from itertools import groupby

from PIL import Image

from bot.rendering.chips import draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene, Tint
from bot.rendering.overlays import Spot
from bot.rendering.pictures import SMALL, WIDTH, Brush, Palette, Place, Tile
from bot.words.games.grid import MARKS
from engine import Action, State
from engine.rules.three_mens_morris import LINES, NAMES, SIDE, Morris, read_action

_EDGE, _PITCH, _FALL = 68, 244, 200  # pixels: around the points, from point to point across and down
_HEIGHT = 2 * (_EDGE + _FALL)
_TILE = 132  # a point with what is on it
_CHIPS = ((132, 90), (112, 60))  # on a point, and on the line along which a man would go
_TRACK = 9  # how thick lines are

_BOARD, _LINE, _POINT, _LABEL, _EMPHASIS = "#1b2130", "#566586", "#333f58", "#cdd8ea", "#ffffff"
_MEN = (("#1c5d94", "#a8dbff"), ("#9a5a10", "#ffdcae"))  # a man, and the mark on him
_FADED = (("#2b4259", "#6c8aa1"), ("#5a4526", "#a08c6c"))
_TINTS = (Tint.FIRST, Tint.SECOND)


class MorrisView(GameView, of=Morris):
    """The board of three men's morris: a button for each point and, once men are placed, for each move."""

    game: Morris

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:  # noqa: ARG002 - there is one page
        """Return the points while men are placed, then a row for each man that can move."""
        legal = state.actions()
        if self.game.is_placed(state.position) and legal:
            rows = groupby(legal, key=lambda action: read_action(action)[0])
            return [[Key(action, NAMES[action]) for action in row] for _, row in rows]
        keys = [self._make_key(state, point, owner) for point, owner in enumerate(self.game.cells(state))]
        return [keys[start : start + SIDE] for start in range(0, len(keys), SIDE)]

    def _make_key(self, state: State, point: int, owner: int | None) -> Key:
        """Return the button of a point, which says whose man is there, and whether he won the game."""
        if owner is None:
            return Key(point, NAMES[point], is_open=point in state.actions())
        tint = Tint.WON if point in (row := self.game.decisive(state)) else _TINTS[owner]
        return Key(point, MARKS[owner], tint if not row or tint is Tint.WON else Tint.PLAIN, is_open=False)

    def draw(self, scene: Scene) -> Tile:
        """Draw the men, the one that moved last outlined, or the row that won, and chips where men can go."""
        _, state, last, chips, _ = scene
        board, row = _palette().draw(_draw_empty_board).copy(), self.game.decisive(state)
        start, end = (None, None) if last is None else read_action(last.action)
        outlined = row or (start, end)
        for point, owner in enumerate(self.game.cells(state)):
            looks = {"is_outlined": point in outlined, "is_faded": bool(row) and point not in row}
            tile = _palette().draw(_draw_point, point, owner, **looks)
            _paste(board, tile, _locate_point(point))
        for action, chip in chips:
            is_along = read_action(action)[0] is not None  # a line, which no other man can go along
            place, size, name = _locate_chip(action), _CHIPS[is_along], "" if is_along else NAMES[action]
            _paste(board, _palette().draw_cached(draw_chip, chip, size, _BOARD, name), place)
        return self.add_legend(scene, board, _palette(), _BOARD)

    def draw_small(self, state: State, palette: Palette) -> Tile:
        """Draw the lines and the men, the row that won in its own colours."""
        return palette.make_tile(_draw_small_board(self.game.cells(state), self.game.decisive(state)))

    def sample_small(self) -> list[Image.Image]:
        """Return boards with men of both players, in their own colours and faded."""
        return [_draw_small_board((0, 1, *(None,) * 7), won) for won in ((), (2,))]

    def locate_cell(self, cell: int) -> Spot:
        """Return where a point is in the picture."""
        return Spot(*_locate_point(cell), 0.47 * _TILE)

    def locate_action(self, state: State, action: Action) -> Spot:  # noqa: ARG002 - points stay where they are
        """Return where the point is to which an action leads."""
        return self.locate_cell(read_action(action)[1])

    def trace(self, state: State, action: Action) -> tuple[Spot, Spot] | None:  # noqa: ARG002 - points stay where they are
        """Return from which point to which a man goes, None where he is placed."""
        start, end = read_action(action)
        return None if start is None else (self.locate_cell(start), self.locate_cell(end))


def _locate_point(point: int) -> Place:
    """Return where the middle of a point is."""
    row, column = divmod(point, SIDE)
    return _EDGE + column * _PITCH, _EDGE + row * _FALL


def _locate_chip(action: Action) -> Place:
    """Return where the chip of an action is: on its point, or halfway along its line."""
    start, end = read_action(action)
    (x, y), (left, top) = _locate_point(end), _locate_point(end if start is None else start)
    return (x + left) / 2, (y + top) / 2


def _paste(board: Tile, tile: Tile, middle: Place) -> None:
    board.paste(tile, (round(middle[0] - tile.width / 2), round(middle[1] - tile.height / 2)))


def _draw_lines(brush: Brush, away: Place = (0, 0)) -> None:
    """Draw all lines of the board, moved by so much."""
    for first, _, last in LINES:
        start, end = ((x - away[0], y - away[1]) for x, y in (_locate_point(first), _locate_point(last)))
        brush.draw_line(start, end, _TRACK, _LINE)


def _draw_empty_board() -> Image.Image:
    brush = Brush(WIDTH, _HEIGHT, _BOARD)
    _draw_lines(brush)
    return brush.finish()


def _draw_point(
    point: int, owner: int | None, *, is_outlined: bool = False, is_faded: bool = False
) -> Image.Image:
    """Draw a point with its lines and its name, and the man on it, who is told by his mark and his colour."""
    brush, middle, (x, y) = Brush(_TILE, _TILE, _BOARD), _TILE / 2, _locate_point(point)
    _draw_lines(brush, (x - middle, y - middle))
    if owner is None:
        brush.draw_disc(middle, middle, 31, _EMPHASIS if is_outlined else _LINE)
        brush.draw_disc(middle, middle, 27, _POINT)
        brush.draw_text(middle, middle, NAMES[point], 30, _LABEL)
        return brush.finish()
    ground, ink = (_FADED if is_faded else _MEN)[owner]
    brush.draw_disc(middle, middle, 62, _EMPHASIS if is_outlined else ink)
    brush.draw_disc(middle, middle, 56, ground)
    _draw_mark(brush, (middle, middle - 14), 19, owner, ink)
    brush.draw_text(middle, middle + 32, NAMES[point], 27, ink)
    return brush.finish()


def _draw_mark(brush: Brush, middle: Place, reach: float, owner: int, ink: str) -> None:
    (x, y), width = middle, 0.45 * reach
    if owner:
        brush.draw_ring(x, y, 1.2 * reach, width, ink)
    else:
        brush.draw_cross(x, y, reach, width, ink)


@cache
def _draw_small_board(cells: tuple[int | None, ...], row: Collection[int]) -> Image.Image:
    brush = Brush(SMALL, SMALL, _BOARD)
    places = [(SMALL * x / WIDTH, SMALL * y / _HEIGHT) for x, y in map(_locate_point, range(len(cells)))]
    for first, _, last in LINES:
        brush.draw_line(places[first], places[last], 1.5, _LINE)
    for point, owner in enumerate(cells):
        if owner is not None:
            ground, ink = (_FADED if row and point not in row else _MEN)[owner]
            brush.draw_disc(*places[point], 8, ground)
            _draw_mark(brush, places[point], 4, owner, ink)
    return brush.finish()


@cache
def _palette() -> Palette:
    men = (_draw_point(4, owner, is_faded=is_faded) for owner in (0, 1) for is_faded in (False, True))
    outlined = (_draw_point(4, owner, is_outlined=True) for owner in (None, 0, 1))
    return Palette([_draw_point(0, None), *men, *outlined, *sample_chips(_BOARD)])
