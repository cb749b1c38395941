"""Pictures and films of searches, read back from their pixels, and what they are in words."""

from collections.abc import Callable
from io import BytesIO
from itertools import islice
from math import log10

import pytest
from PIL import Image, ImageChops, ImageSequence

import engine
from bot.rendering import bars, films, trees
from bot.rendering.chips import Chip, ChipKind, get_colours
from bot.words.language import ENGLISH
from engine.tree import Mark, Node, show_search, unfold
from tests.bot.test_trees import FILLS, bottom, chip, is_like, opened, spots
from tests.engine.boards import state_after

LATE, LATER = "b2 a1 c1 a3 a2", "b2 a1 c1 a3 a2 c2"  # four and three empty cells
HOLLOW = get_colours(Chip(ChipKind.ESTIMATE, "+1"))[0]


def searched(names: str, method: str, number: int | None = None) -> Node:
    """The tree of a position of tic-tac-toe after so many steps of a search, after all of them without."""
    state = state_after(engine.game("tic-tac-toe"), names)
    return show_search(unfold(state), islice(engine.trace(state, method), number))


def below(root: Node, names: str) -> Node:
    """The node to which moves lead."""
    for name in names.split():
        (root,) = (child for child in root.children if child.name == name)
    return root


@pytest.mark.parametrize("number", [0, 1, 9, 17, 25])
def test_values_appear_as_they_are_found(number: int) -> None:
    root = searched(LATER, "minimax", number)
    image = opened(root)
    for spot in spots(root):
        value, marks = spot.node.value, spot.node.marks
        fill = trees._GROUND if value is None else FILLS[int(value)]
        assert is_like(image, chip(root, spot), HOLLOW if Mark.BEST_SO_FAR in marks else fill)


def test_unfinished_value_is_a_bound() -> None:
    drawing = trees._Drawing(ENGLISH, root := searched(LATER, "minimax", 17))
    labels = [" ".join(drawing._label(node)) for node in root.nodes()]
    assert labels[:6] == ["▲ ≥0", "▼ 0", "▲ 0", "0", "▲ +1", "+1"]
    assert labels[6:8] == ["▼", "▲"]


def test_position_of_the_last_step_is_ringed() -> None:
    root = searched(LATER, "minimax", 17)
    image = opened(root)
    edges = [(spot, (spot.x - trees._PITCH // 2 + 2, bottom(root, spot) - 14)) for spot in spots(root)]
    ringed = [spot.node for spot, edge in edges if is_like(image, edge, trees._RINGED)]
    assert ringed == [below(root, "b3 b1 c3")]


def test_branch_not_looked_at_is_crossed_and_faint() -> None:
    root = searched(LATER, "alphabeta")
    image = opened(root)
    crossed = []
    for spot in spots(root):
        for child in spot.below:
            x, y = spot.x + 0.65 * (child.x - spot.x), bottom(root, spot) + 0.6 * trees._BAND
            if is_like(image, (round(x), round(y)), trees._CUT):
                crossed.append(child)
    assert [spot.node for spot in crossed] == [below(root, "b3 c3"), below(root, "c3 b3")]
    assert all(each.is_faint for spot in crossed for each in spot.list_spots())


def test_known_position_has_a_frame_of_its_own() -> None:
    root = searched(LATE, "memo")
    image = opened(root)
    framed = [
        Mark.KNOWN in spot.node.marks
        for spot in spots(root)
        if is_like(image, (spot.x, bottom(root, spot) - trees._CHIP + 1), trees._KNOWN)
    ]
    assert framed == [True] * sum(Mark.KNOWN in node.marks for node in root.nodes())


def test_estimates_are_hollow() -> None:
    root = searched(LATER, "depth-2")
    image = opened(root)
    estimated = [spot for spot in spots(root) if Mark.ESTIMATE in spot.node.marks]
    assert len(estimated) == 6
    assert all(is_like(image, chip(root, spot), HOLLOW) for spot in estimated)
    assert trees._Drawing(ENGLISH, root)._label(estimated[0].node) == ("▲", "\N{MINUS SIGN}0.1")


@pytest.mark.parametrize("method", ["minimax", "memo", "symmetry", "backwards"])
def test_finished_search_is_shown_as_finished(method: str) -> None:
    nodes = searched(LATE, method).nodes()
    assert not [node for node in nodes if Mark.BEST_SO_FAR in node.marks]


def search_film(names: str, method: str, is_unwanted: Callable[[], bool] = lambda: False) -> bytes:
    """A film of a search in tic-tac-toe."""
    state = state_after(engine.game("tic-tac-toe"), names)
    steps = list(engine.trace(state, method))
    return films.render_search_film(ENGLISH, unfold(state), steps, is_unwanted)


def test_film_shows_every_step() -> None:
    with Image.open(BytesIO(search_film(LATER, "alphabeta"))) as gif:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(gif)]
    assert len(frames) == len(list(engine.trace(searched(LATER, "minimax").state, "alphabeta")))
    for number in (1, 9, len(frames)):
        root = searched(LATER, "alphabeta", number)
        box = (0, 0, frames[0].width, bottom(root, spots(root)[-1]))
        difference = ImageChops.difference(frames[number - 1].crop(box), opened(root).crop(box))
        assert difference.getbbox() is None


def test_film_of_a_long_search_skips_steps() -> None:
    film = search_film(LATE, "minimax")
    with Image.open(BytesIO(film)) as gif:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert 30 <= len(durations) <= 60
    assert durations[-1] == 4_000
    assert len(film) <= 250_000


def bar_ends(rows: list[tuple[str, int, bool]]) -> list[float]:
    """How far each bar reaches, in shares of the whole scale."""
    image = Image.open(BytesIO(bars.render_counts(ENGLISH, rows))).convert("RGB")
    inner, ends = bars._WIDTH - 2 * bars._EDGE, []
    for row in range(len(rows)):
        y = round(bars._EDGE / 2 + row * bars._ROW + bars._BOTTOM + bars._TALL / 2 - 8)
        filled = [x for x in range(image.width) if is_like(image, (x, y), bars.FIRST)]
        ends.append((max(filled) - bars._EDGE) / inner)
    return ends


def test_counts_are_on_a_logarithmic_scale() -> None:
    counts = (549_946, 18_297, 5_478, 765)
    ends = bar_ends([("", count, True) for count in counts])
    assert ends == pytest.approx([log10(count) / 6 for count in counts], abs=0.005)


def test_bar_of_a_count_without_end_goes_on() -> None:
    whole, more = bar_ends([("", 500, True), ("", 500, False)])
    assert more > whole + 0.03
    assert bars._write_count(ENGLISH, 549_946, is_whole=False) == "more than 549,946"
