"""Languages: what each template of a sentence is in a language, by gettext.

A sentence is one whole template, with named places for what differs:
`language.say("{player} wins", player=...)`. English stands in the code, and is what a catalogue of another
language is looked up by. Babel finds a template wherever one of the functions below is called with it, so it
is always written out at the call, and never within an f-string, into which Babel does not look; one that is
kept in a table for later is marked there by `template` or `plural`.
"""

from __future__ import annotations

from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CATALOGUES = Path(__file__).parent / "catalogues"


class Plural(NamedTuple):
    """A template for one, and one for any other number; a language may have more forms than these."""

    one: str
    many: str


def template(text: str) -> str:
    """Mark a template that is said later, and return it as it is."""
    return text


def plural(one: str, many: str) -> Plural:
    """Mark a pair of templates that are said later."""
    return Plural(one, many)


class Language:
    """A language by its code (`en`), and its catalogue; English needs none."""

    def __init__(self, code: str, catalogue: NullTranslations | None = None) -> None:
        self.code = code
        self._catalogue = catalogue or NullTranslations()

    def say(self, template: str, /, **places: object) -> str:
        """Return a template in this language, with its places filled in."""
        return self._catalogue.gettext(template).format(**places)

    def count(self, one: str, many: str, number: int, /, **places: object) -> str:
        """Return the template for that many, which may name the `{number}`."""
        return self._catalogue.ngettext(one, many, number).format(number=number, **places)

    def listed(self, names: Sequence[str]) -> str:
        """Join names as a sentence does: `a1, b2 and c3`; nothing if there are none."""
        return self._joined(names, template("{others} and {last}"))

    def either(self, names: Sequence[str]) -> str:
        """Join names that are to be chosen from: `a1, b2 or c3`."""
        return self._joined(names, template("{others} or {last}"))

    def _joined(self, names: Sequence[str], both: str) -> str:
        *others, last = names or ("",)
        return self.say(both, others=", ".join(others), last=last) if others else last


ENGLISH = Language("en")


class Languages:
    """The languages she speaks, by the locales that Discord tells (`de`, `pt-BR`); English to all others."""

    def __init__(self, languages: Iterable[Language] = (), default: Language = ENGLISH) -> None:
        self._by_code = {language.code: language for language in languages}
        self.default = default

    @classmethod
    def load(cls, folder: Path = _CATALOGUES) -> Languages:
        """Return the languages that have a compiled catalogue in a folder, by its code (`de.mo`)."""
        return cls(map(_load_language, sorted(folder.glob("*.mo"))))

    def spoken_in(self, locale: str) -> Language:
        """Return the language of a locale, or of all who share it, else the default one."""
        return self._by_code.get(locale) or self._by_code.get(locale.partition("-")[0]) or self.default


def _load_language(path: Path) -> Language:
    with path.open("rb") as file:
        return Language(path.stem, GNUTranslations(file))


class Reader(NamedTuple):
    """Who reads something (None: everybody in a channel), and in which language."""

    language: Language
    user_id: int | None = None
