"""The messages of races: redrawn as people solve puzzles and when the hour is over, and that of the next."""

import logging

from bot.components.races import SolveButton, draw_race
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import StorageError
from bot.models import Race
from bot.services import races as service
from bot.words.language import Language

_log = logging.getLogger(__name__)


async def go_on(client: Client, race_id: int) -> bool:
    """Draw a race as it stands, end it if its time is up, or begin it again; return whether that was done."""
    race = await service.find(client.context, race_id)
    try:
        language = await client.servers.find_language(race.place.guild_id)
        if language is None:  # she is no member any more
            await service.give_up(client.context, race_id)
        elif race.is_open:
            return await _draw_or_end(client, language, race)
        else:
            await _begin_again(client, language, race)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Race %d could not go on: %r", race_id, error)
        return False
    return True


async def _draw_or_end(client: Client, language: Language, race: Race) -> bool:
    """Draw a race as it stands, and end it if its time is up; return whether that was done."""
    is_over = race.is_over(client.context.now())
    try:
        await _draw_message(client, language, race, is_over=is_over)
    except NETWORK_ERRORS as error:
        _log.info("Race %d could not be drawn: %r", race.id, error)
        if (is_over or race.message_id is None) and messages.is_closed(error):
            await service.give_up(client.context, race.id)
            return True
        if not (is_over and messages.is_final(error)):
            return False
    if is_over:
        await service.close(client.context, race.id)
    return True


async def _draw_message(client: Client, language: Language, race: Race, *, is_over: bool) -> None:
    layout, channel_id = draw_race(language, race, is_over=is_over), race.place.channel_id
    if race.message_id is not None:
        message_id = await messages.edit_or_post(client, channel_id, race.message_id, layout)
    elif is_over:
        return
    else:  # it has begun by itself, and its message may have been posted without being stored
        prefixes = (f"{SolveButton.id_for(race.id)}:",)
        found_id = await messages.find_posted(client, channel_id, 0, prefixes)
        message_id = found_id or await messages.post(client, channel_id, messages.posted_with(layout))
    await service.note_message(client.context, race, message_id)


async def _begin_again(client: Client, language: Language, before: Race) -> None:
    """Begin the next of weekly races, which stops where they may be shown no more, and tell of it."""
    begun = await service.begin_again(client.context, before)
    if begun is not None:
        await _draw_or_end(client, language, begun)
    if before.message_id is not None:
        past = await service.find(client.context, before.id)
        edit = messages.edit(
            client, before.place.channel_id, before.message_id, draw_race(language, past, is_over=True)
        )
        await messages.try_quietly(edit)
