"""Games of sowing seeds, for the views of them: two rows of houses, and a store for each player."""

from collections.abc import Collection, Sequence
from copy import copy
from functools import cache, cached_property
from math import cos, pi, sin, sqrt
from typing import NamedTuple, Self, TypeVar

from PIL import Image

from bot.rendering.chips import Chips, draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.lettering import fit_lines
from bot.rendering.overlays import Spot
from bot.rendering.pictures import WIDTH, Brush, Colour, Palette, Tile
from bot.words.games.sowing import HOUSES
from engine import Action, Game, State
from engine.rules.kalah import Kalah
from engine.rules.oware import Oware
from engine.rules.sowing import Sowing

_T = TypeVar("_T")

_SIDE, _NAME, _COUNT, _STORE, _EDGE = 74, 48, 40, 86, 4  # pixels: a house, its name, its number ...
_LABEL, _MARGIN = 76, 1  # a chip with what is around it, on one side
_MIDDLE = _NAME + _SIDE + _COUNT + 2
_HEIGHT = 2 * _MIDDLE
_SIDE_NAME, _STORE_COUNT, _LONG_PIT, _STORE_END = 20, 57, 80, 8  # so far from the ends of a store

_GOLDEN_ANGLE = pi * (3 - sqrt(5))
_FEW = 7  # seeds that are laid in a circle


class Material(NamedTuple):
    """What a board is made of, in colours; each of the seeds has one, and a gleam."""

    ground: Colour
    rim: Colour
    shadow: Colour
    pit: Colour
    ridge: Colour
    seeds: tuple[tuple[Colour, Colour], ...]
    outline: Colour
    text: Colour
    faint: Colour
    emphasis: Colour = "#ffffff"
    legal: Colour = "#ffd24a"
    on_legal: Colour = "#3a2206"


class SowingView(GameView):
    """A board seen from a player's side: an action is a house of the player to move, from their left.

    A subclass says what the board is made of, and whether stores are sown too.
    """

    material: Material
    fills_stores: bool = False
    game: Sowing

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._player: int | None = None

    @cached_property
    def _views_by_side(self) -> tuple[Self, Self]:
        """The views from the side of each player."""
        first, second = copy(self), copy(self)
        first._player, second._player = 0, 1  # noqa: SLF001 - they are of this very class
        return first, second

    def seen_by(self, player: int | None) -> Self:
        """Return the view in which the houses of that player are below; None: of the player to move."""
        return self if player is None else self._views_by_side[player]

    def _below(self, state: State) -> int:
        """Return whose houses are below."""
        return state.to_move if self._player is None else self._player

    def trace(self, state: State, action: Action) -> tuple[Spot, Spot]:
        """Return the house that is sown, and the house or the store into which its last seed falls."""
        row, is_above = state.to_move, state.to_move != self._below(state)
        places = self._pass_by(action)
        player, house = places[(self.game.houses(state)[6 * row + action] - 1) % len(places)]
        is_there_above = is_above != bool(player)
        end = (
            locate_store(is_above=is_there_above)
            if house is None
            else locate_house(house, is_above=is_there_above)
        )
        return locate_house(action, is_above=is_above), end

    def _pass_by(self, action: Action) -> list[tuple[int, int | None]]:
        """Return where the seeds of a house fall in turn: on side 0, its own, or 1; None: a store."""
        own, others = [(0, house) for house in range(6)], [(1, house) for house in range(6)]
        if self.fills_stores:
            return [*own[action + 1 :], (0, None), *others, *own[: action + 1]]
        return [*own[action + 1 :], *others, *own[:action]]

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:  # noqa: ARG002 - there is one page
        """Return the houses of the player to move in two rows, because a row holds five buttons at most."""
        legal = state.actions()
        keys = [Key(house, name, is_open=house in legal) for house, name in enumerate(HOUSES)]
        return [keys[:3], keys[3:]]

    def draw(self, scene: Scene) -> Tile:
        """Draw the board, the house that was sown last, and which can be sown or what they are worth."""
        language, state, last, chips, is_over = scene
        below, material = self._below(state), self.material
        sides = _put_lower_first([self.words.name_side(language, player) or "" for player in (0, 1)], below)
        houses = _put_lower_first(self.game.houses(state), below)
        stores = _put_lower_first(self.game.stores(state), below)
        row = 6 * (state.to_move ^ below)
        legal = () if is_over or chips else tuple(row + house for house in state.actions())
        sown = None if last is None else 6 * (last.player ^ below) + last.action
        board = draw_sowing_board(material, sides, houses, stores, legal, sown)
        labelled = add_chips(material, board, chips, is_above=bool(row))
        return self.add_legend(scene, labelled, get_palette(material), material.ground)


