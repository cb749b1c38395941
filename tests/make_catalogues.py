"""Bring the catalogues up to date, or begin one: `python -m tests.make_catalogues [pt-BR]`.

What is new stands in them untranslated, and what is no longer said is gone. Sentences come in the order of
the program; where one is said, `grep` finds.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po

import bot
from bot.words.forms import is_plural, list_variants, split_forms

KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("say", "template", "Telling")),
    **dict.fromkeys(("count", "Plural"), (1, 2)),
}
"""The functions that templates are written in; see `bot.words.forms` for what one text stands for."""

SOURCE = Path(bot.__file__).parent
METHODS = [
    ("cli/**", "ignore"),
    ("**.py", "tests.make_catalogues:extract"),
]  # the command line speaks English
FOLDER = SOURCE / "words" / "catalogues"
HEADER = r"""msgid ""
msgstr ""
"Language: {}\n"
"Plural-Forms: {}\n"
"Content-Type: text/plain; charset=utf-8\n"

"""


def main(codes: Sequence[str]) -> None:
    """Write the catalogues that are there, and those of the codes."""
    for file in sorted({*FOLDER.glob("*.po"), *(FOLDER / f"{code}.po" for code in codes)}):
        catalogue = read(file) if file.exists() else Catalog(file.stem.replace("-", "_"))
        catalogue.update(gather(), no_fuzzy_matching=True)
        file.write_text(write(catalogue), encoding="utf-8")


def gather() -> Catalog:
    """Return all that is said to players, in the order of the program."""
    catalogue = Catalog()
    for _, _, message, _, _ in extract_from_dir(SOURCE, METHODS, keywords=KEYWORDS):
        catalogue.add(message)
    return catalogue


def extract(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Sequence[str], **_: object
) -> Iterator[tuple[Any, ...]]:
    """Yield what Babel finds in a file, and the forms of a text that has several."""
    found: Any = extract_python(file, keywords, tags, {})
    for line, function, texts, comments in found:
        text, *others = texts if isinstance(texts, tuple) else (texts,)
        if function == "count" and not others:  # that of a list or a text
            continue
        said = filter(None, (text, *others) if function == "Telling" else (text,))
        for each in filter(None, (variant for one in said for variant in list_variants(one))):
            if function in {"count", "Plural"} or is_plural(each):
                yield line, "Plural", split_forms(each), comments
            else:
                yield line, "template", each, comments


def read(file: Path) -> Catalog:
    """Return what is in a file."""
    with file.open("rb") as opened:
        return read_po(opened)


def write(catalogue: Catalog) -> str:
    """Return what is to be in the file: no marks that only tell what a template shows, as its places."""
    for message in catalogue:
        message.flags &= {"fuzzy"}
    written = BytesIO()
    write_po(written, catalogue, width=0, no_location=True, ignore_obsolete=True, omit_header=True)
    return (
        HEADER.format(catalogue.locale_identifier, catalogue.plural_forms) + written.getvalue().decode()[:-1]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
