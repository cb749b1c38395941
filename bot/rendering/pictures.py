"""The parts of pictures of boards: tiles that are drawn large once, and then only put together.

All tiles of a kind of board share one palette, so a picture is a few dozen copies of bytes, and a small file.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from io import BytesIO
from math import atan2, cos, hypot, pi, sin
from pathlib import Path
from typing import ParamSpec, TypeAlias

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from bot import caches

_P = ParamSpec("_P")

Colour: TypeAlias = str
"""A colour as #rrggbb."""

Place: TypeAlias = tuple[float, float]
"""How far right and how far down, in pixels."""

Tile: TypeAlias = Image.Image
"""A finished part of a picture, in the palette of its kind."""

WIDTH = 624
"""The width of every board in pixels, which a phone shows at half its size."""

SMALL = 60
"""The side of a position that is drawn small, in pixels: three and four cells fill it."""

_FINER = 4  # tiles are drawn so many times as large, which smoothes their edges
_COLOURS = 255  # one less than there can be: an animated picture needs one that says "as before"
_FONT = Path(__file__).with_name("fonts") / "AtkinsonHyperlegible-Bold.ttf"
_MEASURED = 100
_PALETTE = 2_000  # bytes that a tile holds besides its pixels
_CAPITAL = 0.68  # how high a capital letter and a digit are, in sizes of the font


