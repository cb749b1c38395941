"""The interface of a game: rules about positions, and the states that players see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple, TypeAlias, TypeVar

_T = TypeVar("_T")

Action: TypeAlias = int
"""A choice in a state."""

Position: TypeAlias = int
"""All that the rules depend on, packed into one int, from the side of the player to move."""


class IllegalActionError(ValueError):
    """The action is not legal in this state."""


class Fault(Enum):
    """What is wrong with a name that is no legal move; a game defines its own beside its rules."""


class GeneralFault(Fault):
    """What may be wrong in any game."""

    NOT_LEGAL = auto()


class UnknownNameError(ValueError):
    """No legal action of a state has this name; the legal ones are empty when the game has ended."""

    def __init__(self, name: str, fault: Fault, legal_names: Sequence[str]) -> None:
        legal = ", ".join(legal_names) or "none"
        super().__init__(f"No legal action is named {name!r}: {fault.name}. The legal names are: {legal}.")
        self.name, self.fault, self.legal_names = name, fault, tuple(legal_names)


class Outcome(Enum):
    """How a game ended."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"


class Game(ABC):
    """The rules of a game of two players without hidden information or chance: an abstract class.

    A new game is a subclass that fills in what is abstract, in a module of `engine.rules` that names it.
    `slug` names it in commands and tables; `names` are those of its actions by number, unless it overrides
    `name_of`. It is `is_small` if all its positions can be solved within a moment and kept. It `is_proven` if
    the level `perfect` proves each of its moves within its time, or has it from a proven book:
    docs/strength.md counts them. If a position may come again, `cycle` is a number of plies before which it
    cannot.
    """

    slug: str
    names: Sequence[str]
    start: Position
    is_small: bool = False
    is_proven: bool = False
    cycle: int | None = None

    @abstractmethod
    def successors(self, position: Position) -> dict[Action, Position]:
        """Return the position after each legal action, in a fixed order; nothing when the game has ended."""

    def has_ended(self, position: Position) -> bool:
        """Whether the game is over; a game may override it with a faster answer."""
        return not self.successors(position)

    @abstractmethod
    def utility(self, position: Position) -> int:
        """Return the value of an ended position to the player to move: 1, 0 or -1."""

    def margin(self, position: Position) -> int | None:  # noqa: ARG002 - most games are just won
        """Return by how many seeds, discs or boxes the player to move is ahead in an ended position.

        It has the sign of the utility, and best play is for the greatest margin: see `AnalysedMove`. In any
        position of a game that counts it is a number, and None in all of one that does not.
        """
        return None

    def is_decided(self, position: Position) -> bool:
        """Whether it cannot change any more who wins, be the game over or not."""
        return self.has_ended(position)

    def turn(self, position: Position) -> int | None:  # noqa: ARG002 - most games need not look
        """Return whose turn it is, 0 the first player's and 1 the second's; None where turns alternate.

        A game in which a player may move again, or has to pass without a choice, says it of every position,
        of the ended ones too. Every other game says it of none.
        """
        return None

    def keeps_turn(self, position: Position, successor: Position) -> bool:
        """Whether the player who moves from the one position to the other is to move again.

        Then the value of the successor to its player to move is its value to the mover.
        """
        turn = self.turn(position)
        return turn is not None and turn == self.turn(successor)

    @abstractmethod
    def evaluate(self, position: Position) -> float:
        """Estimate the value of a running position to the player to move, strictly between -1 and 1."""

    def static_value(self, position: Position) -> float:
        """Return the utility of an ended position, the estimate of a running one.

        A search calls this at its horizon. A game may override it with a faster answer, and may estimate
        an ended position whose end is slower to detect.
        """
        return self.utility(position) if self.has_ended(position) else self.evaluate(position)

    def split_history(self, position: Position) -> tuple[Position, frozenset[Position]]:
        """Return the position without its memory, and all such positions that end the game by coming again.

        Rules that depend on the past have it in the position. A search removes it, so that positions reached
        in two ways are equal; the rest is played by the same rules and has no past. A position that has come
        again is worth its `utility`.
        """
        return position, frozenset()

    def name_of(self, state: State, action: Action) -> str:
        """Return what players call the action, in lower case; ValueError if it is not legal."""
        if action not in self.successors(state.position):
            raise ValueError(f"Action {action} is not legal here.")
        return self.names[action]

    def symmetries(self, position: Position) -> Iterable[Position]:
        """Return every position that differs by a symmetry of the game alone, this one included."""
        return (position,)

    def wins(self, position: Position) -> tuple[Action, ...]:
        """Return the actions that win at once."""
        return tuple(
            action
            for action, after in self.successors(position).items()
            if self.has_ended(after)
            and self.utility(after) == (1 if self.keeps_turn(position, after) else -1)
        )

    def null_move(self, position: Position) -> Position | None:  # noqa: ARG002 - see below
        """Return the same with the other player to move; None where that would not show any threats."""
        return None

    def forcing(self, position: Position) -> Iterable[Action]:
        """Return all actions that may threaten to win at once; some need not, where that is faster."""
        return self.successors(position)

    def threats(self, state: State, player: int) -> tuple[Action, ...]:
        """Return the actions with which the player would win at once, were it their turn."""
        position = state.position if player == state.to_move else self.null_move(state.position)
        return () if position is None else self.wins(position)

    def gain(self, state: State, action: Action) -> int:  # noqa: ARG002 - not every game has any
        """Return how much an action wins its player of what the game counts, such as seeds in store."""
        return 0

    def decisive(self, state: State) -> tuple[int, ...]:  # noqa: ARG002 - not every game has any
        """Return the cells that show why the game has ended, such as a completed line."""
        return ()

    def initial(self) -> State:
        """Return the state in which every match begins."""
        return State(self, self.start, 0)

    def action_named(self, state: State, name: str) -> Action:
        """Return the legal action of that name; UnknownNameError with the legal names if there is none."""
        actions = {self.name_of(state, action): action for action in state.actions()}
        try:
            return actions[name.strip().lower()]
        except KeyError:
            fault = self.fault(state, name.strip().lower())
            raise UnknownNameError(name.strip(), fault, tuple(actions)) from None

    def fault(self, state: State, name: str) -> Fault:  # noqa: ARG002 - some games can tell more
        """Tell what is wrong with a name that is no legal move."""
        return GeneralFault.NOT_LEGAL


