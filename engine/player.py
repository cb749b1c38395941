"""What a player is: who chooses an action in a state, and says what it thought of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from engine.analysis import Analysis
    from engine.game import Action, Game, State
    from engine.solver import AnalysedMove, Stop

_MUCH = 0.5  # to expect more of a draw, or less, is to be wrong


class Measure(Enum):
    """What a player's numbers are; of each, the greater is the better."""

    VALUE = "value"
    """What the player to move can expect, from -1, a loss, to 1, a win."""
    CHANCE = "chance"
    """How likely it is to take the action, from 0 to 1."""
    VISITS = "visits"
    """How often it tried the action in its head."""


class Thoughts(NamedTuple):
    """A player's own number for each action that it thought about, and what these numbers are.

    `values` are what it expects besides where it counts visits: from -1, a loss, to 1, a win.
    """

    measure: Measure
    numbers: Mapping[Action, float]
    values: Mapping[Action, float] | None = None

    def expect(self, action: Action) -> float | None:
        """Return what it expects of an action, from -1 to 1, None if it does not judge or knows nothing."""
        values = self.numbers if self.measure is Measure.VALUE else self.values or {}
        return values.get(action)

    def misjudges(self, move: AnalysedMove) -> bool:
        """Whether it expects not to lose by a proven loss, not to win by a win, or no draw of a draw."""
        expected = self.expect(move.action)
        if expected is None or not move.is_proven:
            return False
        return abs(round(expected, 1) - move.value) >= (1 if move.value else _MUCH)


class Choice(NamedTuple):
    """The action that a player takes, what it thought, and its analysis if that is worth keeping."""

    action: Action
    thoughts: Thoughts
    analysis: Analysis | None = None

    def accounts_for(self, action: Action) -> bool:
        """Whether the player may have thought just this when it took an action, even if it drew otherwise."""
        measure, numbers, _ = self.thoughts
        return action == self.action or (measure is Measure.CHANCE and numbers.get(action, 0) > 0)


class Player(ABC):
    """Who chooses: a level, a search, or whatever has learnt the game.

    A new player is a subclass that fills in what is abstract, in a module of `engine.players`. `name` tells
    it from all others, and is all that a worker process is told of it.
    """

    name: str

    def knows(self, game: Game) -> bool:  # noqa: ARG002 - most know every game
        """Whether it can play that game."""
        return True

    def polls(self, game: Game) -> int | None:  # noqa: ARG002 - most end by themselves
        """How often it may poll where a count stands for the time it has; None if it needs no limit."""
        return None

    @abstractmethod
    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose a legal action of a running state; all chance comes from `rng`.

        `stop` is polled during long thoughts. Once it is true, the player chooses by what it knows so far.
        """

    @abstractmethod
    def is_instant(self, game: Game) -> bool:
        """Whether it chooses within a moment wherever that game stands, so that nobody need wait for it."""
