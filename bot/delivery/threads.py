"""The threads of matches: whether one can be created, and how."""

import logging
from functools import partial

import discord

from bot import policy
from bot.components.boards import draw_board, draw_head, head_prefixes
from bot.delivery import messages, permissions
from bot.delivery.client import Client, Interaction
from bot.delivery.messages import OnLost
from bot.models import Hindrance, Match
from bot.services import places
from bot.words.language import Language
from bot.words.threads import format_hindrance, format_name

_log = logging.getLogger(__name__)

_BEGUN_ALREADY = 160004  # Discord's code for a message that has a thread


def find_hindrance(interaction: Interaction) -> Hindrance | None:
    """Return why no thread can be created in the interaction's channel, None if one can."""
    if interaction.guild_id is None:
        return "direct"
    if isinstance(interaction.channel, discord.Thread):
        return "thread"
    if not interaction.is_guild_integration():
        return "guest"
    may = interaction.app_permissions
    return None if all(getattr(may, name) for name in permissions.THREADS) else "permission"


async def open_thread(client: Client, match: Match, language: Language | None) -> None:
    """Create the thread of a match from the message that shows it, which then links to it.

    If Discord refuses, the bot says so, and the match stays in the channel, as it does where the bot is no
    member, so that it has no `language`. Calling this again does no
    harm: a thread has the id of its message, by which an earlier one is found.
    """
    place, head_id = match.place, match.message_id or 0
    if language is None:
        await places.move_to(client.context, match, place.without_thread())
        return
    try:
        await _create_thread(client, match, language)
    except discord.HTTPException as error:
        if not messages.is_final(error):
            raise
        _log.info("The thread of match %d could not be begun: %r", match.id, error)
        await places.move_to(client.context, match, place.without_thread())
        said = {"content": format_hindrance(language, "refused")}
        await messages.try_quietly(messages.post(client, place.channel_id, said))
        return
    edit = partial(
        messages.edit,
        client,
        place.channel_id,
        head_id,
        draw_board(language, client.context.now.with_discord_deadline(match)),
    )
    await messages.try_quietly(messages.repeat(edit))
    await places.move_to(client.context, match, place.with_thread(head_id))


async def draw_end(client: Client, match: Match, language: Language, on_lost: OnLost) -> None:
    """Let the message from which the thread of a match was created tell how it ended, if it is over.

    Not if it belongs to another match or person: the thread may be a person's own, or that of an earlier
    match.
    """
    if not match.is_over or not match.place.is_thread:
        return
    head_id, channel_id = match.place.channel_id, match.place.parent_id or 0
    try:
        if await messages.is_posted(client, channel_id, head_id, head_prefixes(match)):
            await messages.edit(client, channel_id, head_id, draw_head(language, match), on_lost)
    except discord.HTTPException as error:
        if not messages.is_final(error):
            raise
        _log.info("The channel is not told that match %d is over: %r", match.id, error)


async def _create_thread(client: Client, match: Match, language: Language) -> None:
    people = [player.user_id for player in match.players if player.user_id is not None]
    name = format_name(language, match, await client.people.find_names(people))
    beginning = client.http.start_thread_with_message(
        match.place.channel_id,
        match.message_id or 0,
        name=name,
        auto_archive_duration=policy.THREAD_QUIET_MINUTES,
    )
    try:
        await messages.once(beginning)
    except discord.HTTPException as error:
        if error.code != _BEGUN_ALREADY:
            raise
