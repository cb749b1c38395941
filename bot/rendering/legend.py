"""The strip below a board that says how to read the chips on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rendering import chips
from bot.rendering.chips import Chip, Kind
from bot.rendering.lettering import STAR, extent, write
from bot.rendering.pictures import Brush

if TYPE_CHECKING:
    from collections.abc import Collection

    from PIL import Image

    from bot.rendering.pictures import Colour

HEIGHT = 92
"""How many pixels high the strip is."""

_ROWS = (24, 67)
_EDGE, _GAP, _SIZE = 16, 30, 27
_CHIP = (40, 34)
_INK = "#f6f8fc"


def drawn(width: int, ground: Colour, mover: str | None, kinds: Collection[Kind]) -> Image.Image:
    """Draw the strip: whose moves the chips speak of, if it matters, and what each kind of them means."""
    brush = Brush(width, HEIGHT, ground)
    title, best = [f"{mover} to move" if mover else "Worth of each move"], [STAR, "best"]
    _write(brush, _EDGE, _ROWS[0], title)
    _write(brush, width - _EDGE - extent(best, _SIZE), _ROWS[0], best)
    shown, places = [kind for kind in Kind if kind in kinds], [float(_EDGE)]
    for kind in shown:
        left = places[-1] + _CHIP[0]
        _write(brush, left, _ROWS[1], ["", kind.value])
        places.append(left + extent(["", kind.value], _SIZE) + _GAP)
    strip = brush.finished()
    for kind, left in zip(shown, places, strict=False):
        strip.paste(chips.drawn(Chip(kind), _CHIP, ground), (round(left), _ROWS[1] - _CHIP[1] // 2))
    return strip


def _write(brush: Brush, left: float, y: float, line: list[str]) -> None:
    write(brush, (left + extent(line, _SIZE) / 2, y), _SIZE, line, _INK)
