"""Games that count: the player who has more in the end wins, and best play is for the greatest margin."""

from abc import abstractmethod
from math import atanh, tanh
from typing import Final

from engine.base import Game, Position

SURE: Final = 0.9999
"""Greater than any estimate of a position: a greater value is decided, as far as is known."""


class Counting(Game):
    """A game that counts: an abstract class.

    `scale` is how many seeds, discs or boxes ahead are worth an estimate of tanh(1).
    """

    scale: float

    @abstractmethod
    def margin(self, position: Position) -> int:
        """Return how many more than the opponent the player to move has."""

    def utility(self, position: Position) -> int:
        """Compare what the players have."""
        lead = self.margin(position)
        return (lead > 0) - (lead < 0)

    def estimate(self, lead: float) -> float:
        """Return what it is worth to be so far ahead."""
        return tanh(lead / self.scale)

    def count(self, value: float) -> float:
        """Return how far ahead the player is of whom this is the estimate."""
        return self.scale * atanh(max(-SURE, min(SURE, value)))
