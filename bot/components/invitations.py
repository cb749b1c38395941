"""Invitations between people: how they look, and the buttons that answer them or ask for a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.components import boards, messages, parts, promises
from bot.components.answers import public_language_of
from bot.components.board_layouts import REMATCH
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, has_pressed
from bot.models import Invitation, PressedInvitation
from bot.services import invite, start
from bot.words import labels
from bot.words.invitations import format_invitation

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.components.answers import Interaction
    from bot.words.language import Language


def draw_invitation(language: Language, invitation: Invitation) -> Layout:
    """Draw an invitation; once it is closed it has no buttons."""
    text = parts.text(format_invitation(language, invitation))
    if invitation.status is not None:
        return Layout(text, accent=parts.OVER)
    buttons = (
        button(language.say(labels.ACCEPT), AcceptButton.id_for(invitation.id), ButtonStyle.success),
        button(language.say(labels.DECLINE), DeclineButton.id_for(invitation.id), ButtonStyle.danger),
        button(language.say(labels.CANCEL), CancelButton.id_for(invitation.id)),
    )
    return Layout(text, parts.row(buttons), accent=parts.ASKING)


async def post(interaction: Interaction, inviting: Awaitable[Invitation]) -> None:
    """Answer with an invitation that pings the invited person."""
    promises.will_post(interaction)
    await _send(interaction, await inviting)


async def _send(interaction: Interaction, invitation: Invitation) -> None:
    pings = discord.AllowedMentions(users=[discord.Object(invitation.invitee_id)])
    layout = draw_invitation(public_language_of(interaction), invitation)
    await messages.send(interaction, messages.posted_with(layout, pings))


async def _redraw(interaction: Interaction, closing: Awaitable[Invitation]) -> None:
    """Answer a press on an invitation by redrawing it."""
    await messages.redraw(interaction, draw_invitation(public_language_of(interaction), await closing))


def _press(interaction: Interaction, invitation_id: int) -> PressedInvitation:
    message_id = messages.pressed_message(interaction).id
    return PressedInvitation(invitation_id, interaction.user.id, message_id, has_pressed(interaction))


class AcceptButton(Press, kind="a", numbers=1):
    """Accept: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Turn the invitation into the board."""
        pressed = _press(interaction, *self.numbers)
        await boards.redraw(interaction, invite.accept(interaction.client.context, pressed))


class DeclineButton(Press, kind="d", numbers=1):
    """Decline: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Close the invitation."""
        pressed = _press(interaction, *self.numbers)
        await _redraw(interaction, invite.decline(interaction.client.context, pressed))


class CancelButton(Press, kind="c", numbers=1):
    """Cancel: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Take the invitation back."""
        pressed = _press(interaction, *self.numbers)
        await _redraw(interaction, invite.cancel(interaction.client.context, pressed))


class RematchButton(Press, kind=REMATCH, numbers=1):
    """Rematch: match."""

    async def act(self, interaction: Interaction) -> None:
        """Begin the rematch in a new message, or between people send an invitation to it."""
        promises.will_post(interaction)
        context, [match_id] = interaction.client.context, self.numbers
        begun = await start.rematch(context, asker_of(interaction), match_id)
        if isinstance(begun, Invitation):
            await _send(interaction, begun)
        else:
            await boards.post_progress(interaction, begun)
