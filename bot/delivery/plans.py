"""What begins by itself: its event on the server, the beginning, and the end of the event."""

import logging
from datetime import UTC, datetime
from typing import Any, Final

from discord import EntityType, EventStatus, PrivacyLevel

from bot.components.plans import draw_plan
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import StorageError
from bot.models import Plan
from bot.services import plans as service
from bot.words import plans as words
from bot.words.language import Language

_log = logging.getLogger(__name__)

CHANNEL_ADDRESS: Final = "https://discord.com/channels/{}/{}"


async def go_on(client: Client, plan_id: int) -> bool:
    """Do what is due of a plan; return whether that was done, else it is to be tried again."""
    plan = await service.find(client.context, plan_id)
    try:
        language = await client.servers.find_language(plan.challenge.place.guild_id)
        if language is None:  # she is no member any more
            await service.close(client.context, plan.id)
        else:
            await _do_what_is_due(client, language, plan)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Plan %d could not go on: %r", plan_id, error)
        return False
    return True


async def _do_what_is_due(client: Client, language: Language, plan: Plan) -> None:
    context = client.context
    if plan.is_over or plan.is_called_off:
        await _end_event(client, plan)
        await service.close(context, plan.id)
    elif not plan.is_begun and context.now() >= plan.starts_at:
        await _begin_planned(client, language, plan)
    elif plan.event_id is None:
        await _create_event(client, language, plan)


async def _begin_planned(client: Client, language: Language, plan: Plan) -> None:
    """Begin a match or a tournament, and tell of it; upkeep posts the board if that fails now."""
    context, place = client.context, plan.challenge.place
    match = await service.begin(context, plan)
    await _edit_event(client, plan, EventStatus.active)
    if match is not None:
        await client.displays[match.id].draw(is_given_up=True)
    if plan.message_id is not None:
        layout = draw_plan(language, await service.find(context, plan.id))
        await messages.try_quietly(messages.edit(client, place.channel_id, plan.message_id, layout))


async def _create_event(client: Client, language: Language, plan: Plan) -> None:
    """Create the event on the server, or note that Discord refuses it for good."""
    place = plan.challenge.place
    form: dict[str, Any] = {
        "name": words.name_event(language, plan),
        "privacy_level": PrivacyLevel.guild_only.value,
        "scheduled_start_time": _iso(plan.starts_at),
        "scheduled_end_time": _iso(plan.starts_at + service.LASTS),
        "entity_type": EntityType.external.value,
        "entity_metadata": {"location": CHANNEL_ADDRESS.format(place.guild_id, place.channel_id)},
    }
    event_id = 0
    try:
        created = await messages.once(client.http.create_guild_scheduled_event(place.guild_id or 0, **form))
        event_id = int(created["id"])
    except NETWORK_ERRORS as error:
        if not messages.is_final(error):
            raise
        _log.info("The event of plan %d could not be created: %r", plan.id, error)
    await service.note_event(client.context, plan, event_id)


async def _end_event(client: Client, plan: Plan) -> None:
    """End the event: one that has begun is completed, any other is cancelled; Discord knows which it is."""
    if not await _edit_event(client, plan, EventStatus.cancelled):
        await _edit_event(client, plan, EventStatus.completed)


async def _edit_event(client: Client, plan: Plan, status: EventStatus) -> bool:
    """Return whether the event, if there is one, is at this stage now: it may be ended, or deleted."""
    if not plan.event_id:
        return True
    guild_id = plan.challenge.place.guild_id or 0
    try:
        await messages.once(client.http.edit_scheduled_event(guild_id, plan.event_id, status=status.value))
    except NETWORK_ERRORS as error:
        if not messages.is_final(error):
            raise
        _log.info("The event of plan %d stays as it is: %r", plan.id, error)
        return False
    return True


def _iso(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).isoformat()
