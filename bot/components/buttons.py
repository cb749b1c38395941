"""Buttons that work after any restart and however old: all they need is in their id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord import ui

from bot.components import answers, layouts, messages
from bot.components.answers import NO_PINGS
from bot.components.ids import Kind, template
from bot.errors import UnknownButtonError
from bot.models import Match, Pressed
from bot.services import explain, find, invite, play, resign, start

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping

    from bot.components.answers import Interaction


class Press(ui.DynamicItem[ui.Button[ui.LayoutView]], template="(?!)"):
    """A pressed button; whatever happens, the person who pressed it gets an answer."""

    kind: ClassVar[Kind]

    def __init_subclass__(cls, *, kind: Kind, numbers: int) -> None:
        super().__init_subclass__(template=template(kind, numbers))
        cls.kind = kind

    def __init__(self, item: ui.Button[ui.LayoutView], numbers: tuple[int, ...]) -> None:
        super().__init__(item)
        self.numbers = numbers

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, _: Interaction, item: ui.Button[ui.LayoutView], match: re.Match[str], /
    ) -> Self:
        """Read the numbers from the id."""
        return cls(item, tuple(map(int, match.groups())))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Act, and answer whatever goes wrong."""
        name = f"button {self.kind.name.lower()}"
        await answers.press(interaction, name, self.act(interaction), messages.refuse)

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


class ExplainButton(Press, kind=Kind.EXPLAIN, numbers=1):
    """Explain: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately what every move is worth."""
        explanation = await explain.by_match(interaction.client.desk, self.numbers[0])
        await interaction.response.send_message(
            view=layouts.explanation(explanation), ephemeral=True, allowed_mentions=NO_PINGS
        )


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
        await interaction.response.edit_message(
            view=layouts.invitation(invitation), allowed_mentions=NO_PINGS
        )


class CancelButton(Press, kind=Kind.CANCEL, numbers=1):
    """Cancel: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Take the invitation back."""
        invitation = await invite.cancel(interaction.client.desk, self.numbers[0], interaction.user.id)
        await interaction.response.edit_message(
            view=layouts.invitation(invitation), allowed_mentions=NO_PINGS
        )


BUTTONS = (
    MoveButton,
    ExplainButton,
    ResignButton,
    ReallyResignButton,
    RematchButton,
    AcceptButton,
    DeclineButton,
    CancelButton,
)


async def press_vanished(interaction: Interaction) -> None:
    """Answer a press on a button its message no longer has, which discord.py would drop in silence."""
    id_ = _id_of(interaction)
    found = _button_of(id_)
    if found is None:
        await answers.press(interaction, "button unknown", _refuse_unknown())
        return
    button, match = found
    await (await button.from_custom_id(interaction, ui.Button(custom_id=id_), match)).callback(interaction)


async def _refuse_unknown() -> None:
    raise UnknownButtonError("This button no longer exists. `/board` shows your match; `/help` the commands.")


def is_handled(interaction: Interaction) -> bool:
    """Whether discord.py finds the pressed button on its message, and one of these to answer it."""
    id_ = _id_of(interaction)
    components = interaction.message.components if interaction.message else ()
    return _has_button(components, id_) and _button_of(id_) is not None


def _button_of(id_: str) -> tuple[type[Press], re.Match[str]] | None:
    for button in BUTTONS:
        if match := button.__discord_ui_compiled_template__.fullmatch(id_):
            return button, match
    return None


def _has_button(components: Iterable[discord.Component], id_: str) -> bool:
    return any(
        getattr(component, "custom_id", None) == id_ or _has_button(getattr(component, "children", ()), id_)
        for component in components
    )


def pressed(interaction: Interaction, match_id: int, ply: int) -> Pressed:
    """Return a press on the board of a match."""
    return Pressed(match_id, ply, interaction.user.id, messages.pressed_message(interaction).id)


def _id_of(interaction: Interaction) -> str:
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id"))
