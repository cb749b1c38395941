"""Buttons that work after any restart and however old: all they need is in their id, `m:12:3:4`.

An id is the kind of the button and numbers; what they name is looked up at the press.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

import discord

from bot.components import messages
from bot.models import Pressed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.components.answers import Interaction

_NUMBER = re.compile(r"[0-8]?[0-9]{1,18}")  # that the database can hold


class Press:
    """A pressed button; a subclass is a kind of button, and its docstring names the numbers of its ids.

    To define it is to register it. Messages keep their ids for ever, so a `kind` is never changed or used
    again.
    """

    kind: ClassVar[str]
    name: ClassVar[str]
    count: ClassVar[int]
    by_kind: ClassVar[dict[str, type[Press]]] = {}

    def __init_subclass__(cls, *, kind: str, numbers: int) -> None:
        if kind in Press.by_kind:
            raise TypeError(f"The buttons {kind!r} are {Press.by_kind[kind].__name__}s already.")
        cls.kind, cls.count = kind, numbers
        cls.name = re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Button")).lower()
        Press.by_kind[kind] = cls

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    @classmethod
    def id_for(cls, *numbers: int) -> str:
        """Return the id of a button of this kind."""
        return custom_id(cls.kind, *numbers)

    async def act(self, interaction: Interaction) -> None:
        """Do what the button says and answer the press; raise a PlayerError to refuse."""
        raise NotImplementedError


def custom_id(kind: str, *numbers: int) -> str:
    """Write an id."""
    return ":".join((kind, *map(str, numbers)))


def find_press(id_: str) -> Press | None:
    """Return the press that an id stands for, None if there is no such button."""
    kind, *numbers = id_.split(":")
    found = Press.by_kind.get(kind)
    if found is None or len(numbers) != found.count or not all(map(_NUMBER.fullmatch, numbers)):
        return None
    return found(*map(int, numbers))


def has_pressed(interaction: Interaction) -> bool:
    """Return whether the message whose button was pressed has that button now.

    A client that shows an older state of the message presses what is gone from it, and an id can be forged.
    """
    data: Mapping[str, Any] = interaction.data or {}
    pressed_id = data.get("custom_id")
    return any(id_ == pressed_id for id_ in _ids_in(messages.pressed_message(interaction).components))


def _ids_in(components: Iterable[object]) -> Iterator[str | None]:
    for component in components:
        if isinstance(component, discord.Button):
            yield component.custom_id
        elif isinstance(component, discord.Container | discord.ActionRow):
            yield from _ids_in(component.children)


def board_press(interaction: Interaction, match_id: int, ply: int) -> Pressed:
    """Return a press on the board of a match."""
    message_id = messages.pressed_message(interaction).id
    return Pressed(match_id, ply, interaction.user.id, message_id, has_pressed(interaction))
