"""Reminders that the time for a move is nearly up."""

import asyncio
import logging
from math import inf

import discord

from bot.components import parts
from bot.components.parts import Layout
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS, pings_for
from bot.errors import StorageError
from bot.models import Deadline
from bot.services import deadlines
from bot.words.deadlines import format_reminder
from bot.words.language import Language

_log = logging.getLogger(__name__)

_PAUSE = 60.0  # seconds until a reminder is tried again that Discord has refused


async def remind(client: Client, deadline: Deadline) -> None:
    """Ping the player to move, below the board.

    If Discord or the database fails, or the bot may not write there now, a later round tries again.
    """
    try:
        if await excuse(client, deadline):
            deadlines.put_off(client.context, deadline)
            return
        match = await deadlines.still(client.context, deadline)
        language = None if match is None else await client.servers.find_language(match.place.guild_id)
        if match is not None and language is not None:
            await _post_reminder(client, deadline, match.place.channel_id, language)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Nobody could be reminded in match %d: %r", deadline.match_id, error)
        if not messages.is_final(error):
            deadlines.put_off(client.context, deadline)
            return
        if messages.is_closed(error) and not messages.is_gone(error):  # the channel may be open again by then
            loop = asyncio.get_running_loop()
            loop.call_later(_PAUSE, deadlines.put_off, client.context, deadline)
            return
    await deadlines.reminded(client.context, deadline)


async def excuse(client: Client, deadline: Deadline) -> bool:
    """Put a deadline off if the player to move is timed out, or was since; return whether it was put off."""
    match = await deadlines.still(client.context, deadline)
    if match is None or match.place.guild_id is None or match.to_move.user_id is None:
        return False
    until = await client.people.find_absence(match.place.guild_id, match.to_move.user_id)
    return 0 < until < inf and await deadlines.excuse(client.context, deadline, until)


async def _post_reminder(client: Client, deadline: Deadline, channel_id: int, language: Language) -> None:
    """Post the reminder unless the player has moved while it waited: Discord accepts only a few at once.

    The time of the message corrects the clock, as there may have been no interaction for days.
    """
    async with messages.channel_lock(client, channel_id):
        match = await deadlines.still(client.context, deadline)
        if match is None:
            return
        shown = client.context.now.with_discord_deadline(match)
        layout = Layout(format_reminder(language, shown), accent=parts.ASKING)
        message = messages.posted_with(layout, pings_for(match.to_move.user_id))
        posted_id = await messages.post(client, channel_id, message)
    client.context.now.record_discord_time(discord.utils.snowflake_time(posted_id).timestamp())
