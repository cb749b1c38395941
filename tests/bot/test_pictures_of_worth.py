"""What moves are worth, as it is to be seen in pictures and told in words."""

import random
from itertools import combinations

import pytest
from PIL import Image

import engine
from bot.models import Move
from bot.rendering.chips import (
    THOUGHTS,
    Chip,
    ChipKind,
    draw_chip,
    get_colours,
    make_chips,
    make_thought_chips,
)
from bot.rendering.pictures import WIDTH
from bot.rendering.views import connect_four, get_view, grid, sowing
from bot.words.language import ENGLISH
from bot.words.values import describe_picture
from engine import AnalysedMove, Analysis
from engine.solver import limit_polls
from tests.bot.test_pictures import is_like, opened, position

COUNTED = {ChipKind.WIN_BY, ChipKind.LOSS_BY, ChipKind.SEEDS}
WORTHS = [kind for kind in ChipKind if kind not in THOUGHTS | COUNTED]
WIDTHS = {"four-in-a-row-4x4": 4, "four-in-a-row-5x5": 5}
POSITIONS = [
    ("tic-tac-toe", "a1 b2 c3"),
    ("tic-tac-toe", "a1 b1"),
    ("tic-tac-toe-misere", "b2"),
    ("tic-tac-toe-wild", "a1x b2o"),
    ("four-in-a-row-4x4", "a1 a2 b2 b1"),
    ("four-in-a-row-5x5", "a1 a2 b2 b1"),
    ("connect-four", "4 4 3"),
    ("connect-four", "4 4 4 4 4 4 1 2 1 2 1"),
    ("oware", "c a"),
    ("oware", "c"),
]


def place(state: engine.State, action: int) -> tuple[int, int]:
    """Where the chip of a move is in the picture: a point near its left edge, where nothing is written."""
    if state.game.slug == "connect-four":
        row = state.game.cells(state)[action::7].count(None) - 1  # type: ignore[attr-defined]  # it has cells
        side = connect_four._SIDE
        return connect_four._EDGE + action * side + 9, connect_four._HEAD + row * side + side // 2
    if state.game.slug == "oware":
        house, y = (5 - action, 24) if state.to_move else (action, sowing._HEIGHT + 22)
        return sowing._EDGE + sowing._STORE + house * sowing._SIDE + 11, y
    return place_in_grid(state.game.slug, action)


