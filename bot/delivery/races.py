"""The messages of races: redrawn as people solve puzzles and when the hour is over, and that of the next."""

import logging

from bot.components import parts
from bot.components.parts import Layout
from bot.components.races import draw_race, solve_button
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import PlayerError, StorageError
from bot.models import WEEK, Race, is_person
from bot.services import races as service
from bot.words import races as words
from bot.words.language import Language

_log = logging.getLogger(__name__)


async def advance(client: Client, race_id: int) -> bool:
    """Draw a race as it stands, end it if its time is up, or begin it again; return whether that was done."""
    race = await service.find(client.context, race_id)
    try:
        language = await client.servers.find_language(race.place.guild_id)
        if language is None:  # the bot is no member any more
            await _give_up(client, client.languages.default, race)
        elif race.is_open:
            return await _draw_or_end(client, language, race)
        else:
            return await _begin_again(client, language, race)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Race %d could not go on: %r", race_id, error)
        return False
    return True


async def _draw_or_end(client: Client, language: Language, race: Race) -> bool:
    """Draw a race as it stands, and end it if its time is up; return whether that was done.

    What Discord refuses is tried again until the next race of the week would begin: the channel may be open
    again by then.
    """
    try:
        is_over = await _draw_message(client, language, race)
    except NETWORK_ERRORS as error:
        _log.info("Race %d could not be drawn: %r", race.id, error)
        now = client.context.now()
        is_late = now >= race.begun_at + WEEK and messages.is_final(error)
        if messages.is_gone(error) or (is_late and race.message_id is None):
            await _give_up(client, language, race)
        elif is_late or (race.is_over(now) and messages.is_final(error) and not messages.is_closed(error)):
            await service.close(client.context, race.id)
        else:
            return False
        return True
    if is_over:
        await service.close(client.context, race.id)
    return True


async def _draw_message(client: Client, language: Language, race: Race) -> bool:
    """Draw a race in its message, or in a new one; return whether its last standings are drawn."""
    channel_id, prefixes = race.place.channel_id, (f"{solve_button.id_for(race.id)}:",)
    message_id = race.message_id
    if message_id is None:  # it may have been posted without being stored
        message_id = await messages.find_posted(client, channel_id, 0, prefixes)
        race = race.posted_at(messages.posted_at(message_id) if message_id else client.context.now())
    is_over = client.context.now() >= race.ends_at
    layout = draw_race(language, race, is_over=is_over)
    if message_id is None:
        message_id = await messages.post(client, channel_id, messages.posted_with(layout))
    else:
        message_id = await messages.edit_or_post(client, channel_id, message_id, layout, prefixes)
    await service.record_message(client.context, race, message_id)
    return is_over


async def _begin_again(client: Client, language: Language, before: Race) -> bool:
    """Begin the next of weekly races, or end them where none may begin any more, and tell of it."""
    is_done = True
    try:
        begun = await service.begin_again(client.context, before)
    except PlayerError as error:
        _log.info("Race %d cannot begin again: %r", before.id, error)
        await _give_up(client, language, before)
    else:
        is_done = begun is None or await _draw_or_end(client, language, begun)
    if before.message_id is not None:
        past = await service.find(client.context, before.id)
        edit = messages.edit(
            client, before.place.channel_id, before.message_id, draw_race(language, past, is_over=True)
        )
        await messages.try_quietly(edit)
    return is_done


async def _give_up(client: Client, language: Language, race: Race) -> None:
    """End a race that cannot be shown; tell the member who began weekly ones that these have ended."""
    was_weekly = await service.give_up(client.context, race.id)
    if was_weekly and is_person(race.owner_id):  # else all about the member was removed
        said = words.say_ended(language, race.place.channel_id)
        message = messages.posted_with(Layout(said, accent=parts.OVER))
        await messages.try_quietly(messages.post_directly(client, race.owner_id, message))
