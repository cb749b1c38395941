"""Animated pictures of whole matches."""

import random
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageSequence

import engine
from bot.models import Move
from bot.rendering import films
from bot.rendering.films import Positions
from bot.rendering.views import get_view
from bot.words.language import ENGLISH
from tests import tiers


def played(slug: str, plies: int, seed: int = 1) -> Positions:
    """The positions of a random match of so many moves."""
    rng = random.Random(seed)
    while True:
        positions: list[tuple[engine.State, Move | None]] = [(engine.game(slug).initial(), None)]
        while not positions[-1][0].is_terminal and len(positions) <= plies:
            state = positions[-1][0]
            move = Move(state.to_move, rng.choice(state.actions()))
            positions.append((state.successor(move.action), move))
        if len(positions) > plies:
            return tuple(positions)


def film(positions: Positions) -> bytes:
    return films.render_film(ENGLISH, positions, lambda: False)


def frames(gif: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(gif)) as opened:
        assert opened.format == "GIF"
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


@pytest.mark.parametrize("slug", tiers.every_game())
def test_film_shows_every_position(slug: str) -> None:
    positions = played(slug, 5)
    shown = frames(film(positions))
    assert len(shown) == 6
    for frame, (state, last) in zip(shown, positions, strict=True):
        view = get_view(state.game).seen_by(0)
        with Image.open(BytesIO(view.render_picture(ENGLISH, state, last, is_over=True))) as picture:
            assert ImageChops.difference(frame, picture.convert("RGB")).getbbox() is None


def test_film_repeats_after_a_pause() -> None:
    with Image.open(BytesIO(film(played("tic-tac-toe", 5)))) as gif:
        assert gif.info["loop"] == 0
        pauses = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert pauses == [1_000] * 5 + [4_000]


@pytest.mark.ci
def test_long_film_is_half_as_large() -> None:
    short, long = (frames(film(played("oware", plies))) for plies in (5, 120))
    assert len(long) == 121
    assert long[0].size == (short[0].width // 2, short[0].height // 2)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("slug", "plies", "most"),
    [
        ("connect-four", 41, 190_000),
        ("four-in-a-row-5x5", 24, 90_000),
        ("oware", 59, 420_000),
        ("oware", 150, 420_000),
        pytest.param("oware", 300, 660_000, marks=pytest.mark.ci),
    ],
)
def test_film_is_a_small_file(slug: str, plies: int, most: int) -> None:
    assert len(film(played(slug, plies))) < most


def test_unwanted_film_is_broken_off() -> None:
    positions, asked = played("oware", 5), 0

    def is_unwanted() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    with pytest.raises(films.UnwantedError):
        films.render_film(ENGLISH, positions, is_unwanted)
    assert asked == 4
