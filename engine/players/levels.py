"""Levels: players who analyse the state and then err, the less, the stronger they are."""

from __future__ import annotations

from itertools import accumulate
from math import exp
from typing import TYPE_CHECKING, TypeAlias

from engine.analysis import analyse, is_instant
from engine.player import Choice, Measure, Player, Thoughts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.analysis import Analysis
    from engine.game import Action, Game, State
    from engine.solver import AnalysedMove, Stop

    Chances: TypeAlias = dict[Action, float]


class Level(Player):
    """A player who turns an analysis into the chance of each action.

    In a game that has to be searched it looks `depth` plies ahead (None: as far as it can).
    """

    def __init__(self, name: str, chances: Callable[[Analysis], Chances], depth: int | None = None) -> None:
        self.name = name
        self.chances = chances
        self.depth = depth

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose by chance; what it thought is what every action is worth."""
        analysis = analyse(state, stop, self.depth)
        thoughts = Thoughts(Measure.VALUE, {move.action: move.value for move in analysis.moves})
        is_whole = self.depth is None  # what was looked at less far is not worth keeping
        return Choice(self.draw(analysis, rng), thoughts, analysis if is_whole else None)

    def draw(self, analysis: Analysis, rng: Random) -> Action:
        """Draw an action of an analysis by its chance."""
        chances = self.chances(analysis)
        return rng.choices(list(chances), list(chances.values()))[0]

    def is_instant(self, game: Game) -> bool:
        """Whether the game is analysed within a moment."""
        return is_instant(game)


def choose(analysis: Analysis, level: str, rng: Random) -> Action:
    """Choose an action as the level does; ValueError with the known levels if it is none of them."""
    return get_level(level).draw(analysis, rng)


def get_level(name: str) -> Level:
    """Return the level of that name; ValueError with the known ones if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"There is no level “{name}”. The levels are {', '.join(LEVELS)}.") from None


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


PLAYERS = (
    Level("easy", _easy, depth=2),
    Level("medium", _medium, depth=4),
    Level("hard", _hard, depth=8),
    Level("perfect", _perfect),
)
_BY_NAME = {level.name: level for level in PLAYERS}

LEVELS = tuple(_BY_NAME)
"""The levels, weakest first."""
