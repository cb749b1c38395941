"""What a language with a catalogue says, it says right, and everything by the next version."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

import pytest

from bot.errors import PlayerError, Reason
from bot.playground.validation import CONTENT_MOST
from bot.words import labels, operations, refusals
from bot.words.command_names import COMMANDS, OPTIONS, name_command, name_option
from bot.words.commands import guide
from bot.words.language import Languages, _load_language
from bot.words.refusal_reasons import COUNTED, LINKED, REASONS
from tests import make_catalogues
from tests.bot.stage import Stage

Id: TypeAlias = str | tuple[str, ...]

FILES = sorted(make_catalogues.FOLDER.glob("*.po"))
DISCORDS = {"de": ["de"], "fr": ["fr"], "es": ["es-ES", "es-419"], "pt-BR": ["pt-BR"]}
"""The locales of Discord that a language serves."""

NAME = re.compile(r"[-_\w]{1,32}")
MARKS = ("**", "`", "\n", "### ", "-# ", "★", "●")
LABEL_MOST, DESCRIPTION_MOST, CHOICE_MOST, NAME_MOST = 80, 100, 100, 32
KNOWN = {*COMMANDS, *OPTIONS}

TWO_NUMBERS = Path(__file__).with_name("data") / "two_numbers.txt"
"""The English of each sentence with two numbers, for the singular if there is one, read in every language.

