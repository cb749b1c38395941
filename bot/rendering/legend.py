"""The strip below a board that says how to read the chips on it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.rendering.chips import Chip, Kind, drawn
from bot.rendering.lettering import STAR, extent, write
from bot.rendering.pictures import Brush

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from PIL import Image

    from bot.rendering.pictures import Colour, Palette, Tile

_HEIGHT, _ROWS = 92, (24, 67)
_EDGE, _GAP, _SPACE, _SIZE = 16, 30, 5, 27  # around the strip, between entries, within one; the text
_CHIP = (40, 34)
_INK = "#f6f8fc"


def with_legend(
    board: Tile, palette: Palette, ground: Colour, mover: str | None, chips: Iterable[Chip]
) -> Tile:
    """Return a board above the strip for the chips on it, or the board alone if there are none.

    `mover` is the side whose moves the chips are about, where sides have names.
    """
    kinds = frozenset(chip.kind for chip in chips)
    if not kinds:
        return board
    picture = palette.blank((board.width, board.height + _HEIGHT), ground)
    picture.paste(board, (0, 0))
    picture.paste(_strip(palette, board.width, ground, mover, kinds), (0, board.height))
    return picture


@cache
def _strip(palette: Palette, width: int, ground: Colour, mover: str | None, kinds: frozenset[Kind]) -> Tile:
    return palette.tile(_drawn(width, ground, mover, kinds))


def _drawn(width: int, ground: Colour, mover: str | None, kinds: Collection[Kind]) -> Image.Image:
    brush = Brush(width, _HEIGHT, ground)
    title, best = [f"{mover} to move" if mover else "Worth of each move"], [STAR, "best"]
    _write(brush, _EDGE, _ROWS[0], title)
    _write(brush, width - _EDGE - extent(best, _SIZE), _ROWS[0], best)
    shown = [kind for kind in Kind if kind in kinds]
    places = _places(width, shown)
    for kind, left in zip(shown, places, strict=True):
        _write(brush, left + _CHIP[0] + _SPACE, _ROWS[1], [kind.value])
    strip = brush.finished()
    for kind, left in zip(shown, places, strict=True):
        chip = drawn(Chip(kind), _CHIP, ground, "±" if kind is Kind.ESTIMATE else "")
        strip.paste(chip, (left, _ROWS[1] - _CHIP[1] // 2))
    return strip


def _places(width: int, kinds: Collection[Kind]) -> list[int]:
    """Return where the entry of each kind begins, the closer together the more of them there are."""
    lengths = [_CHIP[0] + _SPACE + extent([kind.value], _SIZE) for kind in kinds]
    gap = min(_GAP, (width - 2 * _EDGE - sum(lengths)) / max(len(lengths) - 1, 1))
    return [round(_EDGE + sum(lengths[:number]) + gap * number) for number in range(len(lengths))]


def _write(brush: Brush, left: float, y: float, line: list[str]) -> None:
    write(brush, (left + extent(line, _SIZE) / 2, y), _SIZE, line, _INK)
