"""The slider of intelligence: from the worst move there is, over pure chance, to the best."""

from __future__ import annotations

from math import exp, pi, tan
from typing import TYPE_CHECKING

from engine.analysis import analyse, is_instant
from engine.player import Choice, Measure, Player, Thoughts

if TYPE_CHECKING:
    from random import Random

    from engine.analysis import Analysis
    from engine.game import Action, Game, State
    from engine.solver import Stop

_MOST = 100


class Slider(Player):
    """Takes a move the likelier, the better it is among those there are, and the more so the higher its `iq`.

    At 50 all are alike to it; below, it prefers the worse ones, in the same measure.
    """

    def __init__(self, iq: int) -> None:
        self.name, self.iq = f"iq-{iq}", iq

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Draw an action by the chances that the thoughts tell of."""
        analysis = analyse(state, stop, has_lines=False)
        chances = self.chances(analysis)
        action = rng.choices([*chances], [*chances.values()])[0]
        return Choice(action, Thoughts(Measure.CHANCE, chances), analysis)

    def chances(self, analysis: Analysis) -> dict[Action, float]:
        """Return how likely it takes each action: the place among all that it has decides."""
        ranks = sorted({move.rank for move in analysis.moves})
        if len(ranks) == 1 or self.iq in {0, _MOST}:
            end = ranks[-1 if self.iq else 0]
            weights = {move.action: float(move.rank == end) for move in analysis.moves}
        else:
            lean = tan(pi / 2 * (2 * self.iq / _MOST - 1))
            steps = {rank: index / (len(ranks) - 1) for index, rank in enumerate(ranks)}
            weights = {move.action: exp(lean * steps[move.rank]) for move in analysis.moves}
        whole = sum(weights.values())
        return {action: weight / whole for action, weight in weights.items()}

    def is_instant(self, game: Game) -> bool:
        """Whether the game is analysed within a moment."""
        return is_instant(game)


PLAYERS = tuple(Slider(iq) for iq in range(_MOST + 1))
