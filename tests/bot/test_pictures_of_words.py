"""What is written in pictures has the room that it needs, in every language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageChops

import engine
from bot.components import arenas
from bot.models import Played, Series
from bot.rendering import curves, trees
from bot.rendering.careers import Career, render_careers
from bot.rendering.game_view import PICTURES
from bot.rendering.lettering import DOWN, UP
from bot.rendering.pictures import _FINER, TILES, WIDTH, Brush, Palette, Tile, _font, measure_text
from bot.rendering.views import get_view, prepare
from bot.words.language import ENGLISH, Language, _load_language
from bot.words.profiles import format_kind
from engine.arena import SeriesResult
from engine.solver import limit_polls
from tests.bot.drafts import present
from tests.bot.test_caches import played, reviewed
from tests.bot.test_catalogues import FILES
from tests.bot.test_pictures import opened
from tests.engine.boards import random_match

LANGUAGES = [ENGLISH, *map(_load_language, FILES)]
SMALLEST, SMALLEST_NUMBER = 11, 14  # pixels: what is smaller is made for nobody to read
PHONE, HIGHEST = 295, 352  # pixels in which a phone shows a picture that is no higher
NUMBER = re.compile(r"[+\N{MINUS SIGN}]?[\d,.]+")
_BLUR = 0.5  # pixels: a text that fills its room may be rounded up
MISSING = "\ue123"  # a character that no font has
NARROW = trees._LEFT + trees._FEWEST * trees._PITCH + trees._RIGHT


class Text(NamedTuple):
    """What was written: around which point, in which size, and within which picture."""

    text: str
    x: float
    y: float
    size: float
    picture: int
    width: float
    height: float

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Where it begins and ends, from the left and from above."""
        half, high = measure_text(self.text, self.size) / 2, 0.34 * self.size
        return self.x - half, self.x + half, self.y - high, self.y + high

    def is_within(self) -> bool:
        left, right, top, bottom = self.sides
        return min(left, top, self.width - right, self.height - bottom) > -_BLUR

    def is_over(self, other: Text) -> bool:
        (left, right, top, bottom), (start, end, above, below) = self.sides, other.sides
        is_same = self.picture == other.picture
        return is_same and left < end and start < right and top < below and above < bottom


