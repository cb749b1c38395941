"""The interface of a game's view: its pictures, and the buttons that play it."""

from abc import ABC, abstractmethod
from enum import Enum
from typing import NamedTuple, Self, cast

from PIL import Image, ImageOps

from bot import caches
from bot.caches import ResultCache
from bot.models import Move
from bot.rendering.chips import Chips, make_chips, make_thought_chips
from bot.rendering.legend import add_legend
from bot.rendering.overlays import Spot, draw_over
from bot.rendering.pictures import Colour, Palette, Tile, encode_png
from bot.words.games import get_words
from bot.words.language import Language
from engine import Action, Analysis, Choice, Game, State


class Tint(Enum):
    """The colour of a button: neutral, a player's, or that of the cells that decided the game."""

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


class Scene(NamedTuple):
    """A position to draw, the move that led to it, if there was one, and what the moves are worth.

    If the match `is_over`, no move stands out as one that can be played: it may have been resigned.
    """

    language: Language
    state: State
    last: Move | None = None
    chips: Chips = ()
    is_over: bool = False


class GameView(ABC):
    """How one game is shown: an abstract class.

    A subclass in a module of `bot.rendering.views` says which game it is `of`, or which family of games. If
    it `is_shown_by_keys`, the buttons alone show a position. Its `words` are what is said of the game.
    """

    is_shown_by_keys: bool = False

    def __init_subclass__(cls, of: type[Game] | None = None) -> None:
        if of is not None:
            VIEWS[of] = cls

    def __init__(self, game: Game) -> None:
        self.game, self.words = game, get_words(game)

    @abstractmethod
    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:
        """Return the buttons row by row, on pages where a message has no room for all.

        None is the page of a position in which no player can move.
        """

    def list_unkeyed(self, state: State) -> tuple[Action, ...]:  # noqa: ARG002 - most boards have room for all
        """Return the legal actions that have no button, where a message has no room for more."""
        return ()

    def count_pages(self, state: State) -> int:
        """Return how many pages of buttons there are."""
        return 2 if self.list_unkeyed(state) else 1

    def add_legend(self, scene: Scene, board: Tile, palette: Palette, ground: Colour) -> Tile:
        """Return a drawn board above the legend of its chips, if it has any."""
        return add_legend(scene.language, board, palette, ground, [chip for _, chip in scene.chips])

    @abstractmethod
    def draw(self, scene: Scene) -> Tile:
        """Draw a position, with what the moves are worth if that is said."""

    def seen_by(self, player: int | None) -> Self:  # noqa: ARG002 - most boards look alike from either side
        """Return the view from the side of a player, None: of the player to move."""
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

    def list_rings(self, analysis: Analysis) -> tuple[int, ...]:  # noqa: ARG002 - most boards say it without
        """Return the cells to be ringed, because what is said to be best is about them."""
        return ()

    def locate_action(self, state: State, action: Action) -> Spot | None:  # noqa: ARG002 - see above
        """Return where an action of the player to move, or of the other one, would take a cell."""
        return None

    def sample_small(self) -> list[Image.Image]:
        """Return images in which all colours of small drawings are; none if there are no such drawings."""
        return []

    def render_picture(
        self,
        language: Language,
        state: State,
        last: Move | None = None,
        analysis: Analysis | None = None,
        *,
        is_over: bool = False,
    ) -> bytes:
        """Return the position as a PNG, every move labelled with its worth if there is an analysis of it."""
        chips = make_chips(language, analysis, self.words.count_estimate)
        rings = () if analysis is None else self.list_rings(analysis)
        return _render(self, Scene(language, state, last, chips, is_over), rings)

    def render_thumbnail(self, language: Language, state: State, last: Move | None) -> bytes:
        """Return the position as a PNG of `_THUMBNAIL` pixels each way."""
        return _render_thumbnail(self, Scene(language, state, last))

    def render_thoughts(self, language: Language, state: State, last: Move | None, choice: Choice) -> bytes:
        """Return the position as a PNG, the moves labelled with what the player thought who chose there."""
        chips = make_thought_chips(language, state.actions(), choice, self.words.count_estimate)
        return _render(self, Scene(language, state, last, chips))


_THUMBNAIL = 192  # pixels: a little over two for each of a phone's

VIEWS: dict[type[Game], type[GameView]] = {}
"""The views by their games."""

PICTURES = ResultCache(caches.PICTURES)
"""The pictures that were drawn last."""


@PICTURES.remember
def _render(view: GameView, scene: Scene, rings: tuple[int, ...] = ()) -> bytes:
    board = view.draw(scene)
    spots = [spot for cell in rings if (spot := view.locate_cell(cell))]
    return encode_png(draw_over(board, spots, ()) if spots else board)


@PICTURES.remember
def _render_thumbnail(view: GameView, scene: Scene) -> bytes:
    board = view.draw(scene).convert("RGB")
    ground = cast("tuple[int, ...]", board.getpixel((0, 0)))
    size = _THUMBNAIL, _THUMBNAIL
    return encode_png(ImageOps.pad(board, size, method=Image.Resampling.BOX, color=ground))
