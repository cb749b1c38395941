"""Reminders that the time for a move is nearly up."""

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


async def remind(client: Client, deadline: Deadline) -> bool:
    """Ping the player to move, below the board; return whether no later try is needed.

    One is if Discord or the database fails, or if the bot may not write there now.
    """
    context = client.context
    try:
        if await excuse(client, deadline):
            return True
        match = None if deadline in context.reminded else await deadlines.still(context, deadline)
        language = None if match is None else await client.servers.find_language(match.place.guild_id)
        if match is not None and language is not None:
            await _post_reminder(client, deadline, match.place.channel_id, language)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Nobody could be reminded in match %d: %r", deadline.match_id, error)
        may_open = messages.is_closed(error) and not messages.is_gone(error)
        if may_open or not messages.is_final(error):
            return False
    await deadlines.record_reminded(context, deadline)
    return True


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
