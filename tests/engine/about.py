"""What remarks are about: actions of states, with what is known of them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import engine
from engine.rules.dots_and_boxes import DotsAndBoxes
from engine.rules.kalah import Kalah
from engine.rules.reversi import Reversi
from tests.engine import plain
from tests.engine.boards import cells, state_after

Worths: TypeAlias = Mapping[engine.Action, tuple[float, int]]

SEARCHED = 14
"""How many empty cells a game of four in a row may have left for its positions to be exact at once."""

IN_TABLE = 14
"""How many seeds may be left in the houses of Kalah likewise."""

EMPTY = 8
"""How many cells may be empty in Reversi likewise."""

DEPTHS = {"kalah": 6, "oware": 6, "reversi": 2, "reversi-6x6": 2}
"""How far is looked where what is said tells of several turns."""


class About(NamedTuple):
    """An action of a state, with what every action of the state is worth, and the lines of best play.

    A worth is a value and a distance, for the player to move; actions whose worth is unknown are left out.
    """

    state: engine.State
    action: engine.Action
    worths: Worths
    line: tuple[engine.Action, ...] = ()
    lines: Mapping[engine.Action, tuple[engine.Action, ...]] = MappingProxyType({})

    @property
    def after(self) -> engine.State:
        return self.state.successor(self.action)

    @property
    def mover(self) -> int:
        return self.state.to_move

    @property
    def value(self) -> float:
        return self.worths[self.action][0]

    @property
    def values(self) -> list[float]:
        """The values of all actions; none of them may be unknown."""
        return [self.worths[action][0] for action in self.state.actions()]


def positions(slug: str, games: int) -> Iterator[engine.State]:
    """Yield the running states of random games."""
    rng = Random(slug)
    for _ in range(games):
        state = engine.game(slug).initial()
        while not state.is_terminal:
            yield state
            state = state.successor(rng.choice(state.actions()))


def remarks_on(
    game: engine.Game, names: str, name: str, depth: int | None = None
) -> tuple[engine.Remark, ...]:
    """Return the remarks on a move after moves of these names."""
    state = state_after(game, names)
    return engine.remarks(engine.analyse(state, depth=depth))[game.action_named(state, name)]


@lru_cache(64)
def analysed(state: engine.State) -> engine.Analysis:
    is_exact = (
        state.game.is_small
        or isinstance(state.game, DotsAndBoxes)
        or (plain.shows_threats(state) and cells(state).count(None) <= SEARCHED)
        or (isinstance(state.game, Kalah) and sum(state.game.houses(state)) <= IN_TABLE)
        or (isinstance(state.game, Reversi) and state.ply >= state.game.cells_number - 4 - EMPTY)
    )
    return engine.analyse(state) if is_exact else engine.analyse(state, depth=DEPTHS.get(state.game.slug, 3))


def clear_results() -> None:
    """Drop the results of analyses, so that the next one follows from its question alone."""
    engine.analysis.POOL.clear()
    analysed.cache_clear()


def worths(analysis: engine.Analysis) -> Worths:
    """Return what is known of every action: by plain minimax if that is cheap, else by the analysis."""
    state = analysis.state
    if not plain.is_cheap(state):
        return {move.action: (move.value, move.distance) for move in analysis.moves if move.exact}
    known = {action: plain.worth(state.successor(action)) for action in state.actions()}
    return {action: (-value, distance + 1) for action, (value, distance) in known.items()}
