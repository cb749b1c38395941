"""Tabular Q-learning, after Watkins (1989), by self-play.

In a game whose actions have certain results, the value of an action is that of the position after it to the
player who moved; so that position is the key, and images under the game's symmetries share an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.base import Action, Game, Position

if TYPE_CHECKING:
    from random import Random


_STEP = 0.5
"""The learning rate: without chance in the game there is nothing to average."""

_DIGITS = 3

CURIOSITY: Final = 1.0
"""The probability of a random action: 1, as this visits all positions, and the value of best play from each
is learnt all the same (with 0.5 and less it still loses some games of wild tic-tac-toe)."""


@dataclass
class QTable:
    """The values of visited positions of a game to the player who moved into them, from -1 to 1."""

    game: Game
    values: dict[Position, float]

    def action_values(self, position: Position) -> Mapping[Action, float]:
        """Return the value of each legal action; 0 where it has not been learnt."""
        successors = self.game.successors(position)
        return {action: self.values.get(self._pick_image(after), 0.0) for action, after in successors.items()}

    def learn(self, episodes: int, rng: Random, curiosity: float = CURIOSITY) -> Iterator[int]:
        """Play this many games against itself and learn from each; yield their number after each.

        With the probability `curiosity` an action is drawn at random instead of taken for its value.
        """
        for episode in range(1, episodes + 1):
            position = self.game.start
            while successors := self.game.successors(position):
                action = self._tried(position, rng, curiosity)
                self._learn_from(position, successors[action])
                position = successors[action]
            yield episode

    def _tried(self, position: Position, rng: Random, curiosity: float) -> Action:
        values = self.action_values(position)
        if rng.random() < curiosity:
            return rng.choice([*values])
        return rng.choice(best_of(values))

    def _learn_from(self, position: Position, after: Position) -> None:
        """Move the value of an action towards its reward, or towards the best that can follow."""
        side = 1 if self.game.keeps_turn(position, after) else -1
        follow = self.action_values(after)
        seen = side * (max(follow.values()) if follow else self.game.utility(after))
        key = self._pick_image(after)
        known = self.values.get(key, 0.0)
        self.values[key] = known + _STEP * (seen - known)

    def _pick_image(self, position: Position) -> Position:
        return min(self.game.symmetries(position))

    def as_lines(self) -> Iterator[str]:
        """Return the table as lines: each position, in hexadecimal digits, and its value."""
        for position, value in sorted(self.values.items()):
            yield f"{position:x} {round(value, _DIGITS):g}"

    @classmethod
    def from_lines(cls, game: Game, lines: Iterable[str]) -> QTable:
        """Read what `as_lines` wrote; ValueError if the text is anything else."""
        pairs = (line.split() for line in lines)
        return cls(game, {int(position, 16): float(value) for position, value in pairs})


def best_of(values: Mapping[Action, float]) -> list[Action]:
    """Return the actions of the greatest value."""
    most = max(values.values())
    return [action for action, value in values.items() if value == most]
