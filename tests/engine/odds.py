"""How probable every end of a small game is between two players, over every choice that they may make.

They have to play alike where a board is turned or mirrored, and to choose by chances that they tell.
"""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import TypeAlias

import engine
from engine.players.levels import Level
from engine.players.slider import Slider

analysis = cache(engine.analyse)


Odds: TypeAlias = tuple[float, float, float]

OUTCOMES = (engine.Outcome.FIRST, engine.Outcome.DRAW, engine.Outcome.SECOND)


@cache
def chances(player: engine.Player, state: engine.State) -> Mapping[engine.Action, float]:
    """Return how probable each action is that a player chooses by chance."""
    if isinstance(player, Level | Slider):
        weights: Mapping[engine.Action, float] = player.chances(analysis(state))
    else:
        weights = player.choose(state, None, Random(1)).thoughts.numbers
    whole = sum(weights.values())
    return {action: weight / whole for action, weight in weights.items() if weight}


def turned(state: engine.State) -> engine.State:
    """Return the state of which all that differ by a symmetry are images."""
    return state._replace(position=min(state.game.symmetries(state.position)))


def odds(game: engine.Game, first: engine.Player, second: engine.Player) -> Odds:
    """Return how probable it is that the first player wins, that nobody does, that the second does."""

    @cache
    def after(state: engine.State) -> Odds:
        if state.is_terminal:
            return (state.outcome is OUTCOMES[0], state.outcome is OUTCOMES[1], state.outcome is OUTCOMES[2])
        choices = chances((first, second)[state.to_move], state).items()
        ends = [(chance, after(turned(state.successor(action)))) for action, chance in choices]
        wins, draws, losses = (sum(chance * end[i] for chance, end in ends) for i in range(3))
        return wins, draws, losses

    return after(game.initial())


def results(game: engine.Game, one: engine.Player, other: engine.Player) -> Odds:
    """Return how probable it is that the one wins, draws and loses, who begins half of the games."""
    ends = zip(odds(game, one, other), reversed(odds(game, other, one)), strict=True)
    wins, draws, losses = (sum(both) / 2 for both in ends)
    return wins, draws, losses


def points(game: engine.Game, one: engine.Player, other: engine.Player) -> float:
    """Return which share of the points the one can expect, a draw being half of one."""
    wins, draws, _ = results(game, one, other)
    return wins + draws / 2
