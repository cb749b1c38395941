"""How the states of a game look in a message: what there is to say for each kind of game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bot.rendering.chips import chips
from bot.rendering.pictures import png

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rendering.chips import Chips
    from bot.rendering.pictures import Tile
    from bot.words.language import Language
    from bot.words.remarks import Phrase
    from engine import Action, Analysis, Fault, Kind, Motive, State


class Tint(Enum):
    """How a button stands out: as nobody's, as one player's, or as part of what won the game or lost it."""

    PLAIN = "plain"
    FIRST = "first"
    SECOND = "second"
    WON = "won"
    LOST = "lost"


class Key(NamedTuple):
    """One button of a board: the action it plays, and how it looks."""

    action: Action
    label: str
    tint: Tint = Tint.PLAIN
    is_open: bool = True


class Face(ABC):
    """How the states of one game look; `last` is the action that led to a state (None: there was none).

    `sides` stands for the first player's pieces and the second's, if each has their own, and `side_names`
    calls them by words alone. From `marks` a player chooses one with every move, in a game in which that is
    so. If it `is_shown_by_keys`, the buttons alone show a position. `phrases`, `motives` and `faults` say
    what is remarked in this game alone.
    """

    sides: tuple[str, str] | None = None
    side_names: tuple[str, str] | None = None
    marks: tuple[str, ...] = ()
    is_shown_by_keys: bool = False
    phrases: ClassVar[Mapping[Kind, Phrase]] = {}
    motives: ClassVar[Mapping[Motive, str]] = {}
    faults: ClassVar[Mapping[Fault, str]] = {}

    @abstractmethod
    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:
        """Return the buttons row by row; they place that one of the `marks`, if there is a choice to make."""

    @abstractmethod
    def text(self, state: State, last: Action | None = None) -> str:
        """Return the position in sentences."""

    @abstractmethod
    def draw(self, state: State, last: Action | None, chips: Chips, *, is_over: bool) -> Tile:
        """Draw the position, with what the moves are worth if any `chips` are given."""

    def score(self, state: State) -> str | None:  # noqa: ARG002 - most games are just won
        """Return how high a finished game was won, None if there is no such thing."""
        return None

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - some games can say it better
        """Return what to call a reply to an action of a state, or what its player threatens after it."""
        return state.game.name_of(state.successor(action), reply)

    def picture(
        self,
        state: State,
        last: Action | None = None,
        analysis: Analysis | None = None,
        *,
        is_over: bool = False,
    ) -> bytes:
        """Return the position as a PNG, every move labelled with its worth if there is an analysis of it.

        If the match `is_over`, no move stands out as one that can be played: it may have been resigned.
        """
        return _picture(self, state, last, chips(analysis), is_over=is_over)


@lru_cache(maxsize=256)
def _picture(face: Face, state: State, last: Action | None, chips: Chips, *, is_over: bool) -> bytes:
    return png(face.draw(state, last, chips, is_over=is_over))