class Sheet(list[Text]):
    """All that was written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self._brushes: list[Brush] = []  # kept, so that each has an id of its own
        write = Brush.draw_text

        def note(brush: Brush, x: float, y: float, text: str, *look: Any) -> None:  # noqa: ANN401 - size and colour
            self._brushes.append(brush)
            width, height = (side / _FINER for side in brush._image.size)
            self.append(Text(text, x, y, look[0], id(brush), width, height))
            write(brush, x, y, text, *look)

        monkeypatch.setattr(Brush, "draw_text", note)
        monkeypatch.setattr(Palette, "draw", _draw_again)


def _draw_again(palette: Palette, work: Callable[..., Tile], *args: object, **options: object) -> Tile:
    """Draw a tile though it is there already."""
    return palette.make_tile(work(*args, **options))


@pytest.fixture
def sheet(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sheet]:
    prepare()  # the samples of colours, which are not shown
    TILES.clear()
    PICTURES.clear()
    yield Sheet(monkeypatch)
    TILES.clear()
    PICTURES.clear()


@cache
def think(slug: str) -> tuple[list[engine.Analysis], list[engine.Choice]]:
    """Analyses of the beginning of a game, and what players chose there and thought."""
    state = engine.game(slug).initial()
    players = (engine.get_player(name) for name in ("iq-70", "mcts", "depth-2"))
    choices = [player.choose(state, limit_polls(20), random.Random(1)) for player in players]
    return [engine.analyse(state, depth=2), engine.analyse(state, stop=lambda: True)], choices


def draw_boards(language: Language) -> None:
    for slug in engine.games():
        state, (analyses, choices) = engine.game(slug).initial(), think(slug)
        for seat in (0, 1):
            view = get_view(state.game).seen_by(seat)
            for analysis in analyses:
                view.render_picture(language, state, None, analysis)
            for choice in choices:
                view.render_thoughts(language, state, None, choice)


def draw_trees(language: Language) -> None:
    """Draw the parts of a narrow tree that are words: each entry of the caption, and the levels."""
    entries = [language.say(text) for text in ("Thick: best play", "every move is shown", "play goes on")]
    entries += [
        language.count("…{number}: {number} [move|moves] left out", 12),
        *map(language.say, trees._MARKS.values()),
    ]
    for entry in entries:
        trees._draw_caption((entry,), NARROW)
    for slug in engine.games():
        view = get_view(engine.game(slug))
        for player, shape in enumerate((UP, DOWN)):
            role = language.say(trees._ROLES[player == 0])
            trees._draw_level(shape, role, view.words.name_side(language, player) or "")


def draw_charts(language: Language) -> None:
    for slug in engine.games():
        curves.render_curve(language, reviewed(played(slug, 6)))
        for players in (("medium", "perfect"), ("q-table", "depth-12")):
            arenas._render(language, Played(Series(slug, players, 200, 7), SeriesResult(100, 60, 40)))
        names = (format_kind(language, slug, kind) for kind in ("people", "maxine"))
        lines = [Career(name, ((0, 1500.0), (1, 1712.0))) for name in names]
        render_careers(lines, ["2026-11-22", "2026-11-23"])


def draw_positions(slug: str) -> Iterator[Tile]:
    """Draw positions of a game alone, with the worth of moves as far as it is known, and with thoughts."""
    rng = random.Random(slug)
    states, _ = random_match(engine.game(slug), rng)
    for state in (states[0], states[len(states) // 2], states[-2], states[-1]):
        view, player = get_view(state.game), engine.get_player(rng.choice(("iq-70", "mcts", "depth-2")))
        yield opened(view.render_picture(ENGLISH, state))
        if not state.is_terminal:
            for depth in (1, 3):
                analysis = engine.analyse(state, depth=depth)
                yield opened(view.render_picture(ENGLISH, state, None, analysis))
            choice = player.choose(state, limit_polls(20), rng)
            yield opened(view.render_thoughts(ENGLISH, state, None, choice))


def measure_board(image: Tile) -> float:
    """Return how much of the width of a picture has more to see than the ground."""
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    left, _, right, _ = present(ImageChops.difference(image, ground).getbbox())
    return (right - left) / image.width


def find_letters_without_a_picture(sheet: Sheet) -> set[str]:
    """Return the letters that the font draws as it draws what it does not have."""
    missing = bytes(_font(100).getmask(MISSING))
    letters = {letter for text in sheet for letter in text.text if not letter.isspace()}
    return {letter for letter in letters if bytes(_font(100).getmask(letter)) == missing}


def test_bars_are_read_on_a_phone(sheet: Sheet) -> None:
    tally = SeriesResult(9, 7, 4)
    arenas._render(ENGLISH, Played(Series("oware", ("depth-12", "perfect"), 20, 7), tally))
    assert min(text.size / text.width for text in sheet) * PHONE >= SMALLEST


@pytest.mark.parametrize("slug", engine.games())
def test_positions_are_read_on_a_phone(slug: str, sheet: Sheet) -> None:
    images = list(draw_positions(slug))
    assert {image.width for image in images} == {WIDTH}
    assert max(image.height for image in images) * PHONE / WIDTH <= HIGHEST
    assert max(map(measure_board, images)) >= 0.95
    small = {(text.text, round(text.size * PHONE / WIDTH, 1)) for text in sheet if not is_large(text)}
    assert small == set()


def is_large(text: Text) -> bool:
    """Whether a text is large enough to be read on a phone, numbers before all others."""
    least = SMALLEST_NUMBER if NUMBER.fullmatch(text.text) else SMALLEST
    return text.size * PHONE / WIDTH >= least


@pytest.mark.nightly
@pytest.mark.unmeasured
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_words_in_pictures_have_room(language: Language, sheet: Sheet) -> None:
    for draw in (draw_boards, draw_trees, draw_charts):
        draw(language)
    assert find_letters_without_a_picture(sheet) == set()
    assert [text for text in sheet if not text.is_within()] == []
    assert [text for text in sheet if text.size < SMALLEST] == []
    on_one = {text.picture: [other for other in sheet if other.picture == text.picture] for text in sheet}
    pairs = chain.from_iterable(
        ((one, other) for number, one in enumerate(texts) for other in texts[:number])
        for texts in on_one.values()
    )
    assert [(one.text, other.text) for one, other in pairs if one.is_over(other)] == []
