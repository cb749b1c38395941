"""How one game is shown: everything that is drawn and said of it alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bot import caches
from bot.caches import Results
from bot.rendering.chips import make_chips, make_thought_chips
from bot.rendering.pictures import encode_png
from bot.words.values import format_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from PIL import Image

    from bot.models import Move
    from bot.rendering.chips import Chips
    from bot.rendering.overlays import Spot
    from bot.rendering.pictures import Palette, Tile
    from bot.words.language import Language
    from bot.words.remarks import Phrase
    from engine import Action, Analysis, Choice, Fault, Game, Kind, Motive, State


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


@dataclass(frozen=True)
class Rules:
    """How one game is played, in templates of whole sentences; those of a tuple follow one another.

    `example` names the moves that lead to the position of which `caption` says what is to be seen. `naming`
    says how moves are named, `strength` how well Maxine plays, and `ending` why whoever moved last has lost,
    in a game in which that can be so. Templates may name the `places`. For the table of games in
    docs/playing.md, `summary` says in a few English words how it is won, `knowledge` what she knows.
    """

    play: tuple[str, ...]
    example: str
    caption: str
    naming: tuple[str, ...]
    strength: str
    summary: str
    knowledge: str
    ending: str | None = None
    places: Mapping[str, str] = field(default_factory=dict)


class GameView(ABC):
    """How one game is shown: an abstract class; `last` is the move that led to a state, if there was one.

    A subclass in a module of `bot.rendering.views` says which game it is `of`, or which family of games; what
    is said in it are templates. `title` names the game. `sides` stand for the first player's pieces and the
    second's, if each has their own, and `side_names` call them by words alone. From `marks` a player chooses
    one with every move, in a game in which that is so. If it `is_shown_by_keys`, the buttons alone show a
    position. `phrases`, `motives` and `faults` say what the rules of this game alone remark, and
    `advice` what to play because of it.
    """

    title: str
    rules: Rules
    sides: tuple[str, str] | None = None
    side_names: tuple[str, str] | None = None
    marks: tuple[str, ...] = ()
    is_shown_by_keys: bool = False
    phrases: ClassVar[Mapping[Kind, Phrase]] = {}
    advice: ClassVar[Mapping[Kind, Phrase]] = {}
    motives: ClassVar[Mapping[Motive, str]] = {}
    faults: ClassVar[Mapping[Fault, str]] = {}

    def __init_subclass__(cls, of: type[Game] | None = None) -> None:
        if of is not None:
            VIEWS[of] = cls

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def list_keys(self, state: State, mark: int | None = None) -> list[list[Key]]:
        """Return the buttons row by row; they place that one of the `marks`, if there is a choice to make."""

    @abstractmethod
    def describe(self, language: Language, state: State, last: Move | None = None) -> str:
        """Return the position in sentences."""

    @abstractmethod
    def draw(
        self, language: Language, state: State, last: Move | None, chips: Chips, *, is_over: bool
    ) -> Tile:
        """Draw the position, with what the moves are worth if any `chips` are given."""

    def seen_by(self, player: int | None) -> Self:  # noqa: ARG002 - most boards look alike from either side
        """Return the view from the side of a player, None: of whoever is to move."""
        return self

    def draw_small(self, state: State, palette: Palette) -> Tile | None:  # noqa: ARG002 - most boards are too large
        """Draw the position without a word on `SMALL` pixels each way, None if it could not be read there.

        The palette holds the colours of the small samples.
        """
        return None

    def trace(self, state: State, action: Action) -> tuple[Spot, Spot] | None:  # noqa: ARG002 - see below
        """Return from where to where something goes on the board, None where an action only takes a place."""
        return None

    def locate_cell(self, cell: int) -> Spot | None:  # noqa: ARG002 - not every board has lines of cells
        """Return where a cell is in the picture, None if nothing is drawn around it."""
        return None

    def locate_action(self, state: State, action: Action) -> Spot | None:  # noqa: ARG002 - see above
        """Return where an action of the player to move, or of the other one, would take a cell."""
        return None

    def sample_small(self) -> list[Image.Image]:
        """Return images in which all colours of small drawings are; none if there are no such drawings."""
        return []

    def format_estimate(self, language: Language, value: float) -> str | None:  # noqa: ARG002 - see below
        """Say what an estimate from -1 to +1 comes to in what the game is counted in, None if nothing is.

        It is said from the side whose estimate it is, as in `about 3 seeds ahead`.
        """
        return None

    def count_estimate(self, value: float) -> int | None:  # noqa: ARG002 - most games are just won
        """Return how many seeds ahead an estimate from -1 to +1 comes to, None if no seeds are counted."""
        return None

    def score(self, language: Language, state: State) -> str | None:  # noqa: ARG002 - most games are just won
        """Return how high a finished game was won, None if there is no such thing."""
        return None

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - some games can say it better
        """Return what to call a reply to an action of a state, or what its player threatens after it."""
        return state.game.name_of(state.successor(action), reply)

    def name_cells(self, cells: Iterable[int]) -> list[str]:  # noqa: ARG002 - most boards are played by columns or houses
        """Return what to call the cells of a remark; nothing in a game in which they have no names."""
        return []

    def name_side(self, language: Language, player: int) -> str | None:
        """Return in words what a player plays with, None if neither owns anything."""
        return language.say(self.side_names[player]) if self.side_names else None

    def render_picture(
        self,
        language: Language,
        state: State,
        last: Move | None = None,
        analysis: Analysis | None = None,
        *,
        is_over: bool = False,
    ) -> bytes:
        """Return the position as a PNG, every move labelled with its worth if there is an analysis of it.

        If the match `is_over`, no move stands out as one that can be played: it may have been resigned.
        """
        chips = make_chips(language, analysis, self.count_estimate)
        return _render(self, language, state, last, chips, is_over=is_over)

    def render_thoughts(self, language: Language, state: State, last: Move | None, choice: Choice) -> bytes:
        """Return the position as a PNG, the moves labelled with what the player thought who chose there."""
        chips = make_thought_chips(language, state.actions(), choice, self.count_estimate)
        return _render(self, language, state, last, chips, is_over=False)

    def describe_picture(
        self, language: Language, state: State, last: Move | None = None, analysis: Analysis | None = None
    ) -> str:
        """Say what the picture of a position shows, in at most 1,024 characters."""
        said = [self.describe(language, state, last)]
        if analysis is not None:
            if side := self.name_side(language, state.to_move):
                said.append(language.say("{side} to move.", side=side))
            said.append(format_values(language, analysis, self.format_estimate))
        return " ".join(said)


VIEWS: dict[type[Game], type[GameView]] = {}
"""The views by the games that they are of."""

PICTURES = Results(caches.PICTURES)
"""The pictures that were drawn last."""


@PICTURES.remember
def _render(  # noqa: PLR0913 - all that makes one picture differ from another
    view: GameView, language: Language, state: State, last: Move | None, chips: Chips, *, is_over: bool
) -> bytes:
    return encode_png(view.draw(language, state, last, chips, is_over=is_over))
