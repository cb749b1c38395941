"""Bars of results: as wide as what they stand for."""

from io import BytesIO

import pytest
from PIL import Image, ImageColor

from bot.rendering.bars import FIRST, NOBODY, SECOND, render_results


def widest(picture: Image.Image, colour: str) -> int:
    """Return how many pixels at most a row of the picture has of about this colour."""
    wanted, rgb = ImageColor.getrgb(colour), picture.convert("RGB").tobytes()
    rows = [rgb[start : start + 3 * picture.width] for start in range(0, len(rgb), 3 * picture.width)]
    return max(
        sum(max(abs(row[x + n] - wanted[n]) for n in range(3)) < 16 for x in range(0, len(row), 3))
        for row in rows
    )


@pytest.mark.parametrize("counts", [(50, 25, 25), (0, 22, 78), (1, 0, 0)])
def test_results_are_parts_of_their_bars(counts: tuple[int, int, int]) -> None:
    pictures = (render_results([("one against other", each)]) for each in (counts, (0, 1, 0)))
    drawn, whole = (Image.open(BytesIO(png)) for png in pictures)
    for count, colour in zip(counts, (FIRST, NOBODY, SECOND), strict=True):
        if count:
            share = widest(drawn, colour) / widest(whole, NOBODY)
            assert share == pytest.approx(count / sum(counts), abs=0.01)
