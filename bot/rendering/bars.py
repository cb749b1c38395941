"""Bar charts: numbers with their confidence intervals, counts on a logarithmic scale, results of series."""

from collections.abc import Sequence
from math import ceil, log10
from typing import NamedTuple, TypeAlias

from bot.rendering.pictures import Brush, Colour, encode_png, measure_text
from bot.words.language import Language

_WIDTH, _ROW, _EDGE = 720, 96, 24
_LABEL, _TALL, _BOTTOM = 32, 28, 62  # a text, a bar, and where it is from the top of its row
_LOW_ROW, _LOW, _SMALL, _TINY = 34, 24, 20, 17  # rows of results: a row, its bar, and sizes of text
_SCALE, _POWER, _MORE = 40, 23, 40  # the numbers of a scale, and how far a bar goes on that has no end
_GROUND, _FIELD, _TEXT, _LINE, _ZERO = "#1b2130", "#232b3d", "#cdd8ea", "#f4f7ff", "#5a6987"

FIRST, SECOND, NOBODY = "#4f7cff", "#e0565b", "#8a94a8"
"""The colours of the first player, of the second, and of drawn games."""


class Bar(NamedTuple):
    """A number with its bounds, what it is about, and what to write beside that."""

    label: str
    note: str
    number: float
    low: float
    high: float
    colour: Colour


def render_bars(bars: Sequence[Bar], most: float = 0.0) -> bytes:
    """Return bars one below the other as a PNG, on one scale that reaches to `most` at least."""
    least = min(0.0, *(bar.low for bar in bars))
    most = max(most, *(bar.high for bar in bars))
    brush = Brush(_WIDTH, _ROW * len(bars) + _EDGE, _GROUND)

    def place(number: float) -> float:
        return _EDGE + (number - least) / (most - least or 1.0) * (_WIDTH - 2 * _EDGE)

    size = _choose_size([(bar.label, bar.note) for bar in bars])
    for row, bar in enumerate(bars):
        middle = _find_middle(row)
        _write_label_and_note(brush, bar.label, bar.note, row, size)
        _draw_field(brush, middle)
        start, end = sorted((place(0), place(bar.number)))
        if end - start >= 1:
            brush.draw_box((start, middle - _TALL / 2), (end, middle + _TALL / 2), 3, bar.colour)
        _draw_bounds(brush, place(bar.low), place(bar.high), middle)
        if least < 0:
            brush.draw_line((place(0), middle - _TALL / 2), (place(0), middle + _TALL / 2), 2, _ZERO)
    return encode_png(brush.finish())


def render_counts(language: Language, rows: Sequence[tuple[str, int, bool]]) -> bytes:
    """Return bars of counts as a PNG, on one logarithmic scale from 1.

    A row is what was counted, how many there are, and whether these are all.
    """
    brush = Brush(_WIDTH, _ROW * len(rows) + _EDGE + _SCALE, _GROUND)
    decades = max(1, *(ceil(log10(number)) for _, number, _ in rows))
    texts = [(label, _write_count(language, number, is_whole=is_whole)) for label, number, is_whole in rows]
    size = _choose_size(texts)

    def place(exponent: float) -> float:
        return _EDGE + exponent / decades * (_WIDTH - 2 * _EDGE)

    for row, ((_, number, is_whole), text) in enumerate(zip(rows, texts, strict=True)):
        middle = _find_middle(row)
        _write_label_and_note(brush, *text, row, size)
        _draw_field(brush, middle)
        end = max(place(log10(number)), _EDGE + 4)
        brush.draw_box((_EDGE, middle - _TALL / 2), (end, middle + _TALL / 2), 3, FIRST)
        if not is_whole:
            brush.draw_arrow((end, middle), (min(end + _MORE, _WIDTH - 4), middle), 9, FIRST)
    widest = measure_text(language.number(10**decades, ","), _POWER) + _EDGE
    for exponent in range(0, decades + 1, ceil(widest / (place(1) - place(0)))):
        _draw_power(brush, place(exponent), language.number(10**exponent, ","), len(rows))
    return encode_png(brush.finish())


