"""A language made by brackets around all that is said, and an ear for what people read without them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.playground.messages import text_of
from bot.playground.things import Json
from bot.words.language import Languages
from tests.bot.boards import pictures
from tests.bot.shown import buttons, menus
from tests.make_catalogues import gather

_SAID = re.compile(r"⟦[^⟦⟧]*(?:⟧|$)")  # the end may have been cut off
_CHARACTER = r"random|greedy|mcts|minimax|neural|q-table|(?:iq|depth)-\d+"
_NAME = rf"Maxine|Ada|Grace|Emmy|Blaise|Eve|Dizzy|Nibbles|Memo|Octo|Hunch|Primer|Scout|Monty|{_CHARACTER}"
_ZONE = r"UTC|[A-Z]\w+/\w+"
_DATA = re.compile(rf"<[@#]\d+>|<t:\d+:[FRTf]>|https://\S+|\b(?:{_NAME}|{_ZONE})\b|\b[a-h]\d+[xo]?\b")
_WORD = re.compile(r"[^\W\d_]{2,}")


def find_escapes(text: str) -> list[str]:
    """Return the words of a text in no brackets, that are neither mentions, links nor names."""
    return _WORD.findall(_DATA.sub(" ", _SAID.sub(" ", text)))


def bracket(template: str) -> str:
    """Put what stands between the places of a template in brackets: `{player}⟦ wins⟧`."""
    return "".join(
        f"{f'⟦{_escaped(literal)}⟧' if literal else ''}{f'{{{name}}}' if name else ''}"
        for literal, name, _, _ in Formatter().parse(template)
    )


def _escaped(literal: str) -> str:
    return literal.replace("{", "{{").replace("}", "}}")


def make_languages(folder: Path) -> Languages:
    """Put all templates in brackets, and load them as any language."""
    catalogue = Catalog(locale="en")
    for message in gather():
        if message.id:
            id_ = message.id
            catalogue.add(id_, bracket(id_) if isinstance(id_, str) else tuple(map(bracket, id_)))
    with (folder / "en-US.po").open("wb") as file:
        write_po(file, catalogue)
    language = Languages.load(folder).spoken_in("en-US")
    return Languages((language,), default=language)


@dataclass
class Ear:
    """What people have read, each text once, with where it was."""

    texts: dict[str, str] = field(default_factory=dict)

    def hear(self, text: str | None, where: str) -> None:
        if text:
            self.texts.setdefault(text, where)

    def hear_message(self, _: str, message: Json) -> None:
        """Remember all texts of a message, whenever it is made or changed."""
        if not message.get("author", {}).get("bot"):
            return
        self.hear(text_of(message), "text")
        for button in buttons(message):
            self.hear(button["label"], "label")
        for menu in menus(message):
            for label in (menu["placeholder"], *(option["label"] for option in menu["options"])):
                self.hear(label, "label")
        for picture in pictures(message):
            self.hear(picture["description"], "alt text")

    def escapes(self) -> Iterator[str]:
        """Yield each text that has an escape, with its place and the words."""
        for text, where in self.texts.items():
            if words := find_escapes(text):
                yield f"{where}: {' '.join(words)} | {text}"