def find_nearest(game: Game, known: Mapping[type[Game], _T]) -> _T | None:
    """Return the entry of a game, or of the nearest family that it belongs to; None if there is none."""
    return next((known[family] for family in type(game).__mro__ if family in known), None)


class State(NamedTuple):
    """A position as players see it; immutable, and equal to every other state of the same position."""

    game: Game
    position: Position
    ply: int

    @property
    def to_move(self) -> int:
        """Whose turn it is: 0 the first player's, 1 the second's."""
        turn = self.game.turn(self.position)
        return self.ply % 2 if turn is None else turn

    @property
    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.game.has_ended(self.position)

    @property
    def utility(self) -> int:
        """The value of the ended game to the player to move: 1, 0 or -1; ValueError while it runs."""
        if not self.is_terminal:
            raise ValueError("The game is still running, so it has no utility yet.")
        return self.game.utility(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        if not self.is_terminal:
            return None
        first = -self.utility if self.to_move else self.utility
        return (Outcome.DRAW, Outcome.FIRST, Outcome.SECOND)[first]

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions in a fixed order; none when the game has ended."""
        return tuple(self.game.successors(self.position))

    def name_of(self, action: Action) -> str:
        """Return what players call an action, in lower case; ValueError if it is not legal."""
        return self.game.name_of(self, action)

    def successor(self, action: Action) -> State:
        """Return the state after the action; IllegalActionError if it is not legal."""
        try:
            position = self.game.successors(self.position)[action]
        except KeyError:
            raise IllegalActionError(f"Action {action} is not legal here.") from None
        return State(self.game, position, self.ply + 1)
