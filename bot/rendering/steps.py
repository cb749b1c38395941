"""A move of a line of play as a picture: the position after it, and on it what it threatens or decides."""

from collections.abc import Iterator
from itertools import chain
from math import hypot

from bot.models import Move
from bot.rendering.game_view import Scene
from bot.rendering.overlays import Arrow, Spot, draw_over
from bot.rendering.pictures import encode_png
from bot.rendering.views import get_view
from bot.words.language import Language
from engine import Action
from engine.steps import Step, completed_by


def render_step(language: Language, step: Step, seat: int) -> bytes:
    """Return the position after a move as a PNG, seen from a seat, with arrows along what it threatens.

    Where seeds are sown, the arrow leads to where the last one fell.
    """
    view, after = get_view(step.state.game).seen_by(seat), step.after
    last = Move(step.state.to_move, step.action)
    board = view.draw(Scene(language, after, last, is_over=True))
    threats = () if after.is_terminal else tuple(chain(*step.threats))
    arrows = [arrow for threat in threats for arrow in _find_arrows(step, threat)]
    if (path := view.trace(step.state, step.action)) is not None:
        arrows.append(Arrow(*path))
    return encode_png(draw_over(board, {arrow.end for arrow in arrows}, arrows) if arrows else board)


def _find_arrows(step: Step, threat: Action) -> Iterator[Arrow]:
    """Yield arrows along the line that a threat would complete, from both ends; none on other boards."""
    view, after = get_view(step.state.game), step.after
    goal = view.locate_action(after, threat)
    spots = [spot for cell in completed_by(after, threat) if (spot := view.locate_cell(cell))]
    if goal is None or not spots:
        return
    end = max(spots, key=lambda spot: _measure_distance(spot, goal))
    for start in {end, max(spots, key=lambda spot: _measure_distance(spot, end))} - {goal}:
        yield Arrow(start, goal)


def _measure_distance(spot: Spot, other: Spot) -> float:
    return hypot(spot.x - other.x, spot.y - other.y)
