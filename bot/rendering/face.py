"""How the states of a game look in a message: what there is to say for each kind of game."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine import Action, State


@dataclass(frozen=True)
class Key:
    """One button of a board: the action it plays, and how it looks.

    `owner` is the player whose mark it shows (None: nobody's).
    """

    action: Action
    label: str
    owner: int | None = None
    is_open: bool = True
    is_decisive: bool = False


class Face(Protocol):
    """How the states of one game look; `last` is the action that led to a state (None: there was none).

    `sides` names the first player's pieces and the second's, if each has their own. From `marks` a player
    chooses one with every move, in a game in which that is so.
    """

    sides: tuple[str, str] | None = None
    marks: tuple[str, ...] = ()

    @abstractmethod
    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:
        """Return the buttons row by row; they place that one of the `marks`, if there is a choice to make."""

    @abstractmethod
    def text(self, state: State, last: Action | None = None) -> str:
        """Return the position in lines of text, or in sentences if there is a picture of it."""

    def score(self, state: State) -> str | None:  # noqa: ARG002 - most games are just won
        """Return how high a finished game was won, None if there is no such thing."""
        return None

    def picture(self, state: State, last: Action | None = None) -> bytes | None:  # noqa: ARG002 - most need none
        """Return the position as a PNG, None if the buttons alone show it."""
        return None
