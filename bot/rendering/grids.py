"""Grids of marks as pictures."""

from collections.abc import Collection, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from PIL import Image

from bot.rendering.chips import Chip, draw_chip_tile, sample_chips
from bot.rendering.legend import add_legend
from bot.rendering.lettering import DOWN, UP, write_line
from bot.rendering.overlays import Spot
from bot.rendering.pictures import SMALL, Brush, Palette, Tile, measure_text
from bot.words.language import Language

_WIDTH, _EDGE, _GAP = 624, 10, 8  # pixels: the board, around it, between cells
_NAME, _MARGIN, _TALLEST = 34, 8, 110  # the name of an empty cell, around a chip, a chip
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


def draw_grid(language: Language, columns: int, cells: Sequence[Cell], side: str | None) -> Tile:
    """Draw a grid, cell by cell from the top left; `side` is the one whose moves the labels are about."""
    pitch = (_WIDTH - 2 * _EDGE + _GAP) // columns
    width, height = (2 * _EDGE + count * pitch - _GAP for count in (columns, len(cells) // columns))
    board = _palette().make_blank((width, height), _BOARD)
    for number, cell in enumerate(cells):
        row, column = divmod(number, columns)
        _put_cell(board, cell, pitch - _GAP, _EDGE + column * pitch, _EDGE + row * pitch)
    chips = [chip for cell in cells for _, chip in cell.labels]
    return add_legend(language, board, _palette(), _BOARD, side, chips)


def locate_cell(columns: int, cell: int) -> Spot:
    """Return where a cell of a grid is in its picture."""
    pitch = (_WIDTH - 2 * _EDGE + _GAP) // columns
    (row, column), side = divmod(cell, columns), pitch - _GAP
    return Spot(_EDGE + column * pitch + side / 2, _EDGE + row * pitch + side / 2, 0.3 * side)


def _put_cell(board: Tile, cell: Cell, side: int, left: int, top: int) -> None:
    """Put a cell on the board, with its labels one below the other."""
    name = cell.name if cell.mark is None else ""
    board.paste(_palette().draw(_draw_marked_cell, side, name, cell.mark, cell.look), (left, top))
    if cell.labels:
        room = (side - _NAME - _MARGIN // 2) // len(cell.labels)
        height = min(room - _MARGIN // 2, _TALLEST)
        for place, (name, chip) in enumerate(cell.labels):
            y = top + _NAME + place * room + (room - height) // 2
            tile = draw_chip_tile(_palette(), chip, (side - 2 * _MARGIN, height), _CELL, name)
            board.paste(tile, (left + _MARGIN, y))


def _draw_marked_cell(side: int, name: str, mark: int | None, look: Look) -> Image.Image:
    ground, inks, outline, corner = look.value
    brush, middle, reach = Brush(side, side, _BOARD), side / 2, 0.24 * side
    brush.draw_box((0, 0), (side - 1, side - 1), 14, outline)
    brush.draw_box((6, 6), (side - 7, side - 7), 9, ground)
    if corner:
        write_line(brush, (22, 22), 26, [corner], _EMPHASIS)
    if mark == 0:
        for rise in (-reach, reach):
            brush.draw_line(
                (middle - reach, middle - rise), (middle + reach, middle + rise), 0.12 * side, inks[0]
            )
    elif mark == 1:
        brush.draw_ring(middle, middle, 1.25 * reach, 0.12 * side, inks[1])
    else:
        brush.draw_text(14 + measure_text(name, 26) / 2, 20, name, 26, _LABEL)
    return brush.finish()


@cache
def _palette() -> Palette:
    marks = (_draw_marked_cell(80, "", mark, look) for mark in (0, 1) for look in Look)
    return Palette([*marks, _draw_marked_cell(80, "a1", None, Look.PLAIN), *sample_chips(_CELL)])


def draw_small(
    columns: int, marks: Sequence[int | None], decisive: Collection[int], palette: Palette
) -> Tile:
    """Draw a grid without names on `SMALL` pixels each way, the decisive cells on a ground of their own."""
    board, side = palette.make_blank((SMALL, SMALL), _BOARD), SMALL // columns
    for cell, mark in enumerate(marks):
        row, column = divmod(cell, columns)
        tile = palette.draw(_draw_small_cell, side, mark, is_decisive=cell in decisive)
        board.paste(tile, (column * side, row * side))
    return board


def _draw_small_cell(side: int, mark: int | None, *, is_decisive: bool) -> Image.Image:
    brush, middle, reach, width = Brush(side, side, _BOARD), side / 2, 0.22 * side, 0.14 * side
    brush.draw_box((1, 1), (side - 1.25, side - 1.25), 0, _DECISIVE if is_decisive else _CELL)
    if mark == 0:
        for rise in (-reach, reach):
            ends = (middle - reach, middle - rise), (middle + reach, middle + rise)
            brush.draw_line(*ends, width, _BRIGHT[0])
    elif mark == 1:
        brush.draw_ring(middle, middle, 1.4 * reach, width, _BRIGHT[1])
    return brush.finish()


def sample_small() -> list[Image.Image]:
    """Return cells in which all colours of small drawings are."""
    return [
        _draw_small_cell(28, mark, is_decisive=is_decisive)
        for mark in (None, 0, 1)
        for is_decisive in (False, True)
    ]
