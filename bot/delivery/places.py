"""Checks that the channels of matches without time limits still exist; where one does not, the match ends."""

import logging

from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.models import DormantMatch
from bot.services import places

_log = logging.getLogger(__name__)


async def end_lost(client: Client, after: float) -> float:
    """Check some matches that were touched after a time; return after which time the next round begins."""
    async with places.dormant_matches(client.context, after) as found:
        for dormant in found:
            try:
                is_gone = await _is_gone(client, dormant)
            except NETWORK_ERRORS as error:
                _log.info(
                    "It is not known whether the place of match %d is there: %r", dormant.match_id, error
                )
            else:
                if is_gone is not None:
                    await places.record_presence(client.context, dormant, is_gone=is_gone)
    return found[-1].touched_at if len(found) == places.MOST_DORMANT else 0.0


async def _is_gone(client: Client, dormant: DormantMatch) -> bool | None:
    """Return whether the bot does not see a channel any more; None if it may never have seen it.

    For where a person's own installation brought it, it is no member of the server.
    """
    if await client.servers.find_language(dormant.guild_id) is None:
        was_there = dormant.gone_at is not None or dormant.parent_id is not None
        return True if was_there and not client.servers.is_guest(dormant.guild_id) else None
    try:
        await messages.once(client.http.get_channel(dormant.channel_id))
    except NETWORK_ERRORS as error:
        if not messages.is_closed(error):
            raise
        return True
    return False
