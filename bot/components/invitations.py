"""Invitations between people: how they look, and the buttons that answer them or ask for a rematch."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from discord import ButtonStyle

import engine
from bot.components import boards, drawings, messages, parts, promises, threads
from bot.components.answers import public_language_of
from bot.components.board_layouts import REMATCH
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, chosen_value, has_pressed, place_of
from bot.components.promises import NETWORK_ERRORS
from bot.errors import TimedOutOpponentError
from bot.models import Challenge, Invitation, PressedInvitation
from bot.services import invite, settings, start
from bot.words import labels
from bot.words.invitations import CHOOSE_GAME, format_game_question, format_invitation
from bot.words.names import format_game

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.components.answers import Client, Interaction
    from bot.words.language import Language

_log = logging.getLogger(__name__)


def draw_invitation(language: Language, invitation: Invitation) -> Layout:
    """Draw an invitation; once it is closed it has no buttons."""
    text = parts.text(format_invitation(language, invitation))
    if invitation.status is not None:
        return Layout(text, accent=parts.OVER)
    accept = button(language.say(labels.ACCEPT), AcceptButton.id_for(invitation.id), ButtonStyle.success)
    decline = button(language.say(labels.DECLINE), DeclineButton.id_for(invitation.id), ButtonStyle.danger)
    cancel = button(language.say(labels.CANCEL), CancelButton.id_for(invitation.id))
    buttons = (accept, cancel) if invitation.invitee_id is None else (accept, decline, cancel)
    return Layout(text, parts.row(buttons), accent=parts.ASKING)


async def post(interaction: Interaction, inviting: Awaitable[Invitation]) -> None:
    """Answer with an invitation that pings the invited person; an open one pings nobody."""
    promises.will_post(interaction)
    await _send(interaction, await inviting)


async def _send(interaction: Interaction, invitation: Invitation) -> None:
    pings = drawings.pings_for(invitation.invitee_id)
    layout = draw_invitation(public_language_of(interaction), invitation)
    message_id = await messages.send(interaction, messages.posted_with(layout, pings))
    await invite.shown(interaction.client.context, invitation, message_id)


async def close_expired(client: Client, invitation: Invitation, message_id: int) -> bool:
    """Let a message say that its invitation expired; False if that is worth another try."""
    guild_id, channel_id = invitation.place.guild_id, invitation.place.channel_id
    language = client.languages.default if guild_id is None else await client.servers.find_language(guild_id)
    try:
        if language is not None:
            closed = draw_invitation(language, invitation)
            await messages.edit(client, channel_id, message_id, closed, is_quiet=True)
    except NETWORK_ERRORS as error:
        _log.info("An invitation could not be closed: %r", error)
        return messages.is_final(error)
    return True


def draw_game_question(language: Language, opponent_id: int) -> Layout:
    """Draw the menu of the games to which somebody may be challenged (0: Maxine)."""
    games = {slug: format_game(language, slug) for slug in engine.game_slugs()}
    return Layout(
        parts.text(format_game_question(language, opponent_id)),
        parts.select(ChallengeSelect.id_for(opponent_id), language.say(CHOOSE_GAME), games),
        accent=parts.ASKING,
    )


async def _redraw(interaction: Interaction, closing: Awaitable[Invitation]) -> None:
    """Answer a press on an invitation by redrawing it."""
    await messages.redraw(interaction, draw_invitation(public_language_of(interaction), await closing))


async def _refuse_timed_out(interaction: Interaction, opponent_id: int | None) -> None:
    """Refuse whoever could not answer; if Discord does not say, they are invited all the same."""
    guild_id, until = interaction.guild_id, None
    if guild_id is None or opponent_id is None or not interaction.is_guild_integration():
        return
    with suppress(*NETWORK_ERRORS):
        until = await interaction.client.people.find_timeout(guild_id, opponent_id)
    if until is not None and until > interaction.client.context.now():
        raise TimedOutOpponentError(opponent_id, until)


def _press(interaction: Interaction, invitation_id: int) -> PressedInvitation:
    message_id = messages.pressed_message(interaction).id
    place = place_of(interaction)
    return PressedInvitation(invitation_id, interaction.user.id, message_id, has_pressed(interaction), place)


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
        place, hindrance = threads.find_usual_place(interaction)
        opponent_id = await start.rematch_opponent(context, asker_of(interaction), match_id)
        await _refuse_timed_out(interaction, opponent_id)
        begun = await start.rematch(context, replace(asker_of(interaction), place=place), match_id)
        if isinstance(begun, Invitation):
            await _send(interaction, begun)
        else:
            await boards.post_progress(interaction, begun)
        await threads.tell(interaction, hindrance)


class ChallengeSelect(Press, kind="cg", numbers=1):
    """A game chosen to challenge somebody to: the person, or 0 for Maxine."""

    async def act(self, interaction: Interaction) -> None:
        """Invite them, or begin a match against Maxine, in a new message for everybody."""
        context, [opponent_id] = interaction.client.context, self.numbers
        place, hindrance = threads.find_usual_place(interaction)
        challenge = Challenge(place, interaction.user.id, chosen_value(interaction), "me")
        if opponent_id:
            await _refuse_timed_out(interaction, opponent_id)
            await post(interaction, invite.invite(context, challenge, opponent_id))
        else:
            level = settings.known(context, interaction.guild_id).level or start.USUAL_LEVEL
            await boards.post(interaction, start.challenge_maxine(context, challenge, level))
        await threads.tell(interaction, hindrance)
