"""The slider of intelligence: from the worst move there is, over pure chance, to the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.analysis import analyse, is_instant, polls_in
from engine.player import Choice, Measure, Player, Thoughts

if TYPE_CHECKING:
    from random import Random

    from engine.analysis import Analysis
    from engine.game import Action, Game, State
    from engine.solver import Stop

_MOST = 100

_EVEN = 1.35
"""How much the odds of the best against the worst weigh: so every ten points of `iq` win about as much more.

`python -m tests.benchmarks.levels` prints how much that is against random play.
"""


class Slider(Player):
    """Takes a move the likelier, the better it is among those there are, and the more so the higher its `iq`.

    At 50 all are alike to it; below, it prefers the worse ones, in the same measure. What it has of 100 is to
    what it lacks about as the best move is to the worst.
    """

    def __init__(self, iq: int) -> None:
        self.name, self.iq = f"iq-{iq}", iq

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Draw an action by the chances that the thoughts tell of."""
        analysis = analyse(state, stop, has_lines=False)
        chances = self.chances(analysis)
        action = rng.choices([*chances], [*chances.values()])[0]
        return Choice(action, Thoughts(Measure.CHANCE, chances), analysis)

    def polls(self, game: Game) -> int:
        """Limit the analysis."""
        return polls_in(game)

    def chances(self, analysis: Analysis) -> dict[Action, float]:
        """Return how likely it takes each action: the place among all that it has decides."""
        ranks = sorted({move.rank for move in analysis.moves})
        places = {move.action: ranks.index(move.rank) for move in analysis.moves}
        weights = {
            action: self._weight(places[action], len(ranks) - 1) for action in analysis.state.actions()
        }
        whole = sum(weights.values())
        return {action: weight / whole for action, weight in weights.items()}

    def _weight(self, place: int, last: int) -> float:
        """Return how much a place counts, from 0 for the worst moves to the last for the best."""
        if self.iq in {0, _MOST}:
            return float(place == (last if self.iq else 0))
        odds = self.iq / (_MOST - self.iq)
        return odds ** (_EVEN * place / last) if last else 1.0

    def is_instant(self, game: Game) -> bool:
        """Whether the game is analysed within a moment."""
        return is_instant(game)


PLAYERS = tuple(Slider(iq) for iq in range(_MOST + 1))
