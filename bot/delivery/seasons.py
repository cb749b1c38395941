"""Posts the message that closes a season."""

import logging
from datetime import UTC, datetime

from discord.utils import time_snowflake

from bot import policy
from bot.components import parts, rankings
from bot.components.parts import Layout
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.models import BoardKey, Season
from bot.services import seasons as service
from bot.words import standings
from bot.words.language import Language

_log = logging.getLogger(__name__)

_LEASE = "seasons"


async def close_ended(client: Client) -> None:
    """Tell each server with a season channel how its month has ended; one process at a time does it."""
    leases, after_id = client.context.storage.leases, 0
    if not await leases.take(_LEASE):
        return
    try:
        while due := await service.list_due(client.context, after_id):
            for after_id in due:
                season = await service.find_ended(client.context, after_id)
                if season is not None and await _is_told(client, season):
                    await service.record_announced(client.context, season)
    finally:
        leases.drop(_LEASE)


async def _is_told(client: Client, season: Season) -> bool:
    """Post how a season has ended, unless it had no match; False if Discord is to be asked again later."""
    try:
        language = await client.servers.find_language(season.guild_id)
        if language is not None and season.boards:  # the bot is still a member
            await _post_season(client, language, season)
    except NETWORK_ERRORS as error:
        _log.info("Season %s of guild %d could not be told: %r", season.month, season.guild_id, error)
        is_young = client.context.now() < _find_end(season) + policy.SEASON_RETRY_SECONDS
        may_open = messages.is_closed(error) and not messages.is_gone(error) and is_young
        return messages.is_final(error) and not may_open
    return True


def _find_end(season: Season) -> float:
    month = service.month_after(season.month)
    return datetime.fromisoformat(f"{month}-01T00:00:00+00:00").timestamp()


async def _post_season(client: Client, language: Language, season: Season) -> None:
    """Post the message, unless it was posted before without being stored."""
    key = BoardKey("people", season.boards[0].game_slug, season.guild_id, service.month_after(season.month))
    button = rankings.open_button(language.say(standings.NEW_SEASON), key)
    ended_id = time_snowflake(datetime.fromtimestamp(_find_end(season), UTC))
    if await messages.find_posted(client, season.channel_id, ended_id, button["custom_id"]) is None:
        text = standings.format_season(language, season)
        layout = Layout(text, [button], accent=parts.OVER)
        await messages.post(client, season.channel_id, messages.posted_with(layout))