def _write_count(language: Language, number: int, *, is_whole: bool) -> str:
    written = language.number(number, ",")
    return written if is_whole else language.say("more than {number}", number=written)


def _draw_power(brush: Brush, x: float, written: str, rows: int) -> None:
    """Draw a power of ten of the scale through the fields of all rows, and write it below them."""
    for row in range(rows):
        middle = _find_middle(row)
        brush.draw_line((x, middle - _TALL / 2), (x, middle + _TALL / 2), 2, _ZERO)
    half = measure_text(written, _POWER) / 2
    inside = min(max(x, 4 + half), _WIDTH - 4 - half)
    brush.draw_text(inside, rows * _ROW + _EDGE / 2 + _SCALE / 2, written, _POWER, _TEXT)


def _find_middle(row: int) -> float:
    """Return how far down the middle of a row's bar is."""
    return _EDGE / 2 + row * _ROW + _BOTTOM + _TALL / 2 - 8


def _write_label_and_note(brush: Brush, label: str, note: str, row: int, size: int) -> None:
    """Write both above the bar of a row."""
    y = _EDGE / 2 + row * _ROW + 24
    brush.draw_text(_EDGE + measure_text(label, size) / 2, y, label, size, _TEXT)
    brush.draw_text(_WIDTH - _EDGE - measure_text(note, size) / 2, y, note, size, _TEXT)


def _choose_size(texts: Sequence[tuple[str, str]]) -> int:
    """Return how large all can be written: on a phone the picture has less than half of its width."""
    widest = max(measure_text(f"{label}  {note}", _LABEL) for label, note in texts)
    return min(_LABEL, int(_LABEL * (_WIDTH - 2 * _EDGE) / widest))


def _draw_field(brush: Brush, middle: float) -> None:
    brush.draw_box((_EDGE, middle - _TALL / 2), (_WIDTH - _EDGE, middle + _TALL / 2), 3, _FIELD)


def _draw_bounds(brush: Brush, low: float, high: float, middle: float) -> None:
    """Draw a line between the bounds, with a foot at either end."""
    brush.draw_line((low, middle), (high, middle), 3, _LINE)
    for end in (low, high):
        brush.draw_line((end, middle - 7), (end, middle + 7), 3, _LINE)


Results: TypeAlias = Sequence[tuple[str, tuple[int, int, int]]]
"""Rows of a table: a name, and how many games the first player won, drew and lost."""


def render_results(rows: Results) -> bytes:
    """Return a row for each series as a PNG: its name, and its wins, draws and losses as parts of one bar."""
    left = _EDGE + max(measure_text(name, _SMALL) for name, _ in rows) + 16
    brush = Brush(_WIDTH, _LOW_ROW * (len(rows) + 1) + _EDGE, _GROUND)
    _write_key(brush, left)
    for number, (name, counts) in enumerate(rows, 1):
        middle = _EDGE / 2 + (number + 0.5) * _LOW_ROW
        brush.draw_text(_EDGE + measure_text(name, _SMALL) / 2, middle, name, _SMALL, _TEXT)
        start, scale = left, (_WIDTH - _EDGE - left) / sum(counts)
        for count, colour in zip(counts, (FIRST, NOBODY, SECOND), strict=True):
            end = start + count * scale
            if count:
                brush.draw_box((start, middle - _LOW / 2), (end, middle + _LOW / 2), 0, colour)
            share = f"{100 * count / sum(counts):.1f}"
            if end - start > measure_text(share, _TINY) + 8:
                brush.draw_text((start + end) / 2, middle, share, _TINY, _GROUND)
            start = end
    return encode_png(brush.finish())


def _write_key(brush: Brush, left: float) -> None:
    """Say above the bars which colour is what, in percent of the games."""
    width = (_WIDTH - _EDGE - left) / 3
    for number, (word, colour) in enumerate(
        (("% first wins", FIRST), ("% drawn", NOBODY), ("% second wins", SECOND))
    ):
        brush.draw_text(left + (number + 0.5) * width, _EDGE / 2 + _LOW_ROW / 2, word, _SMALL, colour)
