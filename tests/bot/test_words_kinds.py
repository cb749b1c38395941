"""Every kind of remark, motive and fault of every game has its words, all of the catalogue."""

import re
from collections.abc import Collection, Iterator
from enum import Enum
from random import Random

import pytest

import engine
from bot.words import hints, refusals
from bot.words.games import get_words
from bot.words.hints import format_theme
from bot.words.language import ENGLISH
from bot.words.refusals import format_unknown_name
from bot.words.remarks import find_places, format_remarks
from bot.words.tellings import list_conditions
from engine import Fault, General, Kind, Prospect, Remark
from tests.bot.test_views import FOREIGN
from tests.engine.boards import random_state, refused


def members(base: type[Enum], module: str | None = None) -> Iterator[Enum]:
    """Yield all members of all enums of a base, or those of one module."""
    for enum in base.__subclasses__():
        if module in {None, enum.__module__}:
            yield from enum
        yield from members(enum, module)


KINDS = {
    "connect-four": {"engine.teachers.connect_four.kinds"},
    "kalah": {"engine.teachers.sowing_kinds"},
    "oware": {"engine.teachers.sowing_kinds"},
}
"""Modules of kinds of which a game's teacher tells besides those that stand beside it."""


def spoken(game: engine.Game, base: type[Enum]) -> Collection[Enum]:
    """Return what is said of a game alone."""
    words = get_words(game)
    own: dict[type[Enum], Collection[Enum]] = {
        Kind: {kind for kind in words.tellings if kind not in General},
        Fault: words.faults,
    }
    return own[base]


@pytest.mark.parametrize("slug", engine.games())
@pytest.mark.parametrize("base", [Kind, Fault])
def test_every_kind_has_its_words(slug: str, base: type[Enum]) -> None:
    game = engine.game(slug)
    families = {of.__module__ for each in (game, engine.get_teacher(game)) for of in type(each).__mro__}
    modules = families - {"engine.base"} | KINDS.get(slug, set())
    assert {kind for module in modules for kind in members(base, module)} == set(spoken(game, base))


@pytest.mark.parametrize(("base", "general"), [(Kind, General), (Fault, refusals.FAULTS)])
def test_each_kind_is_general_or_own(base: type[Enum], general: Collection[Enum]) -> None:
    own = {kind for slug in engine.games() for kind in spoken(engine.game(slug), base)}
    assert set(members(base)) == own | set(general)
    assert not own & set(general)


@pytest.mark.parametrize("slug", engine.games())
def test_every_kind_to_look_for_has_a_hint(slug: str) -> None:
    game = engine.game(slug)
    tellings = get_words(game).tellings
    assert [kind for kind in engine.get_teacher(game).hinted if not tellings[kind].hint] == []


CONDITION = re.compile(r"(?:\[\[|\|)(\w+)(?:[=>]\w+)?\?")


@pytest.mark.parametrize("slug", engine.games())
def test_conditions_of_parts_are_known(slug: str) -> None:
    state = engine.game(slug).initial()
    remark = Remark(General.WINS)
    places = find_places(ENGLISH, state, state.actions()[0], remark)
    known = {"number", "of", *places, *list_conditions(remark)}
    texts = [
        text for told in get_words(state.game).tellings.values() for text in told if isinstance(text, str)
    ]
    assert {name for text in texts for name in CONDITION.findall(text)} <= known


@pytest.mark.parametrize(
    ("number", "of", "said"), [(2, 1, "wins"), (1, 1, "draws"), (0, 1, "loses"), (0, 0, "draws")]
)
def test_first_form_that_fits_is_said(number: int, of: int, said: str) -> None:
    text = "[[number>of?wins|number=of?draws|loses]][[ by {number}]]"
    expected = f"{said} by {number}" if number else said
    assert ENGLISH.say(text, number=number, of=of) == expected


def test_nothing_is_said_if_no_condition_holds() -> None:
    assert ENGLISH.say("wins[[number>of?, by more|number=of?, by as many]]", number=1, of=2) == "wins"


def test_every_standing_has_its_words() -> None:
    assert set(hints.PROSPECTS) == set(Prospect)


def outside_brackets(text: str) -> str:
    """Return what is left of a text without what is in brackets, and in brackets within those."""
    while (shorter := re.sub(r"\[[^\[\]]*\]", "", text)) != text:
        text = shorter
    return text


@pytest.mark.parametrize("slug", engine.games())
def test_nothing_escapes_the_catalogue(slug: str) -> None:
    rng, game = Random(slug), engine.game(slug)
    said = set()
    for ply in (2, 4, 5, 6) * 2:
        state = random_state(game, ply, rng)
        analysis = engine.analyse(state, depth=2)
        theme = format_theme(FOREIGN, game, engine.theme(analysis))
        fault = format_unknown_name(FOREIGN, game, refused(state, "zz"))
        said |= {*format_remarks(FOREIGN, analysis).values(), theme, fault}
    assert len(said) > 10
    assert {outside_brackets(text) for text in said} <= {"", " ", "  ", "; ", "; ; "}
