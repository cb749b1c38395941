"""Which language is spoken to whom, and what a catalogue says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.words.language import ENGLISH, Language, Languages, template

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def languages(tmp_path: Path) -> Languages:
    """Two languages, of which one has three forms."""
    for code, locale in (("ru", "ru"), ("pt-BR", "pt_BR")):
        catalogue = Catalog(locale=locale)
        catalogue.add("Accept", f"Accept ({code})")
        catalogue.add(
            ("{number} move", "{number} moves"),
            ("{number} 1", "{number} 2", "{number} 5")[: catalogue.num_plurals],
        )
        with (tmp_path / f"{code}.mo").open("wb") as file:
            write_mo(file, catalogue)
    return Languages.load(tmp_path)


@pytest.mark.parametrize(
    ("locale", "code"), [("ru", "ru"), ("pt-BR", "pt-BR"), ("de", "en"), ("en-US", "en"), ("en-GB", "en")]
)
def test_language_is_that_of_the_locale_or_english(languages: Languages, locale: str, code: str) -> None:
    assert languages.spoken_in(locale).code == code


def test_locales_share_a_language_that_has_no_country() -> None:
    spanish = Language("es")
    assert Languages([spanish]).spoken_in("es-419") is spanish


def test_template_without_a_translation_is_said_in_english(languages: Languages) -> None:
    russian = languages.spoken_in("ru")
    assert russian.say(template("Accept")) == "Accept (ru)"
    assert russian.say("Never said before by {player}.", player="<@1>") == "Never said before by <@1>."


def test_language_may_have_more_forms_than_english(languages: Languages) -> None:
    russian = languages.spoken_in("ru")
    said = [russian.count("{number} move", "{number} moves", number) for number in (1, 2, 5, 21)]
    assert said == ["1 1", "2 2", "5 5", "21 1"]
    assert [ENGLISH.count("{number} move", "{number} moves", number) for number in (1, 2)] == [
        "1 move",
        "2 moves",
    ]


@pytest.mark.parametrize(
    ("names", "listed", "either"),
    [([], "", ""), (["a1"], "a1", "a1"), (["a1", "b2", "c3"], "a1, b2 and c3", "a1, b2 or c3")],
)
def test_names_are_joined_as_in_a_sentence(names: list[str], listed: str, either: str) -> None:
    assert (ENGLISH.listed(names), ENGLISH.either(names)) == (listed, either)


def test_she_speaks_english_alone_so_far() -> None:
    assert Languages.load().spoken_in("de") is ENGLISH
