"""Dots and boxes: a picture of the dots, lines and boxes, and a button for each line that is open."""

from functools import cache

from PIL import Image

from bot.rendering.chips import draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.overlays import Spot
from bot.rendering.pictures import Brush, Palette, Tile
from engine import Action, State
from engine.rules.dots_and_boxes import DotsAndBoxes

_PITCH, _DOT, _EDGE, _SCORE = 180, 46, 30, 64  # pixels: between dots, a dot, around the board, the score
_SIDE = _PITCH - _DOT  # a box, and a line between two dots
_CHIP = (104, 72)
_KEYS = 5  # in a row

_BOARD, _TRACK, _LETTER, _INK = "#1b2130", "#3d4a68", "#e6edf8", "#f6f8fc"
_DRAWN, _LAST = "#f6f8fc", "#ffd24a"
_OWNED = (("#1c5d94", "#a8dbff"), ("#9a5a10", "#ffdcae"))  # the ground of a box, and the mark in it


class BoxView(GameView, of=DotsAndBoxes):
    """The board of dots and boxes: an action is a line, which has a letter until it is drawn."""

    game: DotsAndBoxes

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:  # noqa: ARG002 - there is one page
        """Return the open lines, five in a row: with all of them a message has no room to spare."""
        keys = [Key(line, self.game.names[line]) for line in state.actions()]
        return [keys[start : start + _KEYS] for start in range(0, len(keys), _KEYS)]

    def draw(self, scene: Scene) -> Tile:
        """Draw the lines, the last one in its own colour, whose the boxes are, and chips on open lines."""
        _, state, last, chips, _ = scene
        width, height = (2 * _EDGE + _DOT + _PITCH * count for count in (self.game.columns, self.game.rows))
        board = _palette().make_blank((width, height + _SCORE), _BOARD)
        self._put_boxes(board, state)
        for line in range(self.game.lines):
            self._put_line(board, state, line, is_last=last is not None and line == last.action)
        self._put_score(board, state, width)
        for line, chip in chips:
            tile = _palette().draw_cached(draw_chip, chip, _CHIP, _BOARD, self.game.names[line])
            x, y = self._middle(line)
            board.paste(tile, (round(x - _CHIP[0] / 2), round(y - _CHIP[1] / 2)))
        return self.add_legend(scene, board, _palette(), _BOARD)

    def locate_action(self, state: State, action: Action) -> Spot:  # noqa: ARG002 - lines stay where they are
        """Return where a line is in the picture."""
        return Spot(*self._middle(action), 0.5 * _DOT)

    def _put_boxes(self, board: Tile, state: State) -> None:
        for box, owner in enumerate(self.game.owners(state)):
            if owner is not None:
                row, column = divmod(box, self.game.columns)
                place = _EDGE + _DOT + column * _PITCH, _EDGE + _DOT + row * _PITCH
                board.paste(_palette().draw(_draw_box, owner, _SIDE), place)

    def _put_line(self, board: Tile, state: State, line: Action, *, is_last: bool) -> None:
        """Put a line on the board, or the letter where it is open, and the dots at its ends."""
        (row, column), (below, right) = self.game.ends_of(line)
        is_drawn = self.game.drawn(state.position) >> line & 1
        name = "" if is_drawn else self.game.names[line]
        left, top = _EDGE + column * _PITCH, _EDGE + row * _PITCH
        is_across = row == below
        tile = _palette().draw(_draw_line, name, is_across=is_across, is_last=is_last)
        board.paste(tile, (left + _DOT, top) if is_across else (left, top + _DOT))
        for down, along in ((row, column), (below, right)):
            board.paste(_palette().draw(_draw_dot), (_EDGE + along * _PITCH, _EDGE + down * _PITCH))

    def _put_score(self, board: Tile, state: State, width: int) -> None:
        """Put how many boxes each player has below the board."""
        for player, number in enumerate(self.game.scores(state.position)):
            tile = _palette().draw(_draw_score, player, number)
            board.paste(tile, (width // 4 + player * width // 2 - tile.width // 2, board.height - _SCORE))

    def _middle(self, line: Action) -> tuple[float, float]:
        (row, column), (below, right) = self.game.ends_of(line)
        start = _EDGE + _DOT / 2
        return start + (column + right) / 2 * _PITCH, start + (row + below) / 2 * _PITCH


def _draw_box(owner: int, side: int) -> Image.Image:
    """Draw a box, whose owner is told by the mark as well as by the colour."""
    ground, mark = _OWNED[owner]
    brush, middle, reach = Brush(side, side, _BOARD), side / 2, 0.2 * side
    brush.draw_box((0, 0), (side - 1, side - 1), 0.08 * side, ground)
    if owner:
        brush.draw_ring(middle, middle, 1.3 * reach, 0.1 * side, mark)
    else:
        brush.draw_cross(middle, middle, reach, 0.1 * side, mark)
    return brush.finish()


def _draw_line(name: str, *, is_across: bool, is_last: bool = False) -> Image.Image:
    width, height = (_SIDE, _DOT) if is_across else (_DOT, _SIDE)
    brush, thick = Brush(width, height, _BOARD), 6 if name else 16
    x, y = width / 2, height / 2
    colour = _TRACK if name else _LAST if is_last else _DRAWN
    half = (x, thick / 2) if is_across else (thick / 2, y)
    brush.draw_box((x - half[0], y - half[1]), (x + half[0], y + half[1]), 0, colour)
    if name:
        brush.draw_disc(x, y, _DOT / 2, _TRACK)
        brush.draw_text(x, y, name, 36, _LETTER)
    return brush.finish()


def _draw_dot() -> Image.Image:
    brush = Brush(_DOT, _DOT, _BOARD)
    brush.draw_disc(_DOT / 2, _DOT / 2, 0.36 * _DOT, _INK)
    return brush.finish()


def _draw_score(player: int, number: int) -> Image.Image:
    brush, side = Brush(120, _SCORE, _BOARD), _DOT
    brush.draw_text(84, side / 2, str(number), 42, _INK)
    sheet = brush.finish()
    sheet.paste(_draw_box(player, side), (4, 0))
    return sheet


@cache
def _palette() -> Palette:
    lines = (
        _draw_line(name, is_across=True, is_last=is_last) for name in ("", "m") for is_last in (False, True)
    )
    return Palette([*(_draw_box(owner, 80) for owner in (0, 1)), *lines, _draw_dot(), *sample_chips(_BOARD)])
