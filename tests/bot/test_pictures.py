"""Pictures of boards: what is to be seen in them, read back from their pixels."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image

from bot.rendering import connect_four, oware
from engine.games.oware import Oware

RED, YELLOW, HOLE, WHITE, GOLD = (229, 51, 63), (255, 206, 31), (18, 42, 99), (255, 255, 255), (255, 210, 74)
EMPTY: tuple[int | None, ...] = (None,) * 42
PIT = (67, 39, 15)


def opened(png: bytes) -> Image.Image:
    """A picture as Discord's clients read it."""
    image = Image.open(BytesIO(png))
    assert image.format == "PNG"
    assert "transparency" not in image.info
    return image.convert("RGB")


def is_like(colour: object, other: tuple[int, int, int]) -> bool:
    """Whether two colours look the same; a palette may shift them a little."""
    assert isinstance(colour, tuple)
    return all(abs(a - b) < 16 for a, b in zip(colour, other, strict=True))


def cells_with(**owners: int) -> tuple[int | None, ...]:
    """A board of Connect Four with discs in cells named `r5c3` for row 5 from the top and column 3."""
    cells = list(EMPTY)
    for name, owner in owners.items():
        cells[(int(name[1]) - 1) * 7 + int(name[3]) - 1] = owner
    return tuple(cells)


def disc(image: Image.Image, row: int, column: int, away: int = 26) -> object:
    """The colour of a cell, so many pixels to the left of its middle."""
    side = connect_four._SIDE
    x, y = connect_four._EDGE + column * side - side // 2, connect_four._HEAD + row * side - side // 2
    return image.getpixel((x - away, y))


def pit(image: Image.Image, house: int, aside: int = 0, outwards: int = 0) -> object:
    """The colour of one of the twelve houses, or of what is beside it or further out in the picture."""
    column = 11 - house if house > 5 else house
    x = oware._EDGE + oware._STORE + column * oware._SIDE + oware._SIDE // 2 + aside
    y = oware._NAME + oware._SIDE // 2 - outwards
    return image.getpixel((x, y if house > 5 else oware._HEIGHT - y))


def store(image: Image.Image, *, is_left: bool) -> object:
    """The colour in the middle of a store."""
    x = oware._EDGE + oware._STORE // 2
    return image.getpixel((x if is_left else oware._WIDTH - x, oware._HEIGHT // 2))


def test_discs_stand_where_they_fell_in_colours_and_with_emblems() -> None:
    image = opened(connect_four.drawn(cells_with(r6c1=0, r6c7=1, r5c1=1), None, ()))
    assert is_like(disc(image, 6, 1), RED)
    assert is_like(disc(image, 6, 7), YELLOW)
    assert is_like(disc(image, 5, 1), YELLOW)
    assert is_like(disc(image, 1, 1), HOLE)
    assert not is_like(disc(image, 6, 1, away=0), RED)  # a cross
    assert is_like(disc(image, 6, 7, away=0), YELLOW)  # a ring around it
    assert not is_like(disc(image, 6, 7, away=15), YELLOW)


def test_last_disc_is_outlined() -> None:
    image = opened(connect_four.drawn(cells_with(r6c1=0, r6c2=1), 36, ()))
    assert is_like(disc(image, 6, 2, away=38), WHITE)
    assert not is_like(disc(image, 6, 1, away=38), WHITE)


def test_decisive_four_is_outlined_and_all_else_fades() -> None:
    cells = cells_with(r6c1=0, r6c2=0, r6c3=0, r6c4=0, r5c1=1, r5c2=1, r5c3=1)
    image = opened(connect_four.drawn(cells, 38, (35, 36, 37, 38)))
    for column in (1, 2, 3, 4):
        assert is_like(disc(image, 6, column, away=38), WHITE)
        assert is_like(disc(image, 6, column), RED)
    assert not is_like(disc(image, 5, 2), YELLOW)


def test_first_player_has_the_lower_row_from_left_to_right() -> None:
    houses = (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    image = opened(oware.drawn(houses, (46, 0), (), None))
    empty = [house for house in range(12) if is_like(pit(image, house), PIT)]
    assert empty == list(range(1, 11))


def test_captured_seeds_lie_on_the_right_for_the_first_player() -> None:
    image = opened(oware.drawn((0,) * 12, (1, 0), (), None))
    assert not is_like(store(image, is_left=False), PIT)
    assert is_like(store(image, is_left=True), PIT)


def test_house_that_was_sown_last_is_outlined() -> None:
    image = opened(oware.drawn((4,) * 12, (0, 0), (), 8))
    outlined = [house for house in range(12) if is_like(pit(image, house, outwards=41), WHITE)]
    assert outlined == [8]


def test_names_of_the_houses_that_can_be_sown_stand_out() -> None:
    image = opened(oware.drawn((4,) * 12, (0, 0), (6, 8, 11), None))
    golden = [house for house in range(12) if is_like(pit(image, house, aside=20, outwards=66), GOLD)]
    assert golden == [6, 8, 11]


def test_every_number_of_seeds_looks_different() -> None:
    pictures = {oware.drawn((seeds,) + (0,) * 11, (48 - seeds, 0), (), None) for seeds in range(49)}
    assert len(pictures) == 49


@pytest.mark.parametrize("seed", range(5))
def test_pictures_are_small_files(seed: int) -> None:
    rng = random.Random(seed)
    cells = tuple(rng.choice((0, 1, None)) for _ in range(42))
    assert len(connect_four.drawn(cells, None, ())) < 30_000
    houses = tuple(rng.randint(0, 8) for _ in range(12))
    assert len(oware.drawn(houses, (rng.randint(0, 20), rng.randint(0, 20)), (0, 1), 2)) < 30_000


def test_picture_is_drawn_once() -> None:
    cells = cells_with(r6c4=0)
    assert connect_four.drawn(cells, 38, ()) is connect_four.drawn(cells, 38, ())


def test_oware_is_told_in_words_too() -> None:
    game = Oware()
    state = game.initial().successor(2)
    told = oware.Houses(game).text(state, 2)
    assert told == (
        "South, below, from left to right: a 4, b 4, c 0, d 5, e 5, f 5; 0 captured."
        " North, above, from right to left: a 5, b 4, c 4, d 4, e 4, f 4; 0 captured. South sowed c last."
    )