class Brush:
    """Draws one tile, in whose own pixels all places and lengths are given."""

    def __init__(self, width: float, height: float, ground: Colour) -> None:
        self._image = Image.new("RGB", (_fine(width), _fine(height)), ground)
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def over(cls, image: Image.Image) -> Brush:
        """Return a brush that draws over an image in full colours."""
        brush = cls(image.width, image.height, "#000000")
        brush._image.paste(image.resize(brush._image.size, Image.Resampling.NEAREST))
        return brush

    def draw_disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Draw a filled circle around a point."""
        self._draw.ellipse([_fine(end) for end in (x - radius, y - radius, x + radius, y + radius)], colour)

    def draw_ring(self, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
        """Draw a circle around a point, of which `radius` is the outer edge."""
        box = [_fine(end) for end in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse(box, outline=colour, width=_fine(width))

    def draw_box(self, start: Place, end: Place, radius: float, colour: Colour) -> None:
        """Draw a filled rectangle with round corners."""
        self._draw.rounded_rectangle([_fine(place) for place in (*start, *end)], _fine(radius), colour)

    def draw_line(self, start: Place, end: Place, width: float, colour: Colour) -> None:
        """Draw a straight line with round ends."""
        self._draw.line([_fine(place) for place in (*start, *end)], colour, _fine(width))
        for x, y in (start, end):
            self.draw_disc(x, y, width / 2, colour)

    def draw_cross(self, x: float, y: float, reach: float, width: float, colour: Colour) -> None:
        """Draw two lines that cross in a point, so far in each direction."""
        for rise in (-reach, reach):
            self.draw_line((x - reach, y - rise), (x + reach, y + rise), width, colour)

    def draw_arrow(self, start: Place, end: Place, width: float, colour: Colour) -> None:
        """Draw a straight line with a head at its end."""
        away, angle = hypot(end[0] - start[0], end[1] - start[1]), atan2(end[1] - start[1], end[0] - start[0])
        head = min(4 * width, away)
        foot = (end[0] - head * cos(angle), end[1] - head * sin(angle))
        self.draw_line(start, foot, width, colour)
        sides = [
            (foot[0] + turn * head / 2 * sin(angle), foot[1] - turn * head / 2 * cos(angle))
            for turn in (1, -1)
        ]
        self._draw.polygon([(_fine(x), _fine(y)) for x, y in (*sides, end)], colour)

    def draw_triangle(self, x: float, y: float, size: float, colour: Colour, *, is_upwards: bool) -> None:
        """Draw a filled triangle around a point, with one corner up or down."""
        tip, foot = (y - size / 2, y + size / 2) if is_upwards else (y + size / 2, y - size / 2)
        corners = ((x - size / 2, foot), (x + size / 2, foot), (x, tip))
        self._draw.polygon([(_fine(a), _fine(b)) for a, b in corners], colour)

    def draw_star(self, x: float, y: float, size: float, colour: Colour) -> None:
        """Draw a filled star with five points around a point."""
        ends = ((size * (0.56 if point % 2 == 0 else 0.25), point * pi / 5) for point in range(10))
        corners = [(x + away * sin(angle), y + size * 0.04 - away * cos(angle)) for away, angle in ends]
        self._draw.polygon([(_fine(a), _fine(b)) for a, b in corners], colour)

    def draw_text(self, x: float, y: float, text: str, size: float, colour: Colour) -> None:
        """Write text around a point, in the middle of whose capitals and digits it is."""
        letters, baseline = _draw_glyphs(text, _fine(size)), y + size * _CAPITAL / 2
        ascent, _ = _font(_fine(size)).getmetrics()
        self._image.paste(colour, (_fine(x) - letters.width // 2, _fine(baseline) - ascent), letters)

    def finish(self) -> Image.Image:
        """Return what was drawn, at its proper size and with smooth edges."""
        return self._image.reduce(_FINER)


def _estimate_bytes(tile: Tile) -> int:
    return tile.width * tile.height + _PALETTE


TILES = caches.ResultCache(caches.TILES, _estimate_bytes)
"""The tiles of which there are more than a few, of all kinds of boards."""


@TILES.remember
def _draw_glyphs(text: str, size: int) -> Tile:
    """Return a text in the middle of a tile of its own: the same numbers and names are written often."""
    font = _font(size)
    ascent, descent = font.getmetrics()
    tile = Image.new("L", (2 * round(font.getlength(text) / 2 + size / 8), ascent + descent))
    ImageDraw.Draw(tile).text((tile.width / 2, ascent), text, 255, font, anchor="ms")
    return tile


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
        self._grounds: dict[Colour, Tile] = {}
        self._tiles: dict[Hashable, Tile] = {}

    def make_blank(self, size: tuple[int, int], colour: Colour) -> Tile:
        """Return an empty picture in one colour, to put tiles on."""
        if colour not in self._grounds:
            self._grounds[colour] = self.make_tile(Image.new("RGB", (1, 1), colour))
        return self._grounds[colour].resize(size)

    def make_tile(self, image: Image.Image) -> Tile:
        """Return an image in these colours."""
        return image.quantize(palette=self._colours, dither=Image.Dither.NONE)

    def draw(self, work: Callable[_P, Image.Image], /, *args: _P.args, **kwargs: _P.kwargs) -> Tile:
        """Return what a function draws, in these colours; it is kept, so there must be few of a kind."""
        key = work, args, *kwargs.items()
        if key not in self._tiles:
            self._tiles[key] = self.make_tile(work(*args, **kwargs))
        return self._tiles[key]

    def draw_cached(self, work: Callable[..., Image.Image], /, *args: Hashable) -> Tile:
        """Return the same of what there may be many of a kind: only those drawn last are kept."""
        return _draw_tile(self, work, args)


@TILES.remember
def _draw_tile(palette: Palette, work: Callable[..., Image.Image], args: tuple[Hashable, ...]) -> Tile:
    return palette.make_tile(work(*args))


def measure_text(text: str, size: float) -> float:
    """Return how wide a text is in a size of the font."""
    return _font(_MEASURED).getlength(text) * size / _MEASURED


def halve(picture: Tile) -> Tile:
    """Return a picture at half its size, in the same colours."""
    return picture.convert("RGB").reduce(2).quantize(palette=picture, dither=Image.Dither.NONE)


def encode_png(image: Image.Image) -> bytes:
    """Return an image as a file; one in full colours gets a palette, with which it is half as large."""
    if image.mode == "RGB":
        image = image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = BytesIO()
    image.save(file, "PNG", compress_level=3)  # twice as fast as 6, and a quarter larger
    return file.getvalue()


def _fine(pixels: float) -> int:
    return round(pixels * _FINER)


@lru_cache(maxsize=64)  # each holds some 20 KB; from its bytes it would hold 130
def _font(size: int) -> FreeTypeFont:
    return ImageFont.truetype(_FONT, size)
