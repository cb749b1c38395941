"""Reversi: a picture of the board and its discs, and a button for each legal move."""

from functools import cache

from PIL import Image

from bot.rendering.chips import draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.overlays import Spot
from bot.rendering.pictures import WIDTH, Brush, Palette, Tile
from engine import Action, State
from engine.rules.reversi import Reversi

_EDGE, _RIM, _SCORE = 30, 8, 44  # pixels: names beside the cells, at their right, the score
_MARGIN = 1  # around a chip
_ROW, MOST_KEYS = 5, 24  # buttons in a row, and in all: with these a message has no room to spare

_WOOD, _CELL, _GRID, _NAME, _INK = "#1b2130", "#1f7a4d", "#12532f", "#cdd8ea", "#f6f8fc"
_DISCS = (("#15181f", "#59617a"), ("#f4f6fa", "#a9b2c0"))  # a disc and its rim
_LAST, _OPEN = "#ffd24a", "#66b58b"


class ReversiView(GameView, of=Reversi):
    """The board of Reversi: an action is a cell."""

    game: Reversi

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:
        """Return the legal moves, five in a row; those beyond the room of a message are on a second page."""
        actions = self.list_unkeyed(state) if page else state.actions()[:MOST_KEYS]
        keys = [Key(cell, self.game.names[cell]) for cell in actions]
        return [keys[start : start + _ROW] for start in range(0, len(keys), _ROW)]

    def list_unkeyed(self, state: State) -> tuple[Action, ...]:
        """Return the others."""
        return state.actions()[MOST_KEYS:]

    def draw(self, scene: Scene) -> Tile:
        """Draw the discs, the last one marked, where the player to move may put one, and chips there."""
        _, state, last, chips, is_over = scene
        size, side, palette = self.game.size, self._cell_side, _palette()
        foot = 0 if chips else _SCORE  # their legend is below, and a phone has no room for both
        board = palette.make_blank((WIDTH, _EDGE + size * side + foot), _WOOD)
        for place in range(size):
            middle = _EDGE + place * side + side // 2
            for name, x, y in (
                (self.game.names[place][0], middle, _EDGE // 2),
                (str(place + 1), _EDGE // 2, middle),
            ):
                board.paste(palette.draw(_draw_edge_name, name), (x - _EDGE // 2, y - _EDGE // 2))
        legal = () if is_over or chips else state.actions()
        for cell, owner in enumerate(self.game.owners(state.position)):
            is_last = last is not None and cell == last.action
            tile = palette.draw(_draw_cell, side, owner, is_last=is_last, is_open=cell in legal)
            board.paste(tile, self._corner(cell))
        for player, number in enumerate(() if chips else self.game.scores(state.position)):
            tile = palette.draw(_draw_score, player, number)
            place = board.width // 4 + player * board.width // 2 - tile.width // 2
            board.paste(tile, (place, board.height - _SCORE))
        for cell, chip in chips:
            left, top = self._corner(cell)
            tile = palette.draw_cached(draw_chip, chip, (side - 2 * _MARGIN, side - 2 * _MARGIN), _CELL)
            board.paste(tile, (left + _MARGIN, top + _MARGIN))
        return self.add_legend(scene, board, palette, _WOOD)

    def locate_cell(self, cell: int) -> Spot:
        """Return where a cell is in the picture."""
        left, top = self._corner(cell)
        return Spot(left + self._cell_side / 2, top + self._cell_side / 2, 0.4 * self._cell_side)

    def locate_action(self, state: State, action: Action) -> Spot:  # noqa: ARG002 - an action is a cell
        """Return where the cell of an action is."""
        return self.locate_cell(action)

    @property
    def _cell_side(self) -> int:
        return (WIDTH - _EDGE - _RIM) // self.game.size

    def _corner(self, cell: int) -> tuple[int, int]:
        """Return where the upper left corner of a cell is."""
        row, column = divmod(cell, self.game.size)
        return _EDGE + column * self._cell_side, _EDGE + row * self._cell_side


def _draw_edge_name(name: str) -> Image.Image:
    brush = Brush(_EDGE, _EDGE, _WOOD)
    brush.draw_text(_EDGE / 2, _EDGE / 2 - 2, name, 30, _NAME)  # a g goes down
    return brush.finish()


def _draw_cell(side: int, owner: int | None, *, is_last: bool = False, is_open: bool = False) -> Image.Image:
    brush, middle = Brush(side, side, _GRID), side / 2
    brush.draw_box((1, 1), (side - 2, side - 2), 4, _CELL)
    if owner is not None:
        disc, rim = _DISCS[owner]
        brush.draw_disc(middle, middle, 0.42 * side, rim)
        brush.draw_disc(middle, middle, 0.37 * side, disc)
    if is_last:
        brush.draw_disc(middle, middle, 0.12 * side, _LAST)
    if is_open:
        brush.draw_disc(middle, middle, 0.11 * side, _OPEN)
    return brush.finish()


def _draw_score(player: int, number: int) -> Image.Image:
    brush, middle = Brush(130, _SCORE, _WOOD), _SCORE / 2
    disc, rim = _DISCS[player]
    brush.draw_disc(middle, middle, 20, rim)
    brush.draw_disc(middle, middle, 17, disc)
    brush.draw_text(92, middle, str(number), 40, _INK)
    return brush.finish()


@cache
def _palette() -> Palette:
    cells = [_draw_cell(72, owner, is_last=True) for owner in (0, 1)]
    name = Brush(_EDGE, _EDGE, _WOOD)
    name.draw_text(_EDGE / 2, _EDGE / 2, "8", 28, _INK)
    return Palette([*cells, _draw_cell(72, None, is_open=True), name.finish(), *sample_chips(_CELL)])