def place_in_grid(slug: str, action: int) -> tuple[int, int]:
    """Where the chip of a move is if the board is a grid; there are two in each cell of the wild game."""
    columns = WIDTHS.get(slug, 3)
    number, mark, marks = (action // 2, action % 2, 2) if slug == "tic-tac-toe-wild" else (action, 0, 1)
    pitch = (WIDTH - 2 * grid._EDGE + grid._GAP) // columns
    row, column = divmod(number, columns)
    room = (pitch - grid._GAP - grid._NAME) // marks
    y = grid._EDGE + row * pitch + grid._NAME + mark * room + room // 2
    return grid._EDGE + column * pitch + grid._MARGIN + 9, y


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def lightness(colour: str) -> float:
    """The relative luminance of a colour, as the guidelines for accessible web content define it."""
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((lightness(one), lightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def estimated(state: engine.State) -> Analysis:
    """An analysis in which every move has another estimate."""
    actions = state.actions()
    step = 2 / len(actions)
    moves = (AnalysedMove(action, 1 - step * n, 9, False, (action,)) for n, action in enumerate(actions))  # noqa: FBT003 - an estimate
    return Analysis(state, tuple(moves))


def described(state: engine.State, last: Move | None = None, analysis: Analysis | None = None) -> str:
    return describe_picture(ENGLISH, state, last, analysis)


def seen(image: Image.Image, state: engine.State, action: int) -> object:
    """The colour of the chip of a move."""
    return image.getpixel(place(state, action))


@pytest.mark.parametrize(("slug", "names"), POSITIONS)
def test_every_move_has_its_worths_chip(slug: str, names: str) -> None:
    state, last = position(slug, names)
    analysis = engine.analyse(state, depth=4)
    view = get_view(state.game).seen_by(0)
    image = opened(view.render_picture(ENGLISH, state, last, analysis))
    for action, chip in make_chips(ENGLISH, analysis, view.words.count_estimate):
        assert is_like(seen(image, state, action), rgb(get_colours(chip)[0])), chip


@pytest.mark.parametrize(
    ("slug", "names", "move", "cell"),
    [("three-mens-morris", "a1 b2 c2 a2 b1 a3", "c2-c1", 2), ("reversi-6x6", "", "c2", 8)],
)
def test_worth_stands_where_a_move_ends(slug: str, names: str, move: str, cell: int) -> None:
    state, _ = position(slug, names)
    view = get_view(state.game)
    assert view.locate_action(state, state.game.action_named(state, move)) == view.locate_cell(cell)


@pytest.mark.parametrize("name", ["mcts", "iq-70", "depth-2"])
@pytest.mark.parametrize(("slug", "names"), POSITIONS)
def test_every_move_has_its_thoughts_chip(slug: str, names: str, name: str) -> None:
    state, last = position(slug, names)
    view, player = get_view(state.game).seen_by(0), engine.get_player(name)
    choice = player.choose(state, limit_polls(50), random.Random(1))
    image = opened(view.render_thoughts(ENGLISH, state, last, choice))
    chips = dict(make_thought_chips(ENGLISH, state.actions(), choice, view.words.count_estimate))
    assert [action for action, chip in chips.items() if chip.is_best] == [choice.action]
    for action, chip in chips.items():
        assert chip.kind in THOUGHTS
        assert is_like(seen(image, state, action), rgb(get_colours(chip)[0])), chip


def test_chips_tell_distance_and_the_best() -> None:
    state, _ = position("tic-tac-toe", "a1 b1 a2")
    chips = make_chips(ENGLISH, engine.analyse(state))
    shown = {state.name_of(action): chip for action, chip in chips}
    assert shown["a3"] == Chip(ChipKind.LOSS, "2", is_best=True)
    assert shown["c3"] == Chip(ChipKind.LOSS, "1")
    assert make_chips(ENGLISH, estimated(engine.game("connect-four").initial()))[1][1] == Chip(
        ChipKind.ESTIMATE, "+0.7"
    )
    assert make_chips(ENGLISH, None) == ()


def test_only_recommended_move_is_framed() -> None:
    state, _ = position("tic-tac-toe", "a1 b2")
    analysis = engine.analyse(state)
    chips = dict(make_chips(ENGLISH, analysis))
    framed = {action for action, chip in chips.items() if chip.is_best and not chip.is_also_best}
    assert len(analysis.best) > 1
    assert framed == {engine.recommended(analysis).action}
    corners = {chip: draw_chip(chip, (80, 40), "#000000").getpixel((40, 2)) for chip in chips.values()}
    assert {chip for chip, rim in corners.items() if rim == (255, 255, 255)} == {chips[next(iter(framed))]}


@pytest.mark.parametrize(
    ("margin", "exact", "kind", "number"),
    [
        (10, True, ChipKind.WIN_BY, "10"),
        (-2, True, ChipKind.LOSS_BY, "2"),
        (6, False, ChipKind.WIN_BY, ""),
        (0, True, ChipKind.DRAW, ""),
    ],
)
def test_chips_tell_the_margin(margin: int, *, exact: bool, kind: ChipKind, number: str) -> None:
    value = (margin > 0) - (margin < 0)
    move = engine.AnalysedMove(0, value, 9, exact, (0,), proven=True, margin=margin)
    chips = make_chips(ENGLISH, engine.Analysis(engine.game("kalah").initial(), (move,)))
    assert chips == ((0, Chip(kind, number, is_best=True)),)


KINDS = [
    (ChipKind.WIN, "1"),
    (ChipKind.WIN, "12"),
    (ChipKind.DRAW, ""),
    (ChipKind.LOSS, "1"),
    (ChipKind.LOSS, "12"),
    (ChipKind.WIN_BY, "48"),
    (ChipKind.LOSS_BY, "2"),
    (ChipKind.ESTIMATE, "+0.3"),
    (ChipKind.ESTIMATE, "-0.3"),
    (ChipKind.ESTIMATE, "+0.0"),
    (ChipKind.SEEDS, "+3"),
    (ChipKind.SEEDS, "-12"),
    (ChipKind.SEEDS, "0"),
    (ChipKind.CHANCE, "100%"),
    (ChipKind.VISITS, "1000"),
    (ChipKind.SCORE, "-0.1"),
    (ChipKind.LEAD, "+10"),
]


def test_chips_of_a_kind_differ() -> None:
    shown = [Chip(kind, number, is_best) for kind, number in KINDS for is_best in (False, True)]
    assert len({draw_chip(chip, (84, 84), "#000000").tobytes() for chip in shown}) == len(shown)


@pytest.mark.parametrize(("kind", "number"), KINDS)
def test_chips_have_enough_contrast(kind: ChipKind, number: str) -> None:
    assert contrast(*get_colours(Chip(kind, number))) >= 4.5


def test_kinds_differ_in_lightness() -> None:
    grounds = {get_colours(Chip(kind))[0] for kind in WORTHS}
    assert len(grounds) == len(WORTHS)
    assert all(contrast(one, other) > 1.25 for one, other in combinations(grounds, 2))


@pytest.mark.ci
@pytest.mark.parametrize("slug", engine.games())
def test_alt_text_is_never_too_long(slug: str) -> None:
    rng, state = random.Random(8), engine.game(slug).initial()
    last: Move | None = None
    while not state.is_terminal:
        is_seen = isinstance(state.game, engine.Grid) or engine.is_instant(state.game)  # how lines end
        analysis = engine.analyse(state, depth=1) if is_seen else estimated(state)
        assert len(described(state, last, analysis)) <= 1_024
        assert len(get_view(state.game).render_picture(ENGLISH, state, last, analysis)) < 60_000
        last = Move(state.to_move, rng.choice(state.actions()))
        state = state.successor(last.action)
    assert len(described(state, last)) <= 1_024
