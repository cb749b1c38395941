"""What a game is: rules over positions, and the states a player sees."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum
from typing import NamedTuple, Protocol, TypeAlias

Action: TypeAlias = int
"""A choice in a state."""

Position: TypeAlias = int
"""All that the rules look at, packed into one int and seen by the player to move; each game packs its own way."""


class IllegalActionError(ValueError):
    """The action is not legal in this state."""


class Outcome(Enum):
    """How a game ended."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"


class Game(Protocol):
    """The rules of a game of two players who alternate and see everything.

    The rules speak of positions; whoever plays speaks of states. A new game subclasses this, fills in what is
    abstract, and is added to the registry in `engine.games`.
    """

    slug: str
    title: str
    rows: int
    columns: int

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position in which every match begins."""

    @abstractmethod
    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where each legal action leads, in the fixed order of the actions; empty when the game has ended."""

    @abstractmethod
    def utility(self, position: Position) -> int:
        """Return what an ended position is worth to the player to move: 1, 0 or -1."""

    @abstractmethod
    def estimate(self, position: Position) -> float:
        """Guess what a running position is worth to the player to move, strictly between -1 and 1."""

    @abstractmethod
    def cells(self, state: State) -> tuple[int | None, ...]:
        """Return who owns each cell, row by row: 0 the first player, 1 the second, None nobody."""

    @abstractmethod
    def name_of(self, state: State, action: Action) -> str:
        """Return what players call the action; ValueError if it is not legal."""

    def remarks(self, state: State, action: Action) -> list[str]:  # noqa: ARG002 - a game may have nothing to say
        """Say what the rules alone, without any search, tell about a legal action."""
        return []

    def initial(self) -> State:
        """Return the state in which every match begins."""
        return State(self, self.start, 0)

    def action_named(self, state: State, name: str) -> Action:
        """Return the legal action of that name; ValueError with the legal names if there is none."""
        names = {self.name_of(state, action): action for action in state.actions()}
        try:
            return names[name.strip().lower()]
        except KeyError:
            legal = ", ".join(names) or "none, because the game is over"
            raise ValueError(
                f"There is no move {name.strip()!r} here. The legal moves are: {legal}."
            ) from None


class State(NamedTuple):
    """A position of a game as a player sees it; immutable, and equal to any other state of the same position."""

    game: Game
    position: Position
    ply: int

    @property
    def to_move(self) -> int:
        """Whose turn it is: 0 the first player, 1 the second."""
        return self.ply % 2

    @property
    def cells(self) -> tuple[int | None, ...]:
        """Who owns each cell, row by row: 0 the first player, 1 the second, None nobody."""
        return self.game.cells(self)

    @property
    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return not self.game.successors(self.position)

    @property
    def utility(self) -> int:
        """What an ended state is worth to the player to move: 1, 0 or -1; ValueError while the game runs."""
        if not self.is_terminal:
            raise ValueError("A running game has no utility yet.")
        return self.game.utility(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        if not self.is_terminal:
            return None
        utility = self.utility if self.to_move == 0 else -self.utility
        return {1: Outcome.FIRST, 0: Outcome.DRAW, -1: Outcome.SECOND}[utility]

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions in a fixed order; none when the game has ended."""
        return tuple(self.game.successors(self.position))

    def successor(self, action: Action) -> State:
        """Return the state after the action; IllegalActionError if it is not legal."""
        try:
            position = self.game.successors(self.position)[action]
        except KeyError:
            raise IllegalActionError(f"Action {action} is not legal here.") from None
        return State(self.game, position, self.ply + 1)