def _put_lower_first(both: Sequence[_T], below: int) -> Sequence[_T]:
    """Return what belongs to the first player and then the second, the one below first."""
    middle = len(both) // 2 * below
    return (*both[middle:], *both[:middle])


class KalahView(SowingView, of=Kalah):
    """The board of Kalah, in which the stores are sown too."""

    fills_stores = True
    material = Material(
        ground="#1f4a4f",
        rim="#143438",
        shadow="#061416",
        pit="#0d2528",
        ridge="#2c5f65",
        seeds=(
            ("#e2574c", "#ffc4bb"),
            ("#4c9be0", "#cfe8ff"),
            ("#efb73e", "#fff1c9"),
            ("#a874d8", "#ead7fb"),
        ),
        outline="#04100f",
        text="#eafaf6",
        faint="#86b3b0",
    )


class OwareView(SowingView, of=Oware):
    """The board of Oware, with what has been captured in the stores."""

    material = Material(
        ground="#8a5a34",
        rim="#6b4222",
        shadow="#2c1707",
        pit="#43270f",
        ridge="#754a29",
        seeds=(("#d9d2bd", "#f6f1e4"), ("#c6bf9f", "#e9e4cb"), ("#e5d8b2", "#fbf4dd")),
        outline="#231204",
        text="#fff6e0",
        faint="#deb98d",
    )


def draw_sowing_board(  # noqa: PLR0913, PLR0917 - what there is on the board, and what stands out
    material: Material,
    sides: Sequence[str],
    houses: Sequence[int],
    stores: Sequence[int],
    legal: Collection[int],
    sown: int | None,
) -> Tile:
    """Draw the board from the side of one player, who is named first and has the lower row.

    Args:
        material: What it is made of.
        sides: What the players are called.
        houses: The seeds in the houses a to f of the player below, then in those of the other.
        stores: The seeds that each has captured.
        legal: Which of these twelve houses are marked as those that can be sown now.
        sown: The one that was sown last.
    """
    palette = get_palette(material)
    board = palette.make_blank((WIDTH, _HEIGHT), material.ground)
    board.paste(palette.draw(_draw_ridge, material), (_EDGE + _STORE, _MIDDLE - 2))
    for house, seeds in enumerate(houses):
        is_above, index = divmod(house, 6)
        left = _find_left_edge(index, is_above=bool(is_above))
        name = palette.draw(_draw_house_name, material, index, is_legal=house in legal)
        board.paste(name, (left, 0 if is_above else _HEIGHT - _NAME))
        pit = palette.draw(_draw_pit, material, seeds, is_outlined=house == sown)
        board.paste(pit, (left, _NAME if is_above else _HEIGHT - _NAME - _SIDE))
        count = palette.draw(_draw_count, material, seeds)
        board.paste(count, (left, _NAME + _SIDE if is_above else _MIDDLE + 2))
    for player, seeds in enumerate(stores):
        _put_store(material, board, sides[player], seeds, is_above=bool(player))
    return board


def add_chips(material: Material, board: Tile, chips: Chips, *, is_above: bool) -> Tile:
    """Return the board and, outside the row of the player to move, a chip for each house that can be sown."""
    if not chips:
        return board
    palette = get_palette(material)
    picture = palette.make_blank((WIDTH, _HEIGHT + _LABEL), material.ground)
    picture.paste(board, (0, _LABEL if is_above else 0))
    for house, chip in chips:
        place = _find_left_edge(house, is_above=is_above) + _MARGIN, _MARGIN if is_above else _HEIGHT
        size = (_SIDE - 2 * _MARGIN, _LABEL - _MARGIN)
        picture.paste(palette.draw_cached(draw_chip, chip, size, material.ground), place)
    return picture


def locate_house(index: int, *, is_above: bool) -> Spot:
    """Return where a house of the player above or below is in the picture."""
    down = _NAME + _SIDE / 2
    x = _find_left_edge(index, is_above=is_above) + _SIDE / 2
    return Spot(x, down if is_above else _HEIGHT - down, 0.44 * _SIDE)


def locate_store(*, is_above: bool) -> Spot:
    """Return where the store of the player above or below is in the picture."""
    away = _EDGE + _STORE / 2
    return Spot(away if is_above else WIDTH - away, _HEIGHT / 2, 0.44 * _STORE)


def _find_left_edge(index: int, *, is_above: bool) -> int:
    """Return where a house begins: those above run from the right to the left."""
    return _EDGE + _STORE + (5 - index if is_above else index) * _SIDE


def _draw_ridge(material: Material) -> Image.Image:
    brush = Brush(6 * _SIDE, 4, material.ground)
    brush.draw_line((8, 2), (6 * _SIDE - 8, 2), 3, material.ridge)
    return brush.finish()


