"""Draws rings around places and arrows along lines over a finished picture of a position."""

from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image

from bot.rendering.pictures import Brush, Place, Tile

_RING, _ARROW, _SHADE = "#ffffff", "#ff5ca8", "#10131a"
_WIDTH = 7  # pixels, of a line
_ROOM = 3 * _WIDTH  # around what is drawn


class Spot(NamedTuple):
    """A place in the picture of a board: its middle, and how far a ring around it reaches."""

    x: float
    y: float
    radius: float


class Arrow(NamedTuple):
    """An arrow from the middle of one spot to the edge of the ring around another."""

    start: Spot
    end: Spot


def draw_over(board: Tile, rings: Iterable[Spot], arrows: Iterable[Arrow]) -> Image.Image:
    """Return a picture in full colours with arrows and rings over it."""
    picture = board.convert("RGB")
    for arrow in arrows:
        _draw_arrow(picture, arrow)
    for ring in rings:
        _draw_ring(picture, ring)
    return picture


def _draw_ring(picture: Image.Image, spot: Spot) -> None:
    reach = spot.radius + _ROOM
    left, top, brush = _cut_out(picture, (spot.x - reach, spot.y - reach), (spot.x + reach, spot.y + reach))
    x, y = spot.x - left, spot.y - top
    brush.draw_ring(x, y, spot.radius + 2, _WIDTH + 4, _SHADE)
    brush.draw_ring(x, y, spot.radius, _WIDTH, _ARROW)
    picture.paste(brush.finish(), (left, top))


def _draw_arrow(picture: Image.Image, arrow: Arrow) -> None:
    start, end = (arrow.start.x, arrow.start.y), _edge(arrow)
    low, high = (tuple(pick(pair) for pair in zip(start, end, strict=True)) for pick in (min, max))
    left, top, brush = _cut_out(picture, (low[0] - _ROOM, low[1] - _ROOM), (high[0] + _ROOM, high[1] + _ROOM))
    here, there = ((x - left, y - top) for x, y in (start, end))
    brush.draw_arrow(here, there, _WIDTH, _ARROW)
    picture.paste(brush.finish(), (left, top))


def _edge(arrow: Arrow) -> Place:
    """Return where the line from the start meets the ring around the end."""
    across, down = arrow.end.x - arrow.start.x, arrow.end.y - arrow.start.y
    share = 1 - arrow.end.radius / max((across**2 + down**2) ** 0.5, 1)
    return arrow.start.x + share * across, arrow.start.y + share * down


def _cut_out(picture: Image.Image, start: Place, end: Place) -> tuple[int, int, Brush]:
    """Return where a part of the picture begins, and a brush to draw over it with."""
    left, top = (max(int(place), 0) for place in start)
    right, bottom = min(int(end[0]), picture.width), min(int(end[1]), picture.height)
    return left, top, Brush.over(picture.crop((left, top, right, bottom)))
