"""Write the approved sentences: `python -m tests.make_sentences`; the diff shows what a change does to them.

Each module of tests/sentences/ lists named cases in `list_sentences`. Its text in tests/approved/ has the
name of each case, and below it the sentence.
"""

from importlib import import_module
from pathlib import Path
from textwrap import indent

APPROVED = Path(__file__).with_name("approved")
NAMES = sorted(path.stem for path in Path(__file__).with_name("sentences").glob("*.py"))


def main() -> None:
    """Write all texts."""
    for name in NAMES:
        (APPROVED / f"{name}.txt").write_text(make(name), encoding="utf-8")


def make(name: str) -> str:
    """Return the text of one module."""
    pairs = import_module(f"tests.sentences.{name}").list_sentences()
    return "".join(f"{case}\n{indent(sentence, '  ')}\n" for case, sentence in pairs)


if __name__ == "__main__":
    main()
