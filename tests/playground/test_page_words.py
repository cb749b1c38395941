"""The page's own sentences are there in every language of the bot, and no others."""

import json
import re
from pathlib import Path

import pytest

from bot import playground
from bot.words.language import Languages

PLAYGROUND = Path(playground.__file__).parent
SOURCE = "".join(file.read_text(encoding="utf-8") for file in (PLAYGROUND / "page" / "js").glob("*.js"))
SERVER = "".join(file.read_text(encoding="utf-8") for file in PLAYGROUND.glob("*.py"))
TEXT = r'"(?:[^"\\]|\\.)*"'
FIELD = re.compile(r"\{[^}]*\}")
CODES = [language.code for language in Languages.load().all[1:]]


def table(code: str) -> dict[str, str]:
    """The sentences of a language, by the English ones."""
    told = (PLAYGROUND / "page" / "languages" / f"{code}.js").read_text(encoding="utf-8")
    pairs = re.findall(rf"^  ({TEXT}): ({TEXT}),$", told, re.MULTILINE)
    assert len(pairs) == told.count("\n") - 2
    return {json.loads(english): json.loads(sentence) for english, sentence in pairs}


def english_in(text: str, code: str) -> list[str]:
    """What of the English sentences stands in a text that should be of another language."""
    foreign = (each for each, said in table(code).items() if said != each)
    pieces = {piece.strip() for each in foreign for piece in FIELD.split(each) if re.search(r"\w", piece)}
    return [each for each in sorted(pieces) if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text)]


def fields(sentence: str) -> set[str]:
    return {*FIELD.findall(sentence)}


@pytest.mark.parametrize("code", CODES)
def test_page_speaks_each_language(code: str) -> None:
    calls = re.findall(rf"\b(?:t|told|counted)\((?:\w+, )?({TEXT}(?:, {TEXT})?)", SOURCE)
    told = {json.loads(text) for call in calls for text in re.findall(TEXT, call)}
    assert len(told) > 50
    assert told <= table(code).keys()
    assert f"/languages/{code}.js" in SOURCE


@pytest.mark.parametrize("code", CODES)
def test_no_sentence_is_needless(code: str) -> None:
    server = FIELD.sub("{}", SERVER)
    needless = [
        each for each in table(code) if f'"{each}"' not in SOURCE and FIELD.sub("{}", each) not in server
    ]
    assert not needless


@pytest.mark.parametrize("code", CODES)
def test_translations_have_the_same_values(code: str) -> None:
    assert {each: fields(said) for each, said in table(code).items()} == {
        each: fields(each) for each in table(code)
    }
