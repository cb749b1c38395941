"""The messages of races, redrawn as people solve puzzles, and the last time when the hour is over."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.components.races import draw_race
from bot.delivery import messages
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import StorageError
from bot.services import races as service

if TYPE_CHECKING:
    from bot.delivery.client import Client
    from bot.models import Race

_log = logging.getLogger(__name__)


async def go_on(client: Client, race_id: int) -> bool:
    """Draw a race as it stands, and end it if its time is up; return whether that was done for good."""
    race = await service.find(client.context, race_id)
    is_over = race.is_over(client.context.now())
    try:
        await _draw(client, race, is_over=is_over)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Race %d could not be drawn: %r", race_id, error)
        if not (is_over and messages.is_final(error)):
            return False
    if is_over:
        await service.close(client.context, race_id)
    return True


async def _draw(client: Client, race: Race, *, is_over: bool) -> None:
    language = await client.servers.find_language(race.place.guild_id or 0)
    if language is None or race.message_id is None:
        return
    layout = draw_race(language, race, is_over=is_over)
    message_id = await messages.edit_or_post(client, race.place.channel_id, race.message_id, layout)
    await service.shown(client.context, race, message_id)
