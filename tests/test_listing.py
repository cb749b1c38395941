"""What is told of her in the App Directory is there in each language, fits, and speaks of what there is."""

import re
from pathlib import Path

import pytest
from PIL import Image

from bot.words.command_names import COMMANDS
from bot.words.language import Languages
from tests import make_listing
from tests.make_explanations import explain

ROOT = Path(__file__).parents[1]
LANGUAGES = {language.code: language for language in map(Languages.load().spoken_in, make_listing.LOCALES)}
CATALOGUES = {file.stem for file in (ROOT / "bot" / "words" / "catalogues").glob("*.po")}

in_each_language = pytest.mark.parametrize("code", sorted(LANGUAGES))


def sections(code: str) -> dict[str, str]:
    """What stands below each heading."""
    page = (ROOT / "docs" / "listing" / f"{code}.md").read_text(encoding="utf-8")
    return {title: text.strip() for title, text in re.findall(r"^## (.+)\n([^#]+)", page, re.MULTILINE)}


def test_each_language_has_a_listing() -> None:
    found = {file.stem for file in (ROOT / "docs" / "listing").glob("*.md")} - {"README"}
    assert found == CATALOGUES | {"en"} == LANGUAGES.keys()


@in_each_language
def test_listing_fits_what_is_asked(code: str) -> None:
    told = sections(code)
    assert list(told) == ["Summary", "Description", "Tags"]
    assert "\n" not in told["Summary"]
    assert len(told["Summary"]) <= 200
    assert 300 <= len(told["Description"]) <= 2000
    tags = [tag.removeprefix("- ") for tag in told["Tags"].splitlines()]
    assert len({*tags}) == 5
    assert max(map(len, tags)) <= 20


@in_each_language
def test_listing_names_commands_as_registered(code: str) -> None:
    names = {LANGUAGES[code].say(name).split()[0] for name in COMMANDS}
    named = re.findall(r"`(/[^`]+)`", sections(code)["Description"])
    assert len(named) == 9
    assert {*named} <= names


@in_each_language
def test_picture_is_drawn_in_each_language(code: str) -> None:
    picture = make_listing.draw(LANGUAGES[code], explain("tic-tac-toe", 1, 1).explanation)
    assert picture.size == (1920, 1080)
    right = picture.crop((960, 0, *make_listing.SIZE))
    edge = right.crop((870, 0, *right.size))
    assert right.getextrema() != edge.getextrema(), "nothing is written"
    assert edge.getextrema() == Image.new("RGB", (1, 1), edge.getpixel((0, 0))).getextrema(), "it is cut off"


def test_contact_stands_where_it_is_looked_for() -> None:
    for page in ("TERMS.md", "docs/listing/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8").partition("\n## Contact\n")[2]
        assert "SECURITY.md#reporting-a-weakness" in text
    assert "\n## Reporting a weakness\n" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
