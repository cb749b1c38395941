"""The picture of how ratings went, match by match."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.rendering.pictures import Brush, Colour, Place, encode_png, measure_text

_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _FOOT = 82, 26, 26, 52  # pixels around the curves
_ROW, _SIZE, _NUMBER_SIZE, _EDGE = 36, 24, 22, 4
_GROUND, _FIELD, _GRID, _TEXT = "#1b2130", "#232b3d", "#3b465e", "#cdd8ea"
_COLOURS = ("#5fe0b4", "#ffd166", "#ff9a68", "#9ab8ff")
_STEPS, _LEAST, _LINES = (10, 20, 50, 100, 200, 500), 50, 5  # points of a rating
_APART = 24  # between dates
_MARK, _MANY = 6.0, 30  # the size of marks, and matches from which on only the last one of a curve has one


class Career(NamedTuple):
    """A curve by name: after which of all matches of the picture there was which rating."""

    name: str
    places: tuple[tuple[int, float], ...]


def render_careers(careers: Sequence[Career], dates: Sequence[str]) -> bytes:
    """Return the curves as a PNG, with their names below; `dates` are those of the matches, from 0 on."""
    brush = Brush(_WIDTH, _HEIGHT + _ROW * len(careers), _GROUND)
    numbers = [rating for career in careers for _, rating in career.places]
    frame = _Frame(*_round_bounds(min(numbers), max(numbers)), len(dates) - 1)
    _draw_rating_lines(brush, frame)
    _draw_dates(brush, frame, dates)
    for number, (career, colour) in enumerate(zip(careers, _COLOURS, strict=False)):
        _draw_curve(brush, [frame.locate(*each) for each in career.places], number, colour)
        _draw_legend_entry(brush, career, number, colour)
    return encode_png(brush.finish())


class _Frame(NamedTuple):
    """What is at the edges of the field: ratings, apart by a step in between, and the last match."""

    low: float
    high: float
    step: float
    last: int

    def locate(self, match: int, rating: float) -> Place:
        right, down = match / max(self.last, 1), (self.high - rating) / (self.high - self.low)
        return _LEFT + right * (_WIDTH - _LEFT - _RIGHT), _TOP + down * (_HEIGHT - _TOP - _FOOT)


def _round_bounds(low: float, high: float) -> tuple[float, float, float]:
    """Return round numbers around the ratings, and a round step in which lines are apart."""
    spread = max(high - low, _LEAST)
    step = next((step for step in _STEPS if spread / step <= _LINES), _STEPS[-1])
    return (low // step) * step, -(-(high + 1) // step) * step, step


def _draw_rating_lines(brush: Brush, frame: _Frame) -> None:
    brush.draw_box(frame.locate(0, frame.high), frame.locate(frame.last, frame.low), 4, _FIELD)
    rating = frame.low
    while rating <= frame.high:
        (left, y), right = frame.locate(0, rating), frame.locate(frame.last, rating)
        brush.draw_line((left, y), right, 1, _GRID)
        brush.draw_text(left - 40, y, f"{rating:.0f}", _NUMBER_SIZE, _TEXT)
        rating += frame.step


def _draw_dates(brush: Brush, frame: _Frame, dates: Sequence[str]) -> None:
    """Write dates below the first match and later ones of another day, where there is room."""
    free = 0.0
    for number, date in enumerate(dates):
        x, y = frame.locate(number, frame.low)
        half = measure_text(date, _NUMBER_SIZE) / 2
        x = min(max(x, half + _EDGE), _WIDTH - half - _EDGE)
        if (number == 0 or date != dates[number - 1]) and x - half >= free:
            brush.draw_text(x, y + 28, date, _NUMBER_SIZE, _TEXT)
            free = x + half + _APART


def _draw_curve(brush: Brush, places: Sequence[Place], number: int, colour: Colour) -> None:
    for start, end in pairwise(places):
        brush.draw_line(start, end, _EDGE, colour)
    for place in places if len(places) <= _MANY else places[-1:]:
        _draw_mark(brush, place, number, colour)


def _draw_mark(brush: Brush, place: Place, number: int, colour: Colour) -> None:
    """Draw the mark of a curve: each has its own, for whom the colours tell nothing."""
    x, y = place
    if number == 0:
        brush.draw_disc(x, y, _MARK, colour)
    elif number == 1:
        brush.draw_box((x - _MARK, y - _MARK), (x + _MARK, y + _MARK), 0, colour)
    else:
        brush.draw_triangle(x, y, 2.4 * _MARK, colour, is_upwards=number % 2 == 0)


def _draw_legend_entry(brush: Brush, career: Career, number: int, colour: Colour) -> None:
    text, y = f"{career.name}: {career.places[-1][1]:.0f}", _HEIGHT + (number + 0.4) * _ROW
    left = _LEFT + 40
    size = min(_SIZE, _SIZE * (_WIDTH - left - _RIGHT) / measure_text(text, _SIZE))
    brush.draw_line((_LEFT, y), (_LEFT + 28, y), _EDGE, colour)
    _draw_mark(brush, (_LEFT + 14, y), number, colour)
    brush.draw_text(left + measure_text(text, size) / 2, y, text, size, _TEXT)
