"""The interface of a player: it chooses an action in a state, and returns its thoughts about each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from engine.analysis import Analysis
from engine.base import Action, Game, State
from engine.solver import AnalysedMove, Stop

if TYPE_CHECKING:
    from random import Random


_MUCH = 0.5  # an expectation of a draw beyond this is wrong


class Measure(Enum):
    """The meaning of a player's numbers; for each, greater is better."""

    VALUE = "value"
    """The expected result for the player to move, from -1, a loss, to 1, a win."""
    CHANCE = "chance"
    """The probability of taking the action, from 0 to 1."""
    VISITS = "visits"
    """How often the player tried the action in its search."""


class Thoughts(NamedTuple):
    """A player's number for each action that it considered, and the meaning of these numbers.

    `values` are its expected results where it counts visits: from -1, a loss, to 1, a win.
    """

    measure: Measure
    numbers: Mapping[Action, float]
    values: Mapping[Action, float] | None = None

    def expect(self, action: Action) -> float | None:
        """Return the expected result of an action, from -1 to 1, None if the player has none."""
        values = self.numbers if self.measure is Measure.VALUE else self.values or {}
        return values.get(action)

    def misjudges(self, move: AnalysedMove) -> bool:
        """Whether it expects not to lose by a proven loss, not to win by a win, or no draw by a draw."""
        expected = self.expect(move.action)
        if expected is None or not move.is_proven:
            return False
        return abs(round(expected, 1) - move.value) >= (1 if move.value else _MUCH)


class Choice(NamedTuple):
    """The action that a player takes, its thoughts, and its analysis if that is worth storing."""

    action: Action
    thoughts: Thoughts
    analysis: Analysis | None = None

    def accounts_for(self, action: Action) -> bool:
        """Whether it may have had these thoughts when it took an action, even with other random numbers."""
        measure, numbers, _ = self.thoughts
        return action == self.action or (measure is Measure.CHANCE and numbers.get(action, 0) > 0)


class Player(ABC):
    """A player: a level, a search, or a learner that was trained for the game.

    A new player is a subclass that fills in what is abstract, in a module of `engine.players`. `name` tells
    it from all others, and is all that a worker process gets of it.
    """

    name: str

    def knows(self, game: Game) -> bool:  # noqa: ARG002 - most know every game
        """Whether it can play the game."""
        return True

    def is_proven(self, game: Game) -> bool:  # noqa: ARG002 - of most it is not known
        """Whether its moves in the game are proven to give away neither a win nor a draw."""
        return False

    def polls(self, game: Game) -> int | None:  # noqa: ARG002 - most end by themselves
        """Return how often it may poll where a count replaces its time; None if it needs no limit."""
        return None

    @abstractmethod
    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose a legal action of a running state; all chance comes from `rng`.

        `stop` is polled during long searches. Once it is true, the player chooses by its results so far.
        """

    def is_instant(self, game: Game) -> bool:  # noqa: ARG002 - some look further in some games
        """Whether it chooses within a moment in any state of the game, so that callers need no worker."""
        return True
