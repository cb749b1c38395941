"""Languages: what each template of a sentence is in a language, by gettext.

A sentence is one whole template, with named places for what differs:
`language.say("{player} wins", player=...)`. English stands in the code, and is what a catalogue of another
language is looked up by. Babel finds a template wherever one of the functions below is called with it, so it
is always written out at the call, and never within an f-string, into which Babel does not look; one that is
kept in a table for later is marked there by `template` or `Plural`. A plural is written as one text,
`captures {number} [seed|seeds]`, and so are templates that differ by a part: see `bot.words.forms`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from gettext import NullTranslations, c2py
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.dates import format_skeleton
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_percent, get_decimal_symbol, get_group_symbol

from bot.words.forms import choose_parts, split_forms

_CATALOGUES = Path(__file__).parent / "catalogues"


class Plural(str):
    """A template that differs by a number and is said later: `[one|many]` stands where its forms differ."""

    __slots__ = ()


def template(text: str) -> str:
    """Mark a template that is said later, and return it as it is."""
    return text


class _Translations(NullTranslations):
    """What a catalogue says instead of templates: English where it says nothing."""

    def __init__(self, catalogue: Catalog) -> None:
        super().__init__()
        self._said = {
            message.id if isinstance(message.id, str) else message.id[0]: message.string
            for message in catalogue
            if message.id and message.string and all(message.string) and not message.fuzzy
        }
        self._find_form = c2py(catalogue.plural_expr)

    def gettext(self, message: str) -> str:
        """Return a template that differs by no number."""
        said = self._said.get(message)
        return said if isinstance(said, str) and said else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return that of the templates which the language uses for such a number."""
        said = self._said.get(msgid1)
        return said[self._find_form(n)] if isinstance(said, tuple) else super().ngettext(msgid1, msgid2, n)


LEFT = template("someone who has left")
"""The name of a person in all sentences, once all their data is removed."""

_LEFT = re.compile(r"<@-\d+>")


class Language:
    """A language by its code (`en`), and its catalogue; English needs none."""

    def __init__(self, code: str, catalogue: NullTranslations | None = None) -> None:
        self.code = code
        self._catalogue = catalogue or NullTranslations()
        self._locale = Locale.parse(code, sep="-")
        symbols = {".": get_decimal_symbol(self._locale), ",": get_group_symbol(self._locale)}
        self._symbols = str.maketrans(symbols)

    def say(self, text: str, /, **places: object) -> str:
        """Return a template in this language, with its places filled in."""
        said = self._catalogue.gettext(choose_parts(text, places))
        return self._name_leavers(said.format(**places))

    def count(self, text: str, number: int, /, **places: object) -> str:
        """Return a plural template for that many, which may name the `{number}`."""
        one, many = split_forms(choose_parts(text, {**places, "number": number}))
        said = self._catalogue.ngettext(one, many, number)
        return self._name_leavers(said.format(number=number, **places))

    def _name_leavers(self, text: str) -> str:
        """Return a text in which people who have left are named; only their ids are negative."""
        return _LEFT.sub(self._catalogue.gettext(LEFT), text) if "<@-" in text else text

    def number(self, number: float, form: str) -> str:
        """Write a number in one of Python's forms with the symbols of this language: `+0,3`, `10.000`."""
        return format(number, form).translate(self._symbols)

    def percent(self, share: float) -> str:
        """Write a share as a whole percentage: `34%`, or `34 %`."""
        return format_percent(Decimal(f"{100 * share:.0f}") / 100, locale=self._locale)

    def month(self, day: date) -> str:
        """Name the month of a day, with its year: `November 2026`, or `noviembre de 2026`."""
        return format_skeleton("yMMMM", day, locale=self._locale)

    def listed(self, names: Sequence[str]) -> str:
        """Join names as a sentence does: `a1, b2 and c3`; nothing if there are none."""
        return self._join_names(names, template("{others} and {last}"))

    def either(self, names: Sequence[str]) -> str:
        """Join names that are to be chosen from: `a1, b2 or c3`."""
        return self._join_names(names, template("{others} or {last}"))

    def _join_names(self, names: Sequence[str], both: str) -> str:
        *others, last = names or ("",)
        return self.say(both, others=", ".join(others), last=last) if others else last


ENGLISH = Language("en")


class Languages:
    """The languages of the bot, by Discord's locales (`de`, `pt-BR`); English for all others."""

    def __init__(self, languages: Iterable[Language] = (), default: Language = ENGLISH) -> None:
        self._by_code = {language.code: language for language in languages}
        self.default = default

    @property
    def all(self) -> tuple[Language, ...]:
        """All languages of the bot, the default one first."""
        others = (language for language in self._by_code.values() if language is not self.default)
        return self.default, *others

    @classmethod
    def load(cls, folder: Path = _CATALOGUES) -> Languages:
        """Return the languages that have a catalogue in a folder, which is called by its code (`de.po`)."""
        return cls(map(_load_language, sorted(folder.glob("*.po"))))

    def spoken_in(self, locale: str) -> Language:
        """Return the language of a locale, or of all who share it, else the default one."""
        return self._by_code.get(locale) or self._by_code.get(locale.partition("-")[0]) or self.default


@cache
def _load_language(path: Path) -> Language:
    with path.open("rb") as file:
        return Language(path.stem, _Translations(read_po(file)))


class Reader(NamedTuple):
    """A reader (None: everybody in a channel), and their language."""

    language: Language
    user_id: int | None = None
