"""The common part of games of sowing seeds: two rows of houses, a store for each player, and captures."""

from abc import abstractmethod
from math import atanh
from typing import Final, NamedTuple

from engine.base import Action, Game, Position, State
from engine.rules.counting import SURE

_QUARTERS: Final = 4


class Capture(NamedTuple):
    """How many seeds an action captures."""

    seeds: int
    action: Action


class Sowing(Game):
    """A game of two rows of houses and a store for each player: an abstract class.

    `scale` is how many seeds ahead are worth an estimate of tanh(1). Of what is captured `own_seeds` were the
    player's.
    """

    names = "abcdef"
    """The letters of the houses, counted from the left of the player to move."""

    scale: float
    own_seeds: int = 0

    @abstractmethod
    def houses(self, state: State) -> tuple[int, ...]:
        """Return the seeds in the first player's houses from their left, then in the second's."""

    @abstractmethod
    def stores(self, state: State) -> tuple[int, int]:
        """Return how many seeds are in the store of the first player, and of the second."""

    @abstractmethod
    def best_capture(self, position: Position) -> Capture:
        """Return the move that captures the most seeds, the first of equals."""

    @abstractmethod
    def captured(self, state: State, action: Action) -> int:
        """Return how many seeds an action captures."""

    @abstractmethod
    def taken(self, position: Position, action: Action) -> tuple[int, ...]:
        """Return which houses of the opponent an action captures that captures any, from their left."""

    @abstractmethod
    def passed(self, position: Position) -> Position:
        """Return the position with the other player to move."""

    @abstractmethod
    def kept(self, state: State, action: Action) -> tuple[int, int]:
        """Return how many seeds of their own rows the players get if the action ends the game."""

    def count(self, value: float) -> float:
        """Return how many seeds ahead the player is of whom this is the estimate, in quarters of a seed."""
        bound = max(-SURE, min(SURE, value))
        return round(_QUARTERS * self.scale * atanh(bound)) / _QUARTERS

    def gain(self, state: State, action: Action) -> int:
        """Return how many seeds an action brings into the store of its player."""
        player = state.to_move
        return self.stores(state.successor(action))[player] - self.stores(state)[player]

    def row(self, state: State, player: int) -> tuple[int, ...]:
        """Return the seeds in the houses of a player, from their left."""
        houses = self.houses(state)
        middle = len(houses) // 2
        return houses[middle:] if player else houses[:middle]
