"""Completes the reviews of processes that were killed while they searched for proofs."""

import logging

import discord

from bot.components.reviews import draw_completed, find_shown
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.delivery.responder import Responder
from bot.errors import ForgottenMatchError, PlayerError
from bot.models import OpenReview
from bot.services import find, review
from bot.words.language import Reader

_log = logging.getLogger(__name__)


def describe_open_review(responder: Responder, reader: Reader, message_id: int, match_id: int) -> OpenReview:
    """Return what another process needs to complete a review if this one does not."""
    interaction, is_public = responder.interaction, reader.user_id is None
    return OpenReview(
        message_id,
        match_id,
        interaction.channel_id or 0,
        reader.user_id,
        reader.language.code,
        None if is_public and responder.can_speak else interaction.token,
        interaction.client.context.now() + review.DUE_SECONDS,
    )


async def complete_left(client: Client) -> None:
    """Complete the reviews of killed processes, one after the other."""
    async with review.left_open(client.context) as reviews_left:
        for left in reviews_left:
            try:
                await _complete_review(client, left)
            except (PlayerError, *NETWORK_ERRORS) as error:
                _log.info("A review could not be completed: %r", error)
                if not (messages.is_final(error) or isinstance(error, ForgottenMatchError)):
                    continue
            await review.close_review(client.context, left)


async def _complete_review(client: Client, left: OpenReview) -> None:
    match = await find.match_by_id(client.context, left.match_id)
    message = await messages.once(_fetch_review_message(client, left))
    ply = find_shown(messages.buttons_in(message), match)
    if ply is None:
        return
    reader = Reader(client.languages.spoken_in(left.language), left.user_id)
    layout = await draw_completed(client.context, left.user_id or 0, reader, match, ply)
    if left.token is None:
        await messages.edit(client, left.channel_id, left.message_id, layout, is_quiet=True)
    else:
        edit = _hook(client, left.token).edit_message
        await messages.once(edit(left.message_id, **messages.redrawn_with(layout)))


def _hook(client: Client, token: str) -> discord.Webhook:
    """Return the webhook that edits the answers to an interaction, as long as Discord accepts its token."""
    return discord.Webhook.partial(client.application_id or 0, token, client=client)


async def _fetch_review_message(client: Client, left: OpenReview) -> discord.Message:
    if left.token is not None:
        return await _hook(client, left.token).fetch_message(left.message_id)
    return await client.get_partial_messageable(left.channel_id).fetch_message(left.message_id)
