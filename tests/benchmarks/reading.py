"""Reads a sentence back: which kind of remark it makes, by the catalogue of a language and nothing else."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from itertools import product
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

import engine
from bot.words.forms import is_plural, list_variants, split_forms
from bot.words.games import get_words
from bot.words.language import ENGLISH, Language, Languages, Plural
from bot.words.remarks import find_places
from bot.words.tellings import fill_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.words.tellings import Phrase

LANGUAGES = Languages.load().all
"""The languages that sentences are read in, English first."""

BLOCK_FIRST = "Block {move} first: {opponent} would win there."
"""What may stand before any advice."""

ORDER = "ORDER"
"""As which kind it is read what comes before any rule of thumb."""

_EDGE = "\0"  # stands around the name of a place until the rest of a template has become a pattern
_PLACE = r"(?:(?!\. ).)+?"  # no place holds the end of a sentence
_READ = "\n"  # stands for every letter that has been read, and in no place
_FORMS = (1, 2, 5)  # numbers that all languages together use different forms for
_CELLS = (
    *((), (0,), (0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5)),
    *((0, 1, 2, 3), (0, 7, 14, 21), (0, 8, 16, 24)),  # lines: beside, above and aslant of each other
)
_REMARKS = (
    ((), (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3, 4)),  # actions
    (0, 1, 2),  # the number
    ((), (1,), (0, 1)),  # besides
    _CELLS,
    (0, 1, 2, 3),  # of how many
)
"""What a remark may carry: phrases differ by that."""


class Reading(NamedTuple):
    """What was read: the kind of the remark, the template of its sentence in English, and its places."""

    kind: str
    template: str
    places: dict[str, str]


class _Noting(Language):
    """English that notes the last template said, which is the outermost."""

    noted = ""

    def say(self, template: str, /, **places: object) -> str:
        said = super().say(template, **places)
        self.noted = template
        return said

    def count(self, text: str, number: int, /, **places: object) -> str:
        said = super().count(text, number, **places)
        self.noted = Plural(text)
        return said


class _Number(int):
    """A number that is written as its place."""

    def __format__(self, form: str) -> str:
        return f"{_EDGE}number{_EDGE}"


def read(language: Language, game: engine.Game, text: str) -> list[Reading]:
    """Return what sentences say of a move of the game, in their order; nothing if no template is found there.

    Of several that are found in the same place, it is the one with the most letters of its own.
    """
    readings: dict[int, Reading] = {}
    for kind, template, pattern in _patterns(language, game):
        if found := pattern.search(text):
            readings[found.start()] = Reading(kind, template, found.groupdict())
            text = f"{text[: found.start()]}{_READ * len(found[0])}{text[found.end() :]}"
    return [readings[start] for start in sorted(readings)]


@cache
def _patterns(language: Language, game: engine.Game) -> list[tuple[str, str, re.Pattern[str]]]:
    """Return all that may be read of a game, the longest first."""
    found = {
        (said, kind, split_forms(template)[0])
        for kind, template in _templates(game)
        for said in _translated(language, template)
    }
    ordered = sorted(found, key=lambda each: (-len(_bare(each[0])), each))
    return [(kind, template, _pattern(said)) for said, kind, template in ordered]


@cache
def _templates(game: engine.Game) -> tuple[tuple[str, str], ...]:
    return tuple(_list_templates(game))


def _list_templates(game: engine.Game) -> Iterator[tuple[str, str]]:
    """Yield the templates of each kind by which it is advised, or where there are none, those of a list."""
    yield "BLOCKS_WIN", BLOCK_FIRST
    words = get_words(game)
    yield from ((ORDER, said) for said in (words.order, words.habit) if said)
    for kind, told in words.tellings.items():
        for template in _noted(game, kind, told.advice or told.listed) | _noted(game, kind, told.outlook):
            yield kind.name, template


def _noted(game: engine.Game, kind: engine.Kind, phrase: Phrase) -> set[str]:
    if not callable(phrase):
        variants = (each for text in _list_texts(phrase) for each in list_variants(text) if each)
        return {Plural(each) if is_plural(each) else each for each in variants}
    state, bare = game.initial(), engine.Remark(kind)
    found, places = set(), dict.fromkeys(find_places(ENGLISH, state, state.actions()[0], bare), "?")
    for actions, number, besides, cells, of in product(*_REMARKS):
        noting = _Noting("en")
        remark = engine.Remark(kind, actions, number, besides, cells, of)
        with suppress(ValueError, IndexError):  # no remark of the kind carries that
            fill_phrase(noting, phrase, remark, {**places, "cells": "?" if cells else ""})
            found.add(noting.noted)
    return found


def _list_texts(phrase: str | tuple[str, ...]) -> tuple[str, ...]:
    return phrase if isinstance(phrase, tuple) else (phrase,)


def _translated(language: Language, template: str) -> set[str]:
    """Return all forms of a template in a language, with places between edges."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    places = {name: f"{_EDGE}{name}{_EDGE}" for name in names}
    if not isinstance(template, Plural):
        return {language.say(template, **places)}
    places.pop("number", None)
    return {language.count(template, _Number(form), **places) for form in _FORMS}


def _bare(said: str) -> str:
    return "".join(said.split(_EDGE)[::2])


def _pattern(said: str) -> re.Pattern[str]:
    """Return a pattern in which each place may hold anything; one that comes again is not looked at again."""
    parts, seen = said.split(_EDGE), set[str]()
    for place in range(1, len(parts), 2):
        name, parts[place] = parts[place], rf"({_PLACE})"
        if name not in seen:
            seen.add(name)
            parts[place] = f"(?P<{name}>{_PLACE})"
    parts[::2] = map(re.escape, parts[::2])
    if len(parts) > 1 and not parts[-1]:
        parts[-2] = parts[-2].replace("+?", "+")
    return re.compile("".join(parts))
