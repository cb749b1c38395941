"""Players that the engine does not come with: they look at each of their moves, and no further."""

from random import Random

import engine
from engine.solver import Stop


class Glance(engine.Player):
    """Takes a move that looks best at a glance."""

    name = "glance"

    def choose(self, state: engine.State, stop: Stop, rng: Random) -> engine.Choice:  # noqa: ARG002
        game, after = state.game, state.game.successors(state.position)
        worths = {action: -game.static_value(position) for action, position in after.items()}
        best = [action for action, worth in worths.items() if worth == max(worths.values())]
        return engine.Choice(rng.choice(best), engine.Thoughts(engine.Measure.VALUE, worths))

    def is_instant(self, game: engine.Game) -> bool:  # noqa: ARG002
        return True


class Stare(Glance):
    """Does the same, but wants to be waited for in all games but the small ones."""

    name = "stare"

    def is_instant(self, game: engine.Game) -> bool:
        return engine.is_instant(game)


PLAYERS = (Glance(), Stare())
