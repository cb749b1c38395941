"""The picture of a training: the points won against others, by the number of games played."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from bot.rendering.pictures import Brush, Place, encode_png, measure_text

Curves: TypeAlias = Mapping[str, Sequence[Place]]

_WIDTH, _HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _FOOT = 62, 110, 56, 48  # pixels around the curves
_SIZE, _NUMBER_SIZE, _EDGE = 20, 16, 3
_GROUND, _FIELD, _GRID, _TEXT = "#1b2130", "#232b3d", "#3b465e", "#cdd8ea"
_COLOURS = ("#5fe0b4", "#ffd166", "#ff9a68")
_LEVELS, _STEPS = (0, 25, 50, 75, 100), 4
_APART = 22


def render_learning(title: str, curves: Curves) -> bytes:
    """Return, as a PNG, how many hundredths of the points were won against whom after how many games."""
    brush = Brush(_WIDTH, _HEIGHT, _GROUND)
    most = max(games for places in curves.values() for games, _ in places)
    brush.draw_text(_LEFT + measure_text(title, _SIZE) / 2, 24, title, _SIZE, _TEXT)
    _draw_axes(brush, most)
    lowest, highest_first = 0.0, sorted(curves.items(), key=lambda curve: -curve[1][-1][1])
    for (name, places), colour in zip(highest_first, _COLOURS, strict=False):
        drawn = [(_x(games / most), _y(points)) for games, points in places]
        for start, end in pairwise(drawn):
            brush.draw_line(start, end, _EDGE, colour)
        lowest = max(drawn[-1][1], lowest + _APART)
        brush.draw_text(_x(1) + 10 + measure_text(name, _SIZE) / 2, lowest, name, _SIZE, colour)
    return encode_png(brush.finish())


def _x(share: float) -> float:
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _y(points: float) -> float:
    return _HEIGHT - _FOOT - points / 100 * (_HEIGHT - _TOP - _FOOT)


def _draw_axes(brush: Brush, most: float) -> None:
    brush.draw_box((_x(0), _y(100)), (_x(1), _y(0)), 4, _FIELD)
    for points in _LEVELS:
        brush.draw_line((_x(0), _y(points)), (_x(1), _y(points)), 1, _GRID)
        brush.draw_text(_x(0) - 28, _y(points), f"{points} %", _NUMBER_SIZE, _TEXT)
    for step in range(_STEPS + 1):
        share = step / _STEPS
        brush.draw_text(_x(share), _y(0) + 24, f"{round(share * most):,}", _NUMBER_SIZE, _TEXT)
