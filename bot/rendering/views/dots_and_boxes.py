"""Dots and boxes: a picture of the dots, lines and boxes, and a button for each line that is open."""

from functools import cache

from PIL import Image

from bot.rendering.chips import draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.overlays import Spot
from bot.rendering.pictures import WIDTH, Brush, Palette, Tile
from engine import Action, State
from engine.rules.dots_and_boxes import DotsAndBoxes

_PITCH, _FALL = 188, 136  # pixels: from dot to dot across and down, so that all lines have room on a phone
_DOT, _EDGE, _TOP, _SCORE = 48, 6, 8, 46  # a dot, around the board, the score
_BOX = _PITCH - _DOT, _FALL - _DOT
_CHIP = (120, 66)
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
        height = 2 * _TOP + _DOT + self.game.rows * _FALL + _SCORE
        board = _palette().make_blank((WIDTH, height), _BOARD)
        self._put_boxes(board, state)
        for line in range(self.game.lines):
            self._put_line(board, state, line, is_last=last is not None and line == last.action)
        self._put_score(board, state)
        for line, chip in chips:
            tile = _palette().draw_cached(draw_chip, chip, _CHIP, _BOARD, self.game.names[line])
            x, y = self._middle(line)
            left = min(max(round(x - _CHIP[0] / 2), 0), WIDTH - _CHIP[0])
            board.paste(tile, (left, max(round(y - _CHIP[1] / 2), 0)))
        return self.add_legend(scene, board, _palette(), _BOARD)

    def locate_action(self, state: State, action: Action) -> Spot:  # noqa: ARG002 - lines stay where they are
        """Return where a line is in the picture."""
        return Spot(*self._middle(action), 0.5 * _DOT)

    def _put_boxes(self, board: Tile, state: State) -> None:
        for box, owner in enumerate(self.game.owners(state)):
            if owner is not None:
                left, top = _find_corner(*divmod(box, self.game.columns))
                board.paste(_palette().draw(_draw_box, owner, *_BOX), (left + _DOT, top + _DOT))

    def _put_line(self, board: Tile, state: State, line: Action, *, is_last: bool) -> None:
        """Put a line on the board, or the letter where it is open, and the dots at its ends."""
        (row, column), (below, right) = self.game.ends_of(line)
        is_drawn = self.game.drawn(state.position) >> line & 1
        name = "" if is_drawn else self.game.names[line]
        left, top = _find_corner(row, column)
        is_across = row == below
        tile = _palette().draw(_draw_line, name, is_across=is_across, is_last=is_last)
        board.paste(tile, (left + _DOT, top) if is_across else (left, top + _DOT))
        for down, along in ((row, column), (below, right)):
            board.paste(_palette().draw(_draw_dot), _find_corner(down, along))

    def _put_score(self, board: Tile, state: State) -> None:
        """Put how many boxes each player has below the board."""
        for player, number in enumerate(self.game.scores(state.position)):
            tile = _palette().draw(_draw_score, player, number)
            board.paste(tile, (WIDTH // 4 + player * WIDTH // 2 - tile.width // 2, board.height - _SCORE))

    def _middle(self, line: Action) -> tuple[float, float]:
        (row, column), (below, right) = self.game.ends_of(line)
        (left, top), (end, foot) = _find_corner(row, column), _find_corner(below, right)
        return (left + end + _DOT) / 2, (top + foot + _DOT) / 2


def _find_corner(row: int, column: int) -> tuple[int, int]:
    """Return where the upper left corner of the tile of a dot is."""
    return _EDGE + column * _PITCH, _TOP + row * _FALL


def _draw_box(owner: int, width: int, height: int) -> Image.Image:
    """Draw a box, whose owner is told by the mark as well as by the colour."""
    ground, mark = _OWNED[owner]
    brush, reach, place = Brush(width, height, _BOARD), 0.24 * height, (width / 2, height / 2)
    brush.draw_box((0, 0), (width - 1, height - 1), 0.08 * width, ground)
    if owner:
        brush.draw_ring(*place, 1.3 * reach, 0.5 * reach, mark)
    else:
        brush.draw_cross(*place, reach, 0.5 * reach, mark)
    return brush.finish()


def _draw_line(name: str, *, is_across: bool, is_last: bool = False) -> Image.Image:
    width, height = (_BOX[0], _DOT) if is_across else (_DOT, _BOX[1])
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
    brush, side = Brush(120, _SCORE, _BOARD), _SCORE - 6
    brush.draw_text(84, side / 2, str(number), 42, _INK)
    sheet = brush.finish()
    sheet.paste(_draw_box(player, side, side), (4, 0))
    return sheet


@cache
def _palette() -> Palette:
    lines = (
        _draw_line(name, is_across=True, is_last=is_last) for name in ("", "m") for is_last in (False, True)
    )
    return Palette(
        [*(_draw_box(owner, *_BOX) for owner in (0, 1)), *lines, _draw_dot(), *sample_chips(_BOARD)]
    )
