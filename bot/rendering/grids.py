"""Grids of marks as pictures."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from bot.rendering.chips import label, samples
from bot.rendering.legend import with_legend
from bot.rendering.lettering import DOWN, UP, write
from bot.rendering.pictures import Brush, Palette, length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from bot.rendering.chips import Chip
    from bot.rendering.pictures import Tile

_WIDTH, _EDGE, _GAP = 624, 10, 8  # pixels: the board, around it, between cells
_NAME, _MARGIN, _TALLEST = 34, 8, 110  # the name of an empty cell, around a chip, a chip
_BOARD, _CELL, _LABEL, _EMPHASIS = "#1b2130", "#333f58", "#cdd8ea", "#ffffff"
_BRIGHT, _FADED = ("#66bdf8", "#f7aa45"), ("#587590", "#8a7352")  # crosses and rings
_WON, _LOST = "#0b6b4f", "#8f2d10"


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


def drawn(columns: int, cells: Sequence[Cell], mover: str | None) -> Tile:
    """Draw a grid, cell by cell from the top left; `mover` is the side whose moves the labels are about."""
    pitch = (_WIDTH - 2 * _EDGE + _GAP) // columns
    width, height = (2 * _EDGE + count * pitch - _GAP for count in (columns, len(cells) // columns))
    board = _palette().blank((width, height), _BOARD)
    for number, cell in enumerate(cells):
        row, column = divmod(number, columns)
        _put(board, cell, pitch - _GAP, _EDGE + column * pitch, _EDGE + row * pitch)
    return with_legend(board, _palette(), _BOARD, mover, [chip for cell in cells for _, chip in cell.labels])


def _put(board: Tile, cell: Cell, side: int, left: int, top: int) -> None:
    """Put a cell on the board, with its labels one below the other."""
    board.paste(_cell(side, cell.name if cell.mark is None else "", cell.mark, cell.look), (left, top))
    if cell.labels:
        room = (side - _NAME - _MARGIN // 2) // len(cell.labels)
        height = min(room - _MARGIN // 2, _TALLEST)
        for place, (name, chip) in enumerate(cell.labels):
            y = top + _NAME + place * room + (room - height) // 2
            tile = label(_palette(), chip, (side - 2 * _MARGIN, height), _CELL, name)
            board.paste(tile, (left + _MARGIN, y))


@cache
def _cell(side: int, name: str, mark: int | None, look: Look) -> Tile:
    return _palette().tile(_drawn_cell(side, name, mark, look))


def _drawn_cell(side: int, name: str, mark: int | None, look: Look) -> Image.Image:
    ground, inks, outline, corner = look.value
    brush, middle, reach = Brush(side, side, _BOARD), side / 2, 0.24 * side
    brush.box((0, 0), (side - 1, side - 1), 14, outline)
    brush.box((6, 6), (side - 7, side - 7), 9, ground)
    if corner:
        write(brush, (22, 22), 26, [corner], _EMPHASIS)
    if mark == 0:
        for rise in (-reach, reach):
            brush.line((middle - reach, middle - rise), (middle + reach, middle + rise), 0.12 * side, inks[0])
    elif mark == 1:
        brush.ring(middle, middle, 1.25 * reach, 0.12 * side, inks[1])
    else:
        brush.text(14 + length(name, 26) / 2, 20, name, 26, _LABEL)
    return brush.finished()


@cache
def _palette() -> Palette:
    marks = (_drawn_cell(80, "", mark, look) for mark in (0, 1) for look in Look)
    return Palette([*marks, _drawn_cell(80, "a1", None, Look.PLAIN), *samples(_CELL)])
