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
    from engine.solver import Stop


class Measure(Enum):
    """What a player's numbers are; of each, the greater is the better."""

    VALUE = "value"
    """What the player to move can expect, from -1, a loss, to 1, a win."""
    CHANCE = "chance"
    """How likely it is to take the action, from 0 to 1."""


class Thoughts(NamedTuple):
    """A player's own number for each action that it thought about, and what these numbers are."""

    measure: Measure
    numbers: Mapping[Action, float]


class Choice(NamedTuple):
    """The action that a player takes, what it thought, and its analysis if that is worth keeping."""

    action: Action
    thoughts: Thoughts
    analysis: Analysis | None = None


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
