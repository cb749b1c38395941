"""Buttons that work after any restart and however old: all they need is in their id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, NoReturn

from bot.components import messages
from bot.components.ids import Kind, template
from bot.errors import UnknownButtonError
from bot.models import Pressed

if TYPE_CHECKING:
    from bot.components.answers import Interaction


class Press:
    """A pressed button; a subclass is a kind of button, and its docstring names the numbers of its ids."""

    kind: ClassVar[Kind]
    pattern: ClassVar[re.Pattern[str]]

    def __init_subclass__(cls, *, kind: Kind, numbers: int) -> None:
        cls.kind, cls.pattern = kind, re.compile(template(kind, numbers))

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    async def act(self, interaction: Interaction) -> None:
        """Do what the button says and answer the press; raise a PlayerError to refuse."""
        raise NotImplementedError


def refuse_unknown() -> NoReturn:
    """Raise UnknownButtonError: there is no such button."""
    raise UnknownButtonError


def pressed(interaction: Interaction, match_id: int, ply: int) -> Pressed:
    """Return a press on the board of a match."""
    return Pressed(match_id, ply, interaction.user.id, messages.pressed_message(interaction).id)
