"""How strongly to play: a level turns an analysis into the chance of each action.

A further level, or any other kind of player, is one more function here, named in `_POLICIES`.
"""

from __future__ import annotations

from itertools import accumulate
from math import exp
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.analysis import Analysis
    from engine.game import Action
    from engine.solver import AnalysedMove

    Chances: TypeAlias = dict[Action, float]


def choose(analysis: Analysis, level: str, rng: Random) -> Action:
    """Choose an action as the level does; ValueError with the known levels if it is none of them."""
    weights = chances(analysis, level)
    return rng.choices(list(weights), list(weights.values()))[0]


def chances(analysis: Analysis, level: str) -> Chances:
    """Return every action that the level may choose with its weight; ValueError if there is no such level."""
    try:
        policy = _POLICIES[level]
    except KeyError:
        raise ValueError(f"There is no level “{level}”. The levels are {', '.join(LEVELS)}.") from None
    return policy(analysis)


def depth(level: str) -> int | None:
    """Return how many plies ahead the level looks in a game that has to be searched; None: all it can."""
    return {"easy": 2, "medium": 4, "hard": 8}.get(level)


def _easy(analysis: Analysis) -> Chances:
    """Prefer better actions only a little, so that a child can win."""
    return _weighed(analysis.moves, sight=0.8, temperature=0.8)


def _medium(analysis: Analysis) -> Chances:
    """Err the less, the worse the error; never miss a win on this move."""
    return _weighed(_winning(analysis) or analysis.moves, sight=0.8, temperature=0.3)


def _hard(analysis: Analysis) -> Chances:
    """Err rarely; never miss a win or a loss on the next move."""
    return _weighed(
        _winning(analysis) or _surviving(analysis) or analysis.moves, sight=0.85, temperature=0.15
    )


def _perfect(analysis: Analysis) -> Chances:
    """Choose any of the best actions."""
    return dict.fromkeys(analysis.best, 1.0)


_POLICIES: dict[str, Callable[[Analysis], Chances]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
    "perfect": _perfect,
}

LEVELS = tuple(_POLICIES)
"""The levels, weakest first."""


def _winning(analysis: Analysis) -> list[AnalysedMove]:
    return [move for move in analysis.moves if move.wins_at_once]


def _surviving(analysis: Analysis) -> list[AnalysedMove]:
    return [move for move in analysis.moves if not move.loses_next]


def _weighed(moves: Sequence[AnalysedMove], *, sight: float, temperature: float) -> Chances:
    """Weigh each action by its worth, or that of a worse one if this is greater; the moves are best first.

    The lower the temperature, the rarer errors, the grave ones rarest.
    """
    worths = accumulate((_worth(move, sight) for move in reversed(moves)), max)
    weights = {
        move.action: exp(worth / temperature) for move, worth in zip(reversed(moves), worths, strict=True)
    }
    return dict(reversed(weights.items()))


def _worth(move: AnalysedMove, sight: float) -> float:
    """Return the value, fading by `sight` with every ply that the end is away; estimates see no end."""
    return move.value * sight ** (move.distance - 1) if move.exact else move.value
