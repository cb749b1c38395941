"""Buttons that work after any restart and however old: all they need is in their id, `m:12:3:4`.

An id is the kind of the button, words if it has any, and numbers, which are looked up at the press.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Sequence
from typing import ClassVar

from bot.components.answers import Answer, Manner, Request

_NUMBER = re.compile(r"[0-8]?[0-9]{1,18}")  # the database's integers hold it
_WORD = re.compile(r"[\w-]*", re.ASCII)


class Press:
    """A pressed button; a subclass is a kind of button, and its docstring names the parts of its ids.

    Defining the class registers it. Messages keep their ids for ever, so a `kind` is never changed or reused.
    """

    kind: ClassVar[str]
    name: ClassVar[str]
    counts: ClassVar[tuple[int, int]]
    answers: ClassVar[Manner]
    by_kind: ClassVar[dict[str, type[Press]]] = {}

    def __init_subclass__(
        cls, *, kind: str, numbers: int, words: int = 0, answers: Manner = Manner.REDRAW
    ) -> None:
        if kind in Press.by_kind:
            raise TypeError(f"The buttons {kind!r} are {Press.by_kind[kind].__name__}s already.")
        cls.kind, cls.counts, cls.answers = kind, (words, numbers), answers
        cls.name = re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Button")).lower()
        Press.by_kind[kind] = cls

    def __init__(self, *numbers: int, words: Sequence[str] = ()) -> None:
        self.numbers, self.words = numbers, words

    @classmethod
    def id_for(cls, *parts: int | str) -> str:
        """Return the id of a button of this kind."""
        return ":".join((cls.kind, *map(str, parts)))

    def choose_manner(self, request: Request) -> Manner:
        """Return how the press is answered."""
        return request.resolve(self.answers)

    def act(self, request: Request) -> Awaitable[Answer] | AsyncIterator[Answer]:
        """Do what the button says, and return the answer, or yield several; raise a PlayerError to refuse."""
        raise NotImplementedError


def find_press(id_: str) -> Press | None:
    """Return the press for an id, None if there is no such button."""
    kind, *parts = id_.split(":")
    found = Press.by_kind.get(kind)
    if found is None or len(parts) != sum(found.counts):
        return None
    words, numbers = parts[: found.counts[0]], parts[found.counts[0] :]
    if not (all(map(_WORD.fullmatch, words)) and all(map(_NUMBER.fullmatch, numbers))):
        return None
    return found(*map(int, numbers), words=words)
