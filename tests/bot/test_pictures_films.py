"""Animated pictures of whole matches."""

from __future__ import annotations

import asyncio
import random
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageSequence

import engine
from bot.models import Move
from bot.rendering.films import render_film
from bot.rendering.views import get_view
from bot.words.language import ENGLISH

if TYPE_CHECKING:
    from bot.rendering.films import Positions


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


def frames(gif: bytes) -> list[Image.Image]:
    """The pictures of a film, as they are shown."""
    with Image.open(BytesIO(gif)) as opened:
        assert opened.format == "GIF"
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


@pytest.mark.parametrize("slug", engine.games())
async def test_film_shows_every_position_with_its_last_move(slug: str) -> None:
    positions = played(slug, 5)
    shown = frames(await render_film(ENGLISH, positions))
    assert len(shown) == 6
    for frame, (state, last) in zip(shown, positions, strict=True):
        with Image.open(
            BytesIO(get_view(state.game).render_picture(ENGLISH, state, last, is_over=True))
        ) as picture:
            assert ImageChops.difference(frame, picture.convert("RGB")).getbbox() is None


async def test_film_repeats_and_holds_the_last_position_longer() -> None:
    with Image.open(BytesIO(await render_film(ENGLISH, played("tic-tac-toe", 5)))) as gif:
        assert gif.info["loop"] == 0
        pauses = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert pauses == [1_000] * 5 + [4_000]


async def test_film_of_a_match_without_moves_is_one_picture() -> None:
    assert len(frames(await render_film(ENGLISH, played("connect-four", 0)))) == 1


async def test_film_of_a_long_match_is_half_as_large() -> None:
    short, long = (
        frames(await render_film(ENGLISH, played("oware", 5))),
        frames(await render_film(ENGLISH, played("oware", 120))),
    )
    assert len(long) == 121
    assert long[0].size == (short[0].width // 2, short[0].height // 2)


@pytest.mark.parametrize(("slug", "plies"), [("connect-four", 41), ("four-in-a-row-5x5", 24), ("oware", 150)])
async def test_film_of_a_whole_match_is_a_small_file(slug: str, plies: int) -> None:
    assert len(await render_film(ENGLISH, played(slug, plies))) < 600_000


async def test_film_is_drawn_while_others_go_on() -> None:
    drawing, beats = asyncio.create_task(render_film(ENGLISH, played("oware", 100, seed=2))), 0
    while not drawing.done():
        await asyncio.sleep(0.001)
        beats += 1
    assert beats > 3
