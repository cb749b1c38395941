"""How strongly to play: a level turns an analysis into the chance of each action."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from engine.analysis import AnalysedMove, Analysis
    from engine.game import Action

    Policy: TypeAlias = Callable[[Analysis], Mapping[Action, float]]


def choose(analysis: Analysis, level: str, rng: Random) -> Action:
    """Choose an action as strongly as the level plays; ValueError with the known levels if it is none of them."""
    if level not in _POLICIES:
        raise ValueError(f"There is no level {level!r}. The known levels are: {', '.join(LEVELS)}.")
    chances = _POLICIES[level](analysis)
    return rng.choices(list(chances), list(chances.values()))[0]


def easy(analysis: Analysis) -> dict[Action, float]:
    """Prefer better actions a little, so that a child can win."""
    return _preferring_merit(analysis.moves, sight=0.8, error=0.8)


def medium(analysis: Analysis) -> dict[Action, float]:
    """Err less the worse the error is; never miss a win on this move."""
    return _preferring_merit(_winning_at_once(analysis) or analysis.moves, sight=0.8, error=0.25)


def hard(analysis: Analysis) -> dict[Action, float]:
    """Err rarely; never miss a win or a loss on the next move."""
    moves = _winning_at_once(analysis) or _not_losing_at_once(analysis) or analysis.moves
    return _preferring_merit(moves, sight=0.9, error=0.15)


def perfect(analysis: Analysis) -> dict[Action, float]:
    """Take any of the best actions."""
    return dict.fromkeys(analysis.best, 1.0)


_POLICIES: dict[str, Policy] = {policy.__name__: policy for policy in (easy, medium, hard, perfect)}

LEVELS: tuple[str, ...] = tuple(_POLICIES)
"""The levels, weakest first."""


def _winning_at_once(analysis: Analysis) -> list[AnalysedMove]:
    return [move for move in analysis.moves if move.value == 1 and move.distance == 1]


def _not_losing_at_once(analysis: Analysis) -> list[AnalysedMove]:
    return [move for move in analysis.moves if move.value > -1 or move.distance > 2]


def _preferring_merit(moves: Sequence[AnalysedMove], *, sight: float, error: float) -> dict[Action, float]:
    return {move.action: exp(move.value * sight ** (move.distance - 1) / error) for move in moves}
