"""Which language is spoken to whom, and what a catalogue says."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.playground.messages import text_of
from bot.words.command_names import name_command, name_option
from bot.words.language import ENGLISH, Language, Languages, template
from tests.bot.shown import controls
from tests.bot.stage import Stage


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
        with (tmp_path / f"{code}.po").open("wb") as file:
            write_po(file, catalogue)
    return Languages.load(tmp_path)


@pytest.mark.parametrize(
    ("locale", "code"), [("ru", "ru"), ("pt-BR", "pt-BR"), ("de", "en"), ("en-US", "en"), ("en-GB", "en")]
)
def test_locale_decides_or_english(languages: Languages, locale: str, code: str) -> None:
    assert languages.spoken_in(locale).code == code


def test_locales_share_a_language() -> None:
    spanish = Language("es")
    assert Languages([spanish]).spoken_in("es-419") is spanish


def test_missing_translation_is_said_in_english(languages: Languages) -> None:
    russian = languages.spoken_in("ru")
    assert russian.say(template("Accept")) == "Accept (ru)"
    assert russian.say("Never said before by {player}.", player="<@1>") == "Never said before by <@1>."
    assert (name_command(russian, "flip"), name_option(russian, "side")) == ("flip", "side")


def test_language_may_have_three_forms(languages: Languages) -> None:
    russian = languages.spoken_in("ru")
    said = [russian.count("{number} [move|moves]", number) for number in (1, 2, 5, 21)]
    assert said == ["1 1", "2 2", "5 5", "21 1"]
    assert [ENGLISH.count("{number} [move|moves]", number) for number in (1, 2)] == ["1 move", "2 moves"]


@pytest.mark.parametrize(
    ("names", "listed", "either"),
    [([], "", ""), (["a1"], "a1", "a1"), (["a1", "b2", "c3"], "a1, b2 and c3", "a1, b2 or c3")],
)
def test_names_are_joined(names: list[str], listed: str, either: str) -> None:
    assert (ENGLISH.listed(names), ENGLISH.either(names)) == (listed, either)


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("en", ["+0.3", "+0.0", "-1.5", "10,000", "34%"]),
        ("de", ["+0,3", "+0,0", "-1,5", "10.000", "34\N{NO-BREAK SPACE}%"]),
        ("pt-BR", ["+0,3", "+0,0", "-1,5", "10.000", "34%"]),
    ],
)
def test_numbers_follow_the_language(code: str, written: list[str]) -> None:
    language = Language(code)
    signed = [language.number(number, "+z.1f") for number in (0.25 + 0.01, -0.01, -1.5)]
    assert [*signed, language.number(10_000, ","), language.percent(0.34)] == written


async def test_people_and_servers_have_their_languages(stage: Stage) -> None:
    stage.playground.world.speak(stage.playground.guild.id, "de")
    stage.playground.world.speak(stage.ada.id, "fr")
    board = await stage.challenge(stage.ada, level="parfait")
    assert {"Erklären", "Regeln", "Tipp", "Aufgeben"} <= set(controls(stage.message(board)))
    assert text_of(stage.message(board)).endswith("(X) ist am Zug.")
    explanation = await stage.click(stage.ada, board, "Erklären")
    assert explanation.ephemeral
    assert "Au meilleur jeu, la partie est nulle." in explanation.text
    refusal = await stage.click(stage.grace, board, "b2")
    assert refusal.ephemeral
    assert refusal.text.startswith("This match is between")
    assert "perfekt" in text_of(stage.message(board))


async def test_suggestions_are_in_ones_language(stage: Stage) -> None:
    stage.playground.world.speak(stage.ada.id, "de")
    found = await stage.playground.autocomplete(stage.ada, stage.general, "challenge", "level", "schw")
    assert [(choice["name"], choice["value"]) for choice in found] == [("schwer", "hard")]
