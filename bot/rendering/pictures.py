"""What pictures of boards are made of: tiles that are drawn large once, and then only put together.

All tiles of a kind of board share one palette, so a picture is a few dozen copies of bytes, and a small file.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL.ImageFont import FreeTypeFont

Colour: TypeAlias = str
"""A colour as #rrggbb."""

Tile: TypeAlias = Image.Image
"""A finished part of a picture, in the palette of its kind."""

_FINER = 4  # tiles are drawn so many times as large, which smoothes their edges
_COLOURS = 256


class Brush:
    """Draws one tile, in whose own pixels all places and lengths are given."""

    def __init__(self, width: float, height: float, ground: Colour) -> None:
        self._image = Image.new("RGB", (_fine(width), _fine(height)), ground)
        self._draw = ImageDraw.Draw(self._image)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Draw a filled circle around a point."""
        self._draw.ellipse([_fine(end) for end in (x - radius, y - radius, x + radius, y + radius)], colour)

    def ring(self, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
        """Draw a circle around a point, of which `radius` is the outer edge."""
        box = [_fine(end) for end in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse(box, outline=colour, width=_fine(width))

    def box(
        self, start: tuple[float, float], end: tuple[float, float], radius: float, colour: Colour
    ) -> None:
        """Draw a filled rectangle with round corners."""
        self._draw.rounded_rectangle([_fine(place) for place in (*start, *end)], _fine(radius), colour)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], width: float, colour: Colour
    ) -> None:
        """Draw a straight line with round ends."""
        self._draw.line([_fine(place) for place in (*start, *end)], colour, _fine(width))
        for x, y in (start, end):
            self.disc(x, y, width / 2, colour)

    def text(self, x: float, y: float, text: str, size: float, colour: Colour) -> None:
        """Write bold text in the middle of a point."""
        weight = size * _FINER / 36
        self._draw.text(
            (_fine(x), _fine(y)), text, colour, _font(_fine(size)), anchor="mm", stroke_width=weight
        )

    def finished(self) -> Image.Image:
        """Return what was drawn, at its proper size and with smooth edges."""
        return self._image.reduce(_FINER)


class Palette:
    """The colours that the tiles of a kind of board share: the best for the sample it is made of."""

    def __init__(self, sample: Iterable[Image.Image]) -> None:
        tiles = list(sample)
        sheet = Image.new("RGB", (sum(tile.width for tile in tiles), max(tile.height for tile in tiles)))
        left = 0
        for tile in tiles:
            sheet.paste(tile, (left, 0))
            left += tile.width
        self._colours = sheet.quantize(_COLOURS, Image.Quantize.MEDIANCUT)

    def blank(self, size: tuple[int, int], colour: Colour) -> Tile:
        """Return an empty picture in one colour, to put tiles on."""
        return self.tile(Image.new("RGB", (1, 1), colour)).resize(size)

    def tile(self, image: Image.Image) -> Tile:
        """Return an image in these colours."""
        return image.quantize(palette=self._colours, dither=Image.Dither.NONE)


def png(image: Image.Image) -> bytes:
    """Return an image as a file."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _fine(length: float) -> int:
    return round(length * _FINER)


@cache
def _font(size: int) -> FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow is installed without FreeType, so it cannot write on pictures.")
    return font
