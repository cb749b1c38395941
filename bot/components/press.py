"""Buttons that work after any restart and however old: all they need is in their id, `m:12:3:4`.

An id is the kind of the button, words if it has any, and numbers; what they name is looked up at the press.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

import discord

from bot.components import messages
from bot.components.answers import reader_of
from bot.models import Asker, Place, Pressed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bot.components.answers import Interaction
    from bot.components.parts import Layout
    from bot.words.language import Reader

_NUMBER = re.compile(r"[0-8]?[0-9]{1,18}")  # that the database can hold
_WORD = re.compile(r"[\w-]*", re.ASCII)


class Press:
    """A pressed button; a subclass is a kind of button, and its docstring names the parts of its ids.

    To define it is to register it. Messages keep their ids for ever, so a `kind` is never changed or used
    again.
    """

    kind: ClassVar[str]
    name: ClassVar[str]
    counts: ClassVar[tuple[int, int]]
    by_kind: ClassVar[dict[str, type[Press]]] = {}

    def __init_subclass__(cls, *, kind: str, numbers: int, words: int = 0) -> None:
        if kind in Press.by_kind:
            raise TypeError(f"The buttons {kind!r} are {Press.by_kind[kind].__name__}s already.")
        cls.kind, cls.counts = kind, (words, numbers)
        cls.name = re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Button")).lower()
        Press.by_kind[kind] = cls

    def __init__(self, *numbers: int, words: Sequence[str] = ()) -> None:
        self.numbers, self.words = numbers, words

    @classmethod
    def id_for(cls, *parts: int | str) -> str:
        """Return the id of a button of this kind."""
        return custom_id(cls.kind, *parts)

    async def act(self, interaction: Interaction) -> None:
        """Do what the button says and answer the press; raise a PlayerError to refuse."""
        raise NotImplementedError


def custom_id(kind: str, *parts: int | str) -> str:
    """Write an id."""
    return ":".join((kind, *map(str, parts)))


def find_press(id_: str) -> Press | None:
    """Return the press that an id stands for, None if there is no such button."""
    kind, *parts = id_.split(":")
    found = Press.by_kind.get(kind)
    if found is None or len(parts) != sum(found.counts):
        return None
    words, numbers = parts[: found.counts[0]], parts[found.counts[0] :]
    if not (all(map(_WORD.fullmatch, words)) and all(map(_NUMBER.fullmatch, numbers))):
        return None
    return found(*map(int, numbers), words=words)


def has_pressed(interaction: Interaction) -> bool:
    """Return whether the message whose button was pressed has that button now.

    A client that shows an older state of the message presses what is gone from it, and an id can be forged.
    """
    data: Mapping[str, Any] = interaction.data or {}
    return has_button(interaction, str(data.get("custom_id")))


def has_button(interaction: Interaction, id_: str) -> bool:
    """Return whether the message whose button was pressed has a button or a menu of this id."""
    shown, kinds = messages.pressed_parts(interaction), discord.Button | discord.SelectMenu
    return any(isinstance(part, kinds) and part.custom_id == id_ for part in shown)


def chosen_value(interaction: Interaction) -> str:
    """Return what was chosen from a menu, nothing if an id is pressed that is that of a menu."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(next(iter(data.get("values") or ()), ""))


async def redraw_answer(
    interaction: Interaction, answer: Callable[[Reader], Awaitable[Layout]], *, can_be_public: bool = False
) -> None:
    """Answer a press by redrawing its message if it `is_redrawable`, else by a new one for them alone."""
    if is_redrawable(interaction, can_be_public=can_be_public):
        reader = reader_of(interaction, is_public=not _is_private(interaction))
        await messages.redraw(interaction, await answer(reader))
    else:
        await messages.post_answer(interaction, answer)


def is_redrawable(interaction: Interaction, *, can_be_public: bool = False) -> bool:
    """Return whether the answer to a press may take the place of what the pressed message shows.

    It must have the button that was pressed, and be for the person alone, or if it `can_be_public` one that
    they asked for.
    """
    is_own = _is_private(interaction) or (can_be_public and _answers_presser(interaction))
    return is_own and has_pressed(interaction)


def _is_private(interaction: Interaction) -> bool:
    return messages.pressed_message(interaction).flags.ephemeral


def _answers_presser(interaction: Interaction) -> bool:
    asked = messages.pressed_message(interaction).interaction_metadata
    return asked is not None and asked.user == interaction.user


def asker_of(interaction: Interaction) -> Asker:
    """Return who uses a command or presses a button, and whether the pressed message has that button."""
    is_shown = interaction.message is not None and has_pressed(interaction)
    may = interaction.permissions.manage_messages
    return Asker(interaction.user.id, place_of(interaction), is_shown, is_moderator=may)


def place_of(interaction: Interaction) -> Place:
    """Return where a command is used or a button pressed."""
    if interaction.channel_id is None:
        raise AssertionError("commands are used and buttons pressed in a channel")
    parent_id = getattr(interaction.channel, "parent_id", None)
    return Place(interaction.guild_id, interaction.channel_id, parent_id)


def board_press(interaction: Interaction, match_id: int, stand: int) -> Pressed:
    """Return a press on the board of a match."""
    message_id = messages.pressed_message(interaction).id
    return Pressed(match_id, stand, interaction.user.id, message_id, has_pressed(interaction))
