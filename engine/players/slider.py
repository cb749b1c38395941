"""The slider of intelligence: from the worst moves, over pure chance, to the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.analysis import Analysis, analyse, is_instant, polls_in
from engine.base import Action, Game, State
from engine.player import Choice, Measure, Player, Thoughts
from engine.solver import Stop

if TYPE_CHECKING:
    from random import Random


_MOST = 100

_EVEN = 1.35
"""The weight of the odds of the best against the worst, by which every ten points of `iq` win as much."""


class Slider(Player):
    """Prefers moves by their rank among the legal ones, the more so the higher its `iq`.

    At 50 it plays at random; below, it prefers the worse ones, in the same measure. `iq` to 100 - `iq` is
    about the ratio of its weights of the best and the worst move.
    """

    def __init__(self, iq: int) -> None:
        self.name, self.iq = f"iq-{iq}", iq

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Draw an action by the probabilities in its thoughts."""
        analysis = analyse(state, stop, has_lines=False)
        chances = self.chances(analysis)
        action = rng.choices([*chances], [*chances.values()])[0]
        return Choice(action, Thoughts(Measure.CHANCE, chances), analysis)

    def is_proven(self, game: Game) -> bool:
        """Whether it takes the best moves alone, and they are proven."""
        return self.iq == _MOST and game.is_proven

    def polls(self, game: Game) -> int:
        """Limit the analysis."""
        return polls_in(game)

    def chances(self, analysis: Analysis) -> dict[Action, float]:
        """Return the probability of each action, by its rank among all."""
        ranks = sorted({move.rank for move in analysis.moves})
        places = {move.action: ranks.index(move.rank) for move in analysis.moves}
        weights = {
            action: self._weight(places[action], len(ranks) - 1) for action in analysis.state.actions()
        }
        whole = sum(weights.values())
        return {action: weight / whole for action, weight in weights.items()}

    def _weight(self, place: int, last: int) -> float:
        """Return the weight of a rank, from 0 for the worst moves to `last` for the best."""
        if self.iq in {0, _MOST}:
            return float(place == (last if self.iq else 0))
        odds = self.iq / (_MOST - self.iq)
        return odds ** (_EVEN * place / last) if last else 1.0

    def is_instant(self, game: Game) -> bool:
        """Whether the game is analysed within a moment."""
        return is_instant(game)


PLAYERS = tuple(Slider(iq) for iq in range(_MOST + 1))
