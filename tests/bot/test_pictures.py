"""Pictures of boards: what is to be seen in them, read back from their pixels."""

from io import BytesIO

import pytest
from PIL import Image

import engine
from bot.models import Move
from bot.rendering.pictures import WIDTH
from bot.rendering.views import connect_four, get_view, grid, sowing
from bot.rendering.views.sowing import OwareView
from bot.words.language import ENGLISH

RED, YELLOW, HOLE, WHITE, GOLD = (229, 51, 63), (255, 206, 31), (18, 42, 99), (255, 255, 255), (255, 210, 74)
CROSS, RING, CELL, WON, LOST = (102, 189, 248), (247, 170, 69), (51, 63, 88), (11, 107, 79), (143, 45, 16)
PIT = (67, 39, 15)


def position(slug: str, names: str) -> tuple[engine.State, Move | None]:
    """A state that moves with these names lead to, and the last of them."""
    state, last = engine.game(slug).initial(), None
    for name in names.split():
        last = Move(state.to_move, state.game.action_named(state, name))
        state = state.successor(last.action)
    return state, last


def picture(slug: str, names: str, *, seat: int | None = 0, is_over: bool = False) -> Image.Image:
    """The picture of a position without the worth of moves, as Discord's clients read it."""
    state, last = position(slug, names)
    view = get_view(state.game).seen_by(seat)
    return opened(view.render_picture(ENGLISH, state, last, is_over=is_over))


