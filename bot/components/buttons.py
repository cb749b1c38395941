"""Buttons that work after any restart and however old: all they need is in their id."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any, ClassVar

from bot.components import answers, messages
from bot.components.ids import Kind, template
from bot.errors import UnknownButtonError
from bot.models import Match, Pressed
from bot.rendering.boards import face
from bot.services import explain, find, invite, play, resign, start

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping

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


class MoveButton(Press, kind=Kind.MOVE, numbers=3):
    """A cell of the board: match, ply, action."""

    async def act(self, interaction: Interaction) -> None:
        """Play the cell."""
        match_id, ply, action = self.numbers
        match = await play.press(interaction.client.desk, pressed(interaction, match_id, ply), action)
        await messages.redraw(interaction, match)


class MarkButton(Press, kind=Kind.MARK, numbers=3):
    """Another mark to place: match, ply, the index of the mark."""

    async def act(self, interaction: Interaction) -> None:
        """Redraw the board with cells that place the mark."""
        match_id, ply, mark = self.numbers
        match = await find.match_by_id(interaction.client.desk, match_id)
        shown = find.pressed_match(match, pressed(interaction, match_id, ply))
        play.refuse_out_of_turn(shown, interaction.user.id)
        if mark >= len(face(match.game).marks):
            await _refuse_unknown()
        await messages.redraw(interaction, shown, mark=mark)


class ExplainButton(Press, kind=Kind.EXPLAIN, numbers=1):
    """Explain: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately what every move is worth."""
        question = await explain.by_match(interaction.client.desk, self.numbers[0])
        await messages.post_explanation(interaction, question)


class ResignButton(Press, kind=Kind.RESIGN, numbers=2):
    """Resign, first press: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Ask once more."""
        match_id, ply = self.numbers
        match = await find.match_by_id(interaction.client.desk, match_id)
        asked = find.pressed_match(match, pressed(interaction, match_id, ply))
        await messages.redraw(interaction, asked, asked_id=interaction.user.id)


class ReallyResignButton(Press, kind=Kind.REALLY_RESIGN, numbers=3):
    """Resign, second press: match, ply, the player who was asked."""

    async def act(self, interaction: Interaction) -> None:
        """End the match."""
        match_id, ply, asked_id = self.numbers
        match = await resign.confirm(interaction.client.desk, pressed(interaction, match_id, ply), asked_id)
        await messages.redraw(interaction, match)


class RematchButton(Press, kind=Kind.REMATCH, numbers=1):
    """Rematch: match."""

    async def act(self, interaction: Interaction) -> None:
        """Begin the rematch in a new message, or between people send an invitation to it."""
        begun = await start.rematch(interaction.client.desk, self.numbers[0], interaction.user.id)
        if isinstance(begun, Match):
            await messages.post(interaction, begun)
        else:
            await messages.post_invitation(interaction, begun)


class AcceptButton(Press, kind=Kind.ACCEPT, numbers=1):
    """Accept: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Turn the invitation into the board."""
        desk, user_id = interaction.client.desk, interaction.user.id
        match = await invite.accept(desk, self.numbers[0], user_id, messages.pressed_message(interaction).id)
        await messages.redraw(interaction, match)


class DeclineButton(Press, kind=Kind.DECLINE, numbers=1):
    """Decline: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Close the invitation."""
        invitation = await invite.decline(interaction.client.desk, self.numbers[0], interaction.user.id)
        await messages.redraw_invitation(interaction, invitation)


class CancelButton(Press, kind=Kind.CANCEL, numbers=1):
    """Cancel: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Take the invitation back."""
        invitation = await invite.cancel(interaction.client.desk, self.numbers[0], interaction.user.id)
        await messages.redraw_invitation(interaction, invitation)


BUTTONS = (
    MoveButton,
    MarkButton,
    ExplainButton,
    ResignButton,
    ReallyResignButton,
    RematchButton,
    AcceptButton,
    DeclineButton,
    CancelButton,
)


async def press(interaction: Interaction) -> None:
    """Answer the press of any button by its id alone, whatever happens, and log the line.

    discord.py's own dynamic items would first rebuild the whole message from its components at every press,
    and would drop a press on a button that its message no longer has.
    """
    answers.take_in_hand(interaction)
    started, error = time.perf_counter(), None
    name, act = _act_of(interaction)
    try:
        await act
    except Exception as raised:  # noqa: BLE001 - whatever it is, the person who pressed gets an answer
        error = raised
        await messages.refuse(interaction, raised)
    answers.log_line(interaction, name, started, error)


def _act_of(interaction: Interaction) -> tuple[str, Awaitable[None]]:
    data: Mapping[str, Any] = interaction.data or {}
    for button in BUTTONS:
        if match := button.pattern.fullmatch(str(data.get("custom_id"))):
            act = button(*map(int, match.groups())).act(interaction)
            return f"button {button.kind.name.lower()}", act
    return "button unknown", _refuse_unknown()


async def _refuse_unknown() -> None:
    raise UnknownButtonError("This button no longer exists. `/board` shows your match; `/help` the commands.")


def pressed(interaction: Interaction, match_id: int, ply: int) -> Pressed:
    """Return a press on the board of a match."""
    return Pressed(match_id, ply, interaction.user.id, messages.pressed_message(interaction).id)
