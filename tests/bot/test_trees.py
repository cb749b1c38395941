"""Pictures of trees, read back from their pixels, and what they are in words."""

from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image

import engine
from bot.rendering import trees
from bot.rendering.chips import Chip, get_colours
from bot.rendering.lettering import DOWN, UP
from bot.words.explanations import tree_alt_text
from bot.words.language import ENGLISH
from engine.tree import Node
from tests.bot.drafts import present
from tests.engine.boards import random_state, state_after

GROUND, WHITE = "#1b2130", "#ffffff"
FILLS = {value: get_colours(Chip(kind))[0] for value, kind in trees._KINDS.items()}


async def grown(state: engine.State) -> Node:
    async def analyse(state: engine.State) -> engine.Analysis:
        return engine.analyse(state)

    return present(await engine.tree.grow(engine.analyse(state), analyse))


async def tree_after(slug: str, names: str = "") -> Node:
    return await grown(state_after(engine.game(slug), names))


def opened(root: Node) -> Image.Image:
    image = Image.open(BytesIO(trees.render_tree(ENGLISH, root)))
    assert image.format == "PNG"
    return image.convert("RGB")


def spots(root: Node) -> list[trees._Spot]:
    return list(trees.place_nodes(root))


def is_like(image: Image.Image, place: tuple[int, int], colour: str) -> bool:
    """Whether a pixel has a colour; a palette may shift it a little."""
    seen = image.getpixel(place)
    assert isinstance(seen, tuple)
    wanted = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return all(abs(a - b) < 16 for a, b in zip(seen, wanted, strict=True))


def bottom(root: Node, spot: trees._Spot) -> int:
    """How far down a node ends, where its branches begin."""
    return (spot.level + 1) * trees.measure_row(root) - trees._NAME + trees._TOP - trees._BAND


def chip(root: Node, spot: trees._Spot) -> tuple[int, int]:
    """Where the fill of a node's value is to be seen, above its text."""
    return spot.x, bottom(root, spot) - trees._CHIP + trees._RIM + 2


@pytest.mark.parametrize(
    ("slug", "names"),
    [("tic-tac-toe", ""), ("tic-tac-toe", "b2 b1 a1 c3"), ("tic-tac-toe-wild", "b2x a1x")],
)
async def test_every_node_shows_its_value(slug: str, names: str) -> None:
    root = await tree_after(slug, names)
    image = opened(root)
    assert len(spots(root)) == len(list(root.nodes()))
    for spot in spots(root):
        assert is_like(image, chip(root, spot), FILLS[int(spot.node.value or 0)])


async def test_nodes_of_a_level_never_overlap() -> None:
    root = await tree_after("tic-tac-toe", "a1 b1")
    places = sorted((spot.level, spot.x) for spot in spots(root))
    apart = (b[1] - a[1] for a, b in pairwise(places) if a[0] == b[0])
    assert min(apart) >= trees._PITCH


async def test_best_play_is_thick() -> None:
    root = await tree_after("tic-tac-toe", "a1 b1")
    image = opened(root)
    for spot in spots(root):
        for below in spot.below:
            x, y = (spot.x + below.x) // 2, bottom(root, spot) + trees._BAND // 2
            thick = [rise for rise in range(-2, 3) if is_like(image, (x, y + rise), WHITE)]
            assert bool(thick) == below.node.is_principal


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("b2 a1 c1 a3 a2 c2", "every move is shown"),
        ("b2 a1 c1 a3 a2", "…2: 2 moves left out"),
        ("b2 b1", "⋮ play goes on · …5: 5 moves left out"),
        ("", "⋮ play goes on · …7: 7 moves left out"),
    ],
)
async def test_caption_explains_what_is_there(names: str, said: str) -> None:
    entries = trees.write_caption(ENGLISH, await tree_after("tic-tac-toe", names))
    assert " · ".join(map(" ".join, entries)) == f"Thick: best play · {said}"


async def test_mixed_level_says_who_is_next() -> None:
    root = await tree_after("tic-tac-toe", "a1 b1")
    first, *others = root.children
    again = first._replace(state=first.state._replace(ply=root.state.ply))
    mixed = root._replace(children=(again, *others))
    labels = [trees._Drawing(ENGLISH, mixed)._label(child) for child in mixed.children]
    assert [shape for shape, _ in labels] == [UP, *(DOWN for _ in others)]
    captions = [list(trees._Drawing(ENGLISH, each)._explain_shapes()) for each in (root, mixed)]
    assert captions == [[], [(UP, "MAX"), (DOWN, "MIN")]]


@pytest.mark.parametrize(
    ("slug", "ply"),
    [("tic-tac-toe", 1), ("tic-tac-toe-wild", 2), ("four-in-a-row-4x4", 10), ("connect-four", 36)],
)
async def test_trees_are_small_and_narrow(slug: str, ply: int) -> None:
    rng = Random(slug)
    for _ in range(5):
        root = await grown(random_state(engine.game(slug), ply, rng))
        assert len(trees.render_tree(ENGLISH, root)) < 60_000
        assert opened(root).width <= 720
        assert opened(root).height <= 960
        assert len(tree_alt_text(ENGLISH, root)) <= 1_024