def opened(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    assert image.format == "PNG"
    assert "transparency" not in image.info
    return image.convert("RGB")


def is_like(colour: object, other: tuple[int, int, int]) -> bool:
    """Whether two colours look the same; a palette may shift them a little."""
    assert isinstance(colour, tuple)
    return all(abs(a - b) < 16 for a, b in zip(colour, other, strict=True))


def cell(image: Image.Image, name: str, columns: int, right: float = 0, down: float = 0) -> object:
    """The colour in a cell of a grid, so far from its middle in parts of its side."""
    pitch = (WIDTH - 2 * grid._EDGE + grid._GAP) // columns
    side = pitch - grid._GAP
    x = grid._EDGE + "abcde".index(name[0]) * pitch + (0.5 + right) * side
    y = grid._EDGE + (int(name[1]) - 1) * pitch + (0.5 + down) * side
    return image.getpixel((int(x), int(y)))


def disc(image: Image.Image, row: int, column: int, away: int = 26) -> object:
    """The colour of a cell of Connect Four, so many pixels to the left of its middle."""
    side = connect_four._SIDE
    x, y = connect_four._EDGE + column * side - side // 2, connect_four._HEAD + row * side - side // 2
    return image.getpixel((x - away, y))


def pit(image: Image.Image, house: int, aside: int = 0, outwards: int = 0) -> object:
    """The colour of one of the twelve houses, or of what is beside it or further out in the picture."""
    column = 11 - house if house > 5 else house
    x = sowing._EDGE + sowing._STORE + column * sowing._SIDE + sowing._SIDE // 2 + aside
    y = sowing._NAME + sowing._SIDE // 2 - outwards
    return image.getpixel((x, y if house > 5 else sowing._HEIGHT - y))


def drawn_oware(houses: tuple[int, ...], stores: tuple[int, int]) -> Image.Image:
    """The board with seeds in the houses of both players, from a to f."""
    material = OwareView.material
    return sowing.draw_sowing_board(material, ("South", "North"), houses, stores, (), None).convert("RGB")


def store(image: Image.Image, *, is_left: bool) -> object:
    """The colour in the middle of a store: that of the left one is further down."""
    x = sowing._EDGE + sowing._STORE // 2
    y = (sowing._LONG_PIT + sowing._HEIGHT - sowing._STORE_END) // 2
    return image.getpixel((x, y) if is_left else (WIDTH - x, sowing._HEIGHT - y))


def test_marks_stand_in_their_cells() -> None:
    image = picture("tic-tac-toe", "a1 c2")
    assert is_like(cell(image, "a1", 3), CROSS)
    assert is_like(cell(image, "c2", 3), CELL)  # the middle of a ring
    assert is_like(cell(image, "c2", 3, right=0.25), RING)
    assert is_like(cell(image, "b3", 3), CELL)


@pytest.mark.parametrize(("slug", "columns"), [("tic-tac-toe", 3), ("four-in-a-row-5x5", 5)])
def test_last_mark_is_outlined(slug: str, columns: int) -> None:
    image = picture(slug, "a1 b2 c3")
    outlined = [
        name for name in ("a1", "b2", "c3", "a2") if is_like(cell(image, name, columns, -0.48), WHITE)
    ]
    assert outlined == ["c3"]


@pytest.mark.parametrize(("slug", "ground"), [("tic-tac-toe", WON), ("tic-tac-toe-misere", LOST)])
def test_decisive_line_stands_out(slug: str, ground: tuple[int, int, int]) -> None:
    image = picture(slug, "a1 b1 a2 b2 a3")
    for name in ("a1", "a2", "a3"):
        assert is_like(cell(image, name, 3, down=0.4), ground)
        assert is_like(cell(image, name, 3, right=-0.48), WHITE)
    assert is_like(cell(image, "b1", 3, down=0.4), CELL)
    assert not is_like(cell(image, "b1", 3, right=0.25), RING)  # it fades


def test_discs_stand_where_they_fell() -> None:
    image = picture("connect-four", "1 7 2 1")
    assert is_like(disc(image, 6, 1), RED)
    assert is_like(disc(image, 6, 7), YELLOW)
    assert is_like(disc(image, 5, 1), YELLOW)
    assert is_like(disc(image, 1, 1), HOLE)
    assert not is_like(disc(image, 6, 1, away=0), RED)  # a cross
    assert is_like(disc(image, 6, 7, away=0), YELLOW)  # a ring around it
    assert not is_like(disc(image, 6, 7, away=15), YELLOW)


def test_last_disc_is_outlined() -> None:
    image = picture("connect-four", "1 2")
    assert is_like(disc(image, 6, 2, away=38), WHITE)
    assert not is_like(disc(image, 6, 1, away=38), WHITE)


def test_decisive_four_is_outlined() -> None:
    image = picture("connect-four", "1 1 2 2 3 3 4")
    for column in (1, 2, 3, 4):
        assert is_like(disc(image, 6, column, away=38), WHITE)
        assert is_like(disc(image, 6, column), RED)
    assert not is_like(disc(image, 5, 2), YELLOW)


def test_player_below_reads_left_to_right() -> None:
    image = drawn_oware((1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), (46, 0))
    empty = [house for house in range(12) if is_like(pit(image, house), PIT)]
    assert empty == list(range(1, 11))


def test_captured_seeds_lie_on_the_right() -> None:
    image = drawn_oware((0,) * 12, (1, 0))
    assert not is_like(store(image, is_left=False), PIT)
    assert is_like(store(image, is_left=True), PIT)


@pytest.mark.parametrize(
    ("slug", "names", "house"),
    [("oware", "a c", 8), ("kalah", "c", 2), ("kalah", "c a", 0), ("kalah", "c a b", 7)],
)
def test_last_sown_house_is_outlined(slug: str, names: str, house: int) -> None:
    image = picture(slug, names)
    outlined = [each for each in range(12) if is_like(pit(image, each, outwards=34), WHITE)]
    assert outlined == [house]


def golden(image: Image.Image) -> list[int]:
    """The houses whose names stand out."""
    away = sowing._NAME // 2 + sowing._SIDE // 2
    return [house for house in range(12) if is_like(pit(image, house, aside=22, outwards=away), GOLD)]


def test_playable_houses_stand_out() -> None:
    assert golden(picture("oware", "a")) == [6, 7, 8, 9, 10, 11]
    assert golden(picture("oware", "c a")) == [0, 1, 3, 4, 5]
    assert golden(picture("oware", "c a", is_over=True)) == []


@pytest.mark.parametrize("slug", ["oware", "kalah"])
def test_own_houses_are_below(slug: str) -> None:
    assert golden(picture(slug, "a", seat=1)) == golden(picture(slug, "", seat=0)) == [0, 1, 2, 3, 4, 5]
    assert golden(picture(slug, "a", seat=0)) == golden(picture(slug, "", seat=1)) == [6, 7, 8, 9, 10, 11]


@pytest.mark.ci
def test_every_number_of_seeds_looks_different() -> None:
    drawn = {drawn_oware((seeds,) + (0,) * 11, (48 - seeds, 0)).tobytes() for seeds in range(49)}
    assert len(drawn) == 49