A plural is for one of its numbers. Where a word depends on the other one, another wording helps: not "1 of 10
solved" but "solved: 1 of 10".
"""
PLACES_OF_NUMBERS = """
after at before begun certain change count cut deviation draws errors estimated everything fewer first
first_share found games high highest hints last legal longer longest losses low lowest mirrored more needed
newer number of older percent playouts points random rank rating remembered rounds second_share seed share
solved tie_break tries visits wins
"""
PLACES_OF_WORDS = """
advice always answer answers any_cell begin besides best board cells changes channel channels character
choices column columns corner counts difficulty discs end estimate explain game given groups heaps hint house
houses invitee inviter kind known label language level line lines link loser mark maximiser mine minimiser
month move moves name names naming numbers one opponent other other_cells others outcome owner pairs period
person player players ratings reason replies reply resign result results row rows rules said score season
second sentence side size state status strength theirs theme thread time value votes whole why wished worth
zone
"""

catalogues = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


read = cache(make_catalogues.read)


@cache
def templates() -> frozenset[Id]:
    ids = (message.id for message in make_catalogues.gather() if message.id)
    return frozenset(id_ if isinstance(id_, str) else tuple(id_) for id_ in ids)


def pairs(file: Path) -> Iterator[tuple[Id, list[str]]]:
    """Yield each template that is translated with its translations: one, or one for each plural form."""
    for message in read(file):
        id_, said = message.id, message.string or ""
        texts = [said] if isinstance(said, str) else list(said)
        if id_ and any(texts):
            yield id_ if isinstance(id_, str) else tuple(id_), texts


def places(text: str) -> set[tuple[str, str]]:
    """Return the places of a template, with the forms that they are written in."""
    return {(name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None}


def forms(id_: Id) -> list[str]:
    return [id_] if isinstance(id_, str) else list(id_)


def test_languages_of_the_readme_are_there() -> None:
    assert {file.stem for file in FILES} >= set(DISCORDS)
    languages = Languages.load()
    for code, locales in DISCORDS.items():
        assert {languages.spoken_in(locale).code for locale in locales} == {code}


@catalogues
def test_nothing_is_missing(file: Path) -> None:
    """English is said meanwhile, so on the way to a version it is enough to tell what is missing."""
    missing = sorted(forms(id_)[0] for id_ in templates() - {id_ for id_, _ in pairs(file)})
    if missing and "CATALOGUES_WHOLE" not in os.environ:
        pytest.skip(f"{file.name} does not say yet: {missing}")
    assert missing == [], "run `python -m tests.make_catalogues`, and translate them"


@catalogues
def test_nothing_is_left_over_or_unsure(file: Path) -> None:
    catalogue = read(file)
    assert {message.id for message in catalogue if message.id} - templates() == set(), (
        "run `python -m tests.make_catalogues`"
    )
    assert not catalogue.obsolete
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []
    assert [id_ for id_, texts in pairs(file) if not all(texts)] == []
    plurals = [(id_, texts) for id_, texts in pairs(file) if isinstance(id_, tuple)]
    assert [id_ for id_, texts in plurals if len(texts) != catalogue.num_plurals] == []


@catalogues
def test_nothing_stands_there_but_what_is_said(file: Path) -> None:
    """Nothing tells where each sentence is said: that changes often, in every language."""
    assert file.read_text(encoding="utf-8") == make_catalogues.write(make_catalogues.read(file))


def test_command_line_speaks_english() -> None:
    """It is read by whoever runs her, and its sentences are in no catalogue."""
    of_starting = {
        *operations._SETTINGS.values(),
        *operations._SENTENCES.values(),
        *operations._REFUSALS.values(),
    }
    of_doctor = {*operations._DIAGNOSES.values(), *operations._REMEDIES.values()}
    assert templates() & (of_starting | of_doctor) == set()


def test_every_refusal_has_a_sentence() -> None:
    errors = [PlayerError]
    for error in errors:
        errors += error.__subclasses__()
    raised = {error for error in errors if not error.__subclasses__()}
    assert raised <= {*refusals._ERRORS, *refusals._format_error.registry}
    of_matches = {Reason.ILLEGAL_MOVE, Reason.UNKNOWN_PLY}
    assert set(Reason) == {*REASONS, *COUNTED, *LINKED} | of_matches


@catalogues
def test_places_are_those_of_the_template(file: Path) -> None:
    for id_, texts in pairs(file):
        some = [places(form) for form in forms(id_)]
        for text in texts:
            assert set.intersection(*some) <= places(text) <= set.union(*some), text


def test_sentences_with_two_numbers_are_reviewed() -> None:
    numbers, words = set(PLACES_OF_NUMBERS.split()), set(PLACES_OF_WORDS.split())
    named = {id_: {name for form in forms(id_) for name, _ in places(form)} for id_ in templates()}
    assert (set().union(*named.values()), numbers & words) == (numbers | words, set())
    found = {forms(id_)[0] for id_, names in named.items() if len(numbers & names) > 1}
    assert found == set(TWO_NUMBERS.read_text(encoding="utf-8").splitlines())


@catalogues
def test_marks_are_those_of_the_template(file: Path) -> None:
    """Bold stays bold, a line a line, and what is set in type is set in type."""
    for id_, texts in pairs(file):
        counts = [{mark: form.count(mark) for mark in MARKS} for form in forms(id_)]
        edges = {(form[: len(form) - len(form.lstrip())], form[len(form.rstrip()) :]) for form in forms(id_)}
        for text in texts:
            assert {mark: text.count(mark) for mark in MARKS} in counts, text
            assert (text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]) in edges, text


@catalogues
def test_sentences_name_commands_as_registered(file: Path) -> None:
    language = _load_language(file)
    names = {name: f"/{name_command(language, name[1:])}" for name in COMMANDS}
    names |= {name[:-1]: name_option(language, name[:-1]) for name in OPTIONS}
    for id_, texts in pairs(file):
        for form, text in zip((*forms(id_), *forms(id_)[-1:] * 9), texts, strict=False):
            codes = _codes(text)
            called = [_call(names, code) for code in _codes(form) if code in names or code.startswith("/")]
            assert [parts for parts in called if not any(_names(code, parts) for code in codes)] == [], text
            assert all(code.split()[0] in names.values() for code in codes if code.startswith("/")), text


def _call(names: dict[str, str], code: str) -> list[str]:
    """Return how a command is called there, then one of a group by name, and options up to the colon."""
    first, *more = code.split()
    options = (word.partition(":") for word in more)
    parts = (
        names[name] + colon if colon else names[f"/{name}"].removeprefix("/") for name, colon, _ in options
    )
    return [names[first], *parts]


def _names(code: str, parts: list[str]) -> bool:
    """Whether a code is what such a command looks like, whatever its options are."""
    return code == " ".join(parts) if ":" not in code else all(part in code for part in parts)


def _codes(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


@catalogues
def test_labels_fit_buttons(file: Path) -> None:
    language = _load_language(file)
    said = [language.say(text) for text in vars(labels).values() if isinstance(text, str)]
    assert [label for label in said if len(label) > LABEL_MOST] == []


@catalogues
def test_help_fits_a_message(file: Path) -> None:
    assert len(guide(_load_language(file))) <= CONTENT_MOST


@catalogues
async def test_discord_takes_what_commands_are_called(stage: Stage, file: Path) -> None:
    """Names are lower case and differ, and no text is longer than Discord lets it be."""
    locale = DISCORDS.get(file.stem, [file.stem])[0]
    commands = stage.playground.world.commands
    check(commands, locale)


def check(things: list[dict[str, Any]], locale: str) -> None:
    """Look at commands, their options or their choices, which stand side by side."""
    names = [thing["name_localizations"][locale] for thing in things]
    assert len(names) == len(set(names)), names
    for thing, name in zip(things, names, strict=True):
        if not thing.get("description"):  # a choice, or what stands in a menu
            assert len(name) <= (CHOICE_MOST if "value" in thing else NAME_MOST), name
            continue
        assert {f"/{thing['name']}", f"{thing['name']}:"} & KNOWN, f"{thing['name']} is in no table of names"
        assert NAME.fullmatch(name), name
        assert name == name.lower()
        assert len(thing["description_localizations"][locale]) <= DESCRIPTION_MOST, name
        check(thing.get("options", []), locale)
        check(thing.get("choices", []), locale)
