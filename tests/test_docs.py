"""What there is to read: short where it must be, with links that lead somewhere, and current."""

import re
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from tests import make_commands, make_film, make_minimax, make_tables

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "engine").rglob("*.md")]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
PROSE = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
FENCED = re.compile(r"^ *```.*?^ *```$|<!--.*?-->", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`[^`\n]*`|“[^”]*”|\"[^\"\n]*\"")
EXCERPT = re.compile(r"^```python\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LARGEST = 300_000  # bytes of the film: what a README may cost whoever opens it


def _read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def _links(page: Path) -> Iterator[str]:
    """What a page links to, but for other sites."""
    for found in LINK.finditer(CODE.sub("code", _read(page))):
        target = found[1] or found[2]
        if not re.match("[a-z]+:", target):
            yield target


def _anchors(page: Path) -> set[str]:
    """The names of a page's headings, as GitHub makes them."""
    fenceless = re.sub(r"^```.*?^```$", "", _read(page), flags=re.MULTILINE | re.DOTALL)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(fenceless)}


def test_readme_is_short() -> None:
    assert len(_read(ROOT / "README.md").split()) <= 1_300


def test_pages_are_short_together() -> None:
    assert sum(len(_read(page).split()) for page in DOCS.glob("*.md")) <= 20_000


def _paragraphs(page: Path) -> Iterator[str]:
    """Yield the paragraphs of a page; a heading, a list item and a table cell is one by itself."""
    text = FENCED.sub("\n\n", _read(page))
    text = re.sub(r"^\|.*$", lambda row: row[0].replace("|", "\n\n"), text, flags=re.MULTILINE)
    text = re.sub(r"^(?= *(?:[-*]|\d+\.) |#)", "\n", text, flags=re.MULTILINE)
    yield from re.split(r"\n\s*\n", text)


@pytest.mark.parametrize("page", PROSE, ids=lambda page: str(page.relative_to(ROOT)))
def test_paragraphs_are_short(page: Path) -> None:
    assert [each for each in _paragraphs(page) if len(each.split()) > 80] == []


@pytest.mark.parametrize("page", PROSE, ids=lambda page: str(page.relative_to(ROOT)))
def test_bot_is_called_it(page: Path) -> None:
    said = QUOTED.sub("", FENCED.sub("", _read(page)))
    assert re.findall(r".*\b(?:she|hers?|herself)\b.*", said, re.IGNORECASE) == []


@pytest.mark.parametrize("name", ["architecture.md", "minimax.md"])
def test_excerpts_are_in_the_code(name: str) -> None:
    page = _read(DOCS / name)
    excerpts = EXCERPT.findall(page)
    assert len(excerpts) == page.count("```python") > 1
    for file, excerpt in excerpts:
        rest = f"\n{_read(ROOT / file)}"
        for part in re.split(r"^ *\.\.\.\n", excerpt, flags=re.MULTILINE):
            _, found, rest = rest.partition(f"\n{part}")
            rest = f"\n{rest}"
            assert found, f"{file} has no such lines, or not in this order:\n{part}"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_files_that_are_named_exist(page: str) -> None:
    named = re.findall(r"`((?:bot|docs|engine|migrations|tests)/[\w/.]*)`", _read(ROOT / page))
    assert [file for file in named if not (ROOT / file).exists()] == []


def test_packages_are_told_in_the_order_of_imports() -> None:
    project = tomllib.loads(_read(ROOT / "pyproject.toml"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    order = [name for layer in layers for name in re.findall(r"[\w.]+", layer)]
    table = _read(DOCS / "architecture.md").partition("\n## Packages\n")[2].partition("\n## ")[0]
    firsts = " ".join(re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE))
    told = [name.strip("/").removesuffix(".py").replace("/", ".") for name in re.findall("`(.+?)`", firsts)]
    assert told == sorted(told, key=order.index)


def test_links_lead_somewhere() -> None:
    for page, link in [(each, link) for each in PAGES for link in _links(each)]:
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{link} in {page}"
        assert not anchor or anchor in _anchors(target), f"{link} in {page}"


def test_pages_say_whom_they_are_for() -> None:
    for page in DOCS.glob("*.md"):
        assert _read(page).splitlines()[2].startswith("For "), page


def test_no_command_has_a_placeholder() -> None:
    files = [*PAGES, ROOT / "compose.yaml", ROOT / ".env.example"]
    assert [each for each in files if re.search(r"\b(OWNER|YOUR_[A-Z]+)\b", _read(each))] == []


def test_readme_starts_the_bot_before_it_invites_it() -> None:
    steps = _read(ROOT / "README.md").partition("\n## On your server\n")[2].partition("\n## ")[0]
    assert 0 < steps.index("maxine run") < steps.index("address that the log prints")
    assert "oauth2/authorize" not in steps


def test_every_page_is_linked() -> None:
    linked = {(page.parent / link.partition("#")[0]).resolve() for page in PAGES for link in _links(page)}
    assert {*DOCS.glob("*.md")} <= linked


async def test_page_of_commands_is_current() -> None:
    page = _read(make_commands.FILE)
    assert page == await make_commands.make(), "Run `python -m tests.make_commands`."


def test_pictures_of_minimax_are_what_is_drawn() -> None:
    kept = {file.name: file.read_bytes() for file in make_minimax.PICTURES.iterdir()}
    made = make_minimax.render_pictures()
    assert sum(map(len, kept.values())) <= LARGEST
    assert {name: _measure(content) for name, content in kept.items()} == {
        name: _measure(content) for name, content in made.items()
    }


def _measure(picture: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(picture)) as opened:
        return opened.size


@pytest.mark.ci
def test_film_is_what_is_drawn() -> None:
    kept, made = make_film.FILE.read_bytes(), make_film.render()
    assert len(kept) <= LARGEST
    assert _describe(kept) == _describe(made)


def _describe(film: bytes) -> tuple[object, ...]:
    """What is the same on every machine: the size, how long each scene is, and what is said."""
    with Image.open(BytesIO(film)) as gif:
        said = gif.info["comment"]
        return gif.size, [frame.info["duration"] for frame in ImageSequence.Iterator(gif)], said


def test_page_names_every_setting() -> None:
    known = re.findall(r"^(\w+)=", _read(ROOT / ".env.example"), re.MULTILINE)
    table = _read(DOCS / "operations.md").partition("## Configure\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == known


def test_table_is_put_in_its_place() -> None:
    place = "<!-- printed by: python -m some.program, table 2 -->\n{}<!-- end -->\n"
    other = "<!-- printed by: python -m other.program -->\nold\n<!-- end -->\n"
    page = make_tables.fill(
        place.format("old\n") + other, "python -m some.program", ["| a |\n", "| b |\n"], "a machine"
    )
    assert page == place.format("| b |\n\n*`python -m some.program`, on a machine.*\n") + other


def test_program_is_run_for_its_tables() -> None:
    (table,) = make_tables.run("python -m tests.make_counts")
    assert table in _read(DOCS / "strength.md")
