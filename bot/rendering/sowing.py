"""Boards of houses and stores, between which seeds are sown, as pictures."""

from collections.abc import Collection, Sequence
from functools import cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from PIL import Image

from bot.rendering.chips import Chips, draw_chip_tile, sample_chips
from bot.rendering.lettering import fit_lines
from bot.rendering.overlays import Spot
from bot.rendering.pictures import TILES, Brush, Colour, Palette, Tile
from bot.words.games.sowing import HOUSES

_SIDE, _NAME, _COUNT, _STORE, _EDGE = 92, 56, 44, 96, 6  # pixels: a house, its name, its number ...
_LABEL, _MARGIN = 84, 2  # a chip with what is around it, on one side
_MIDDLE = _NAME + _SIDE + _COUNT + 2
_WIDTH, _HEIGHT = 2 * (_STORE + _EDGE) + 6 * _SIDE, 2 * _MIDDLE
_SIDE_NAME, _STORE_COUNT, _LONG_PIT, _STORE_END = 22, 59, 86, 12  # so far from the ends of a store

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
    board = palette.make_blank((_WIDTH, _HEIGHT), material.ground)
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
    picture = palette.make_blank((_WIDTH, _HEIGHT + _LABEL), material.ground)
    picture.paste(board, (0, _LABEL if is_above else 0))
    for house, chip in chips:
        place = _find_left_edge(house, is_above=is_above) + _MARGIN, _MARGIN if is_above else _HEIGHT
        size = (_SIDE - 2 * _MARGIN, _LABEL - _MARGIN)
        picture.paste(draw_chip_tile(palette, chip, size, material.ground), place)
    return picture


def locate_house(index: int, *, is_above: bool) -> Spot:
    """Return where a house of the player above or below is in the picture."""
    down = _NAME + _SIDE / 2
    x = _find_left_edge(index, is_above=is_above) + _SIDE / 2
    return Spot(x, down if is_above else _HEIGHT - down, 0.44 * _SIDE)


def locate_store(*, is_above: bool) -> Spot:
    """Return where the store of the player above or below is in the picture."""
    away = _EDGE + _STORE / 2
    return Spot(away if is_above else _WIDTH - away, _HEIGHT / 2, 0.44 * _STORE)


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
        brush.draw_box((middle - 27, 5), (middle + 27, _NAME - 6), 12, material.legal)
    brush.draw_text(
        middle, _NAME / 2 - 1, HOUSES[house], 44, material.on_legal if is_legal else material.faint
    )
    return brush.finish()


def _draw_count(material: Material, seeds: int) -> Image.Image:
    brush = Brush(_SIDE, _COUNT, material.ground)
    brush.draw_text(_SIDE / 2, _COUNT / 2, str(seeds), 42, material.text if seeds else material.faint)
    return brush.finish()


def _draw_pit(material: Material, seeds: int, *, is_outlined: bool = False) -> Image.Image:
    brush, middle = Brush(_SIDE, _SIDE, material.ground), _SIDE / 2
    brush.draw_disc(middle, middle, 43, material.emphasis if is_outlined else material.rim)
    brush.draw_disc(middle, middle, 39, material.shadow)
    brush.draw_disc(middle, middle + 1.5, 37, material.pit)
    _scatter(material, brush, seeds, (middle, middle), (28, 28))
    return brush.finish()


def _put_store(material: Material, board: Tile, name: str, seeds: int, *, is_above: bool) -> None:
    """Put a long pit on the board, with its owner's name and the number of seeds at the owner's end."""
    left = _EDGE if is_above else _WIDTH - _EDGE - _STORE
    count = get_palette(material).draw(_draw_count, material, seeds)
    pit = _draw_long_pit_tile(material, seeds)
    side = _draw_side_tile(material, name)
    for tile, away in ((count, _STORE_COUNT - _COUNT // 2), (pit, _LONG_PIT), (side, 0)):
        top = away if is_above else _HEIGHT - away - tile.height
        board.paste(tile, (left + (_STORE - tile.width) // 2, top))


@TILES.remember
def _draw_side_tile(material: Material, name: str) -> Tile:
    brush = Brush(_STORE, 2 * _SIDE_NAME, material.ground)
    brush.draw_text(_STORE / 2, _SIDE_NAME, name, min(32, fit_lines(_STORE, _STORE, [[name]])), material.text)
    return get_palette(material).make_tile(brush.finish())


@TILES.remember
def _draw_long_pit_tile(material: Material, seeds: int) -> Tile:
    return get_palette(material).make_tile(_draw_long_pit(material, seeds))


def _draw_long_pit(material: Material, seeds: int) -> Image.Image:
    width, height = _STORE, _HEIGHT - _LONG_PIT - _STORE_END
    brush = Brush(width, height, material.ground)
    brush.draw_box((6, 0), (width - 6, height), 40, material.rim)
    brush.draw_box((10, 4), (width - 10, height - 4), 37, material.shadow)
    brush.draw_box((12, 8), (width - 12, height - 5), 36, material.pit)
    _scatter(material, brush, seeds, (width / 2, height / 2), (27, height / 2 - 25))
    return brush.finish()


def _scatter(
    material: Material, brush: Brush, seeds: int, middle: tuple[float, float], reach: tuple[float, float]
) -> None:
    """Lay a few seeds in a circle, more of them in a spiral that keeps any number apart."""
    for seed in range(seeds):
        away, angle = _in_circle(seed, seeds) if seeds <= _FEW else _in_spiral(seed, seeds)
        x, y = middle[0] + reach[0] * away * sin(angle), middle[1] - reach[1] * away * cos(angle)
        shade, gleam = material.seeds[seed % len(material.seeds)]
        brush.draw_disc(x, y, 10, material.outline)
        brush.draw_disc(x, y, 9, shade)
        brush.draw_disc(x - 2.5, y - 2.5, 3.5, gleam)


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
