"""Lines of words and shapes, written side by side into a picture.

Shapes stand for what colour alone must not say; they are drawn, as no font can be trusted to have them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rendering.pictures import length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rendering.pictures import Brush, Colour, Place

STAR, UP, DOWN, BARS = "★", "▲", "▼", "="

LEADING = 0.98
"""How far apart lines are, in sizes of the text; so are the lengths below."""

_SHAPE, _GAP = 0.74, 0.16  # a shape, and what is between words


def write(brush: Brush, middle: Place, size: float, line: Sequence[str], colour: Colour) -> None:
    """Write a line around a point."""
    x, y = middle[0] - extent(line, size) / 2, middle[1]
    for word in line:
        width = extent([word], size)
        _write(brush, (x + width / 2, y), size, word, colour)
        x += width + _GAP * size


def extent(line: Sequence[str], size: float = 1) -> float:
    """Return how wide a line is."""
    widths = (_SHAPE * size if word in (STAR, UP, DOWN, BARS) else length(word, size) for word in line)
    return sum(widths) + _GAP * size * (len(line) - 1)


def fitting(width: float, height: float, lines: Sequence[Sequence[str]]) -> float:
    """Return in which size these lines, one below the other, fit a rectangle."""
    return min(width / max(map(extent, lines)), height / (len(lines) * LEADING))


def _write(brush: Brush, middle: Place, size: float, word: str, colour: Colour) -> None:
    x, y = middle
    if word == STAR:
        brush.star(x, y, _SHAPE * size, colour)
    elif word in (UP, DOWN):
        brush.triangle(x, y, 0.9 * _SHAPE * size, colour, is_upwards=word == UP)
    elif word == BARS:
        for rise in (-0.15 * size, 0.15 * size):
            brush.line((x - 0.3 * size, y + rise), (x + 0.3 * size, y + rise), 0.15 * size, colour)
    else:
        brush.text(x, y, word, size, colour)