def _draw_house_name(material: Material, house: int, *, is_legal: bool) -> Image.Image:
    brush, middle = Brush(_SIDE, _NAME, material.ground), _SIDE / 2
    if is_legal:
        brush.draw_box((middle - 25, 3), (middle + 25, _NAME - 5), 12, material.legal)
    brush.draw_text(
        middle, _NAME / 2 - 1, HOUSES[house], 40, material.on_legal if is_legal else material.faint
    )
    return brush.finish()


def _draw_count(material: Material, seeds: int) -> Image.Image:
    brush = Brush(_SIDE, _COUNT, material.ground)
    brush.draw_text(_SIDE / 2, _COUNT / 2, str(seeds), 40, material.text if seeds else material.faint)
    return brush.finish()


def _draw_pit(material: Material, seeds: int, *, is_outlined: bool = False) -> Image.Image:
    brush, middle = Brush(_SIDE, _SIDE, material.ground), _SIDE / 2
    brush.draw_disc(middle, middle, 36, material.emphasis if is_outlined else material.rim)
    brush.draw_disc(middle, middle, 33, material.shadow)
    brush.draw_disc(middle, middle + 1.5, 31, material.pit)
    _scatter(material, brush, seeds, (middle, middle), (23, 23))
    return brush.finish()


def _put_store(material: Material, board: Tile, name: str, seeds: int, *, is_above: bool) -> None:
    """Put a long pit on the board, with its owner's name and the number of seeds at the owner's end."""
    left = _EDGE if is_above else WIDTH - _EDGE - _STORE
    palette = get_palette(material)
    count = palette.draw(_draw_count, material, seeds)
    pit = palette.draw_cached(_draw_long_pit, material, seeds)
    side = palette.draw_cached(_draw_side, material, name)
    for tile, away in ((count, _STORE_COUNT - _COUNT // 2), (pit, _LONG_PIT), (side, 0)):
        top = away if is_above else _HEIGHT - away - tile.height
        board.paste(tile, (left + (_STORE - tile.width) // 2, top))


def _draw_side(material: Material, name: str) -> Image.Image:
    brush = Brush(_STORE, 2 * _SIDE_NAME, material.ground)
    brush.draw_text(_STORE / 2, _SIDE_NAME, name, min(32, fit_lines(_STORE, _STORE, [[name]])), material.text)
    return brush.finish()


def _draw_long_pit(material: Material, seeds: int) -> Image.Image:
    width, height = _STORE, _HEIGHT - _LONG_PIT - _STORE_END
    brush = Brush(width, height, material.ground)
    brush.draw_box((6, 0), (width - 6, height), 40, material.rim)
    brush.draw_box((10, 4), (width - 10, height - 4), 37, material.shadow)
    brush.draw_box((12, 8), (width - 12, height - 5), 36, material.pit)
    _scatter(material, brush, seeds, (width / 2, height / 2), (24, height / 2 - 24))
    return brush.finish()


def _scatter(
    material: Material, brush: Brush, seeds: int, middle: tuple[float, float], reach: tuple[float, float]
) -> None:
    """Lay a few seeds in a circle, more of them in a spiral that keeps any number apart."""
    for seed in range(seeds):
        away, angle = _in_circle(seed, seeds) if seeds <= _FEW else _in_spiral(seed, seeds)
        x, y = middle[0] + reach[0] * away * sin(angle), middle[1] - reach[1] * away * cos(angle)
        shade, gleam = material.seeds[seed % len(material.seeds)]
        brush.draw_disc(x, y, 8.5, material.outline)
        brush.draw_disc(x, y, 7.5, shade)
        brush.draw_disc(x - 2, y - 2, 3, gleam)


def _in_circle(seed: int, seeds: int) -> tuple[float, float]:
    """Return how far from the middle one of a few seeds lies, and at which angle."""
    around = seeds if seeds < _FEW - 1 else seeds - 1
    if seed == around or seeds == 1:
        return 0, 0
    return 0.45 + 0.04 * around, 2 * pi * seed / around


def _in_spiral(seed: int, seeds: int) -> tuple[float, float]:
    return sqrt((seed + 0.5) / seeds), seed * _GOLDEN_ANGLE


@cache
def get_palette(material: Material) -> Palette:
    """Return the palette of the boards of a material."""
    texts = Brush(_SIDE, _SIDE, material.ground)
    texts.draw_box((0, 0), (_SIDE, 30), 10, material.legal)
    for place, colour in enumerate((material.on_legal, material.text, material.faint)):
        texts.draw_text(_SIDE / 2, (place + 0.5) * _SIDE / 3, "a8", 30, colour)
    return Palette(
        [
            texts.finish(),
            _draw_pit(material, 12, is_outlined=True),
            _draw_pit(material, 4),
            _draw_long_pit(material, 9),
            *sample_chips(material.ground),
        ]
    )
