"""The picture of a whole match: who was ahead after every move, and where the errors were."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from bot.models import Reviewed
from bot.rendering.pictures import Brush, encode_png, measure_text
from bot.words.games import get_words
from bot.words.language import Language, template
from engine import AnalysedMove, Judgement, Label, Outcome, clearness

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _FOOT = 36, 36, 44, 74  # pixels around the curve
_SIZE, _NUMBER_SIZE, _SIGN_SIZE = 22, 17, 18
_GROUND, _HALF, _LEVEL, _TEXT = "#1b2130", "#232b3d", "#5a6987", "#cdd8ea"
_PROVEN, _ESTIMATED, _CURVE, _SHOWN = "#48618f", "#333f58", "#e8eefb", "#ffffff"
_DARK = "#10131a"
_DISC, _RING, _EDGE, _BAR_MOST = 13, 18, 3, 44
_NUMBERS_MOST = 12
_POINTS_MOST = 300  # two pixels apart

SIGNS: Mapping[Label, tuple[str, str]] = {
    Label.INACCURACY: ("?!", "#ffd166"),
    Label.MISTAKE: ("?", "#ff9f4a"),
    Label.BLUNDER: ("??", "#ff6b5e"),
}
"""What stands for an error, and in which colour."""

_HEIGHTS = {Outcome.FIRST: 1.0, Outcome.SECOND: -1.0, Outcome.DRAW: 0.0}
_AHEAD = template("{side} ahead")
_PLAYERS = (template("First player"), template("Second player"))
_KEY = template("bright: proven, dark: my estimate")


class Point(NamedTuple):
    """How far ahead the first player is in a position, from -1 to 1, and whether it is proven who is."""

    height: float
    is_proven: bool


def render_curve(language: Language, reviewed: Reviewed, shown: int | None = None) -> bytes:
    """Return the curve of a match as a PNG; the error at the ply `shown` stands out."""
    brush = Brush(_WIDTH, _HEIGHT, _GROUND)
    points = list(list_points(reviewed))
    _draw_field(brush, language, reviewed)
    drawn = [*range(0, len(points) - 1, -(-len(points) // _POINTS_MOST)), len(points) - 1]
    for number in drawn:
        _draw_bar(brush, _x(number, len(points)), points[number], _measure_step(len(points)))
    for pair in pairwise(drawn):
        start, end = ((_x(each, len(points)), _y(points[each].height)) for each in pair)
        brush.draw_line(start, end, _EDGE, _CURVE)
    first = reviewed.match.first_ply
    _draw_numbers(brush, len(points), first)
    for judgement in reviewed.review.judgements:
        if judgement.is_error:
            _draw_error(brush, judgement, points, first, is_shown=judgement.ply == shown)
    return encode_png(brush.finish())


def list_points(reviewed: Reviewed) -> Iterator[Point]:
    """Yield who was ahead at the start, and after every move."""
    led: Judgement | None = None
    for judgement in reviewed.review.judgements:
        best = judgement.analysis.moves[0]
        if led is not None and led.move.is_proven and not best.is_proven:
            yield _point(led.move, led.seat)
        else:
            yield _point(best, judgement.seat)
        led = judgement
    match, final = reviewed.match, reviewed.final
    if final is not None:
        yield _point(final.moves[0], final.state.to_move)
    else:
        yield Point(_HEIGHTS[match.state.outcome or Outcome.DRAW], is_proven=True)


def _point(best: AnalysedMove, seat: int) -> Point:
    """Return how far ahead the first player is by a move: the nearer the end, the further."""
    height = best.value * 0.45
    if best.exact and best.margin is not None:
        height = best.value * clearness(best.margin)
    elif best.exact:
        height = best.value * (0.5 + 0.5 * 0.93**best.distance)
    return Point(-height if seat else height, best.is_proven)


def _measure_step(count: int) -> float:
    return (_WIDTH - _LEFT - _RIGHT) / max(count - 1, 1)


def _x(number: int, count: int) -> float:
    return _LEFT + number * _measure_step(count)


def _y(height: float) -> float:
    middle, half = _level(), (_HEIGHT - _TOP - _FOOT) / 2
    return middle - height * half


def _level() -> float:
    return _TOP + (_HEIGHT - _TOP - _FOOT) / 2


def _draw_field(brush: Brush, language: Language, reviewed: Reviewed) -> None:
    """Draw the line of level play, and say which side is ahead above it and below."""
    words = get_words(reviewed.match.game)
    brush.draw_box((8, _TOP - 8), (_WIDTH - 8, _HEIGHT - _FOOT + 8), 10, _HALF)
    brush.draw_line((_LEFT, _level()), (_WIDTH - _RIGHT, _level()), 2, _LEVEL)
    for seat, y in ((0, 18), (1, _HEIGHT - 18)):
        side = words.name_side(language, seat) or language.say(_PLAYERS[seat])
        text = language.say(_AHEAD, side=side)
        x = _LEFT + 22 + measure_text(text, _SIZE) / 2
        brush.draw_triangle(_LEFT + 4, y, 14, _TEXT, is_upwards=seat == 0)
        brush.draw_text(x, y, text, _SIZE, _TEXT)
    if not all(each.is_proven for each in list_points(reviewed)):
        key = language.say(_KEY)
        brush.draw_text(_WIDTH - _RIGHT - measure_text(key, 17) / 2, 18, key, 17, _TEXT)


def _draw_bar(brush: Brush, x: float, point: Point, step: float) -> None:
    """Draw how far ahead a side is in one position."""
    low, high = sorted((_level(), _y(point.height)))
    width = min(max(step * 0.7, 2), _BAR_MOST)
    if high - low >= 1:
        brush.draw_box(
            (x - width / 2, low), (x + width / 2, high), 2, _PROVEN if point.is_proven else _ESTIMATED
        )


def _draw_numbers(brush: Brush, count: int, first: int) -> None:
    """Write the number of the move that led to a position below it, of as many as there is room for."""
    every = -(-(count - 1) // _NUMBERS_MOST) or 1
    for number in range(every, count, every):
        brush.draw_text(_x(number, count), _HEIGHT - _FOOT + 24, str(first + number), _NUMBER_SIZE, _TEXT)


def _draw_error(
    brush: Brush, judgement: Judgement, points: list[Point], first: int, *, is_shown: bool
) -> None:
    """Mark an error where it led to."""
    number = judgement.ply + 1 - first
    x, y = _x(number, len(points)), _y(points[number].height)
    sign, colour = SIGNS[judgement.label]
    if is_shown:
        brush.draw_disc(x, y, _RING, _SHOWN)
    brush.draw_disc(x, y, _DISC, colour)
    brush.draw_text(x, y, sign, _SIGN_SIZE, _DARK)
