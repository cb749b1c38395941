"""Lines of words and shapes, written side by side into a picture.

Shapes stand for what colour alone must not say; they are drawn, as no font can be trusted to have them.
"""

from collections.abc import Sequence

from bot.rendering.pictures import Brush, Colour, Place, measure_text

STAR, DISC, UP, DOWN, BARS, DOTS = "★", "●", "▲", "▼", "=", "⋮"

LEADING = 0.98
"""How far apart lines are, in sizes of the text; so are the lengths below."""

_SHAPES = {STAR, DISC, UP, DOWN, BARS, DOTS}
_SHAPE, _GAP = 0.74, 0.16  # a shape, and what is between words


def write_line(brush: Brush, middle: Place, size: float, line: Sequence[str], colour: Colour) -> None:
    """Write a line around a point."""
    x, y = middle[0] - measure_line(line, size) / 2, middle[1]
    for word in line:
        width = measure_line([word], size)
        _write_word(brush, (x + width / 2, y), size, word, colour)
        x += width + _GAP * size


def measure_line(line: Sequence[str], size: float = 1) -> float:
    """Return how wide a line is."""
    widths = (_SHAPE * size if word in _SHAPES else measure_text(word, size) for word in line)
    return sum(widths) + _GAP * size * (len(line) - 1)


def fit_lines(width: float, height: float, lines: Sequence[Sequence[str]]) -> float:
    """Return in which size these lines, one below the other, fit a rectangle."""
    return min(width / max(map(measure_line, lines)), height / (len(lines) * LEADING))


def _write_word(brush: Brush, middle: Place, size: float, word: str, colour: Colour) -> None:
    x, y = middle
    if word == STAR:
        brush.draw_star(x, y, _SHAPE * size, colour)
    elif word == DISC:
        brush.draw_disc(x, y, 0.42 * _SHAPE * size, colour)
    elif word in (UP, DOWN):
        brush.draw_triangle(x, y, 0.9 * _SHAPE * size, colour, is_upwards=word == UP)
    elif word == BARS:
        for rise in (-0.15 * size, 0.15 * size):
            brush.draw_line((x - 0.3 * size, y + rise), (x + 0.3 * size, y + rise), 0.15 * size, colour)
    elif word == DOTS:
        for rise in (-0.3 * size, 0, 0.3 * size):
            brush.draw_disc(x, y + rise, 0.1 * size, colour)
    else:
        brush.draw_text(x, y, word, size, colour)
