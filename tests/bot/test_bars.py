"""Bars of results: as wide as what they stand for."""

from io import BytesIO

import pytest
from PIL import Image, ImageColor

from bot.rendering.bars import FIRST, NOBODY, SECOND, render_results


def measure(picture: Image.Image, colour: str) -> int:
    """Return how many pixels have about this colour where the bar ends, below the text on it."""
    wanted, rgb = ImageColor.getrgb(colour), picture.convert("RGB")
    pixels = rgb.crop((0, picture.height - 20, picture.width, picture.height - 19)).tobytes()
    return sum(max(abs(pixels[x + n] - wanted[n]) for n in range(3)) < 16 for x in range(0, len(pixels), 3))


@pytest.mark.parametrize("counts", [(50, 25, 25), (0, 22, 78), (1, 0, 0)])
def test_results_are_parts_of_their_bars(counts: tuple[int, int, int]) -> None:
    pictures = (render_results([("one against other", each)]) for each in (counts, (0, 1, 0)))
    drawn, whole = (Image.open(BytesIO(png)) for png in pictures)
    for count, colour in zip(counts, (FIRST, NOBODY, SECOND), strict=True):
        if count:
            share = measure(drawn, colour) / measure(whole, NOBODY)
            assert share == pytest.approx(count / sum(counts), abs=0.01)
