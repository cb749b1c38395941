"""What begins by itself: its event on the server, the beginning, and the end of the event."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from discord import EntityType, EventStatus, PrivacyLevel

from bot import policy
from bot.components.plans import call_off_plan_button, draw_plan
from bot.delivery import messages, tournaments
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import StorageError
from bot.models import NO_EVENT, Plan
from bot.services import plans as service
from bot.words import plans as words
from bot.words.language import Language

_log = logging.getLogger(__name__)

CHANNEL_ADDRESS: Final = "https://discord.com/channels/{}/{}"


async def advance(client: Client, plan_id: int) -> bool:
    """Do the next step of a plan; return whether it succeeded, or must be retried."""
    plan = await service.find(client.context, plan_id)
    try:
        language = await client.servers.find_language(plan.challenge.place.guild_id)
        if language is None:  # the bot is no member any more
            await service.close(client.context, plan.id)
            return True
        return await _do_what_is_due(client, language, plan)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Plan %d could not go on: %r", plan_id, error)
        return False


async def _do_what_is_due(client: Client, language: Language, plan: Plan) -> bool:
    """Begin what was planned, say so in the announcement, and once that is done, change the event."""
    context, now = client.context, client.context.now()
    if not plan.is_begun and now >= plan.starts_at:
        plan = await _begin_planned(client, plan)
    is_told = plan.is_drawn or await _draw_announcement(client, language, plan)
    plan = await _settle_event(client, language, plan)
    if plan.is_over or plan.is_called_off:
        await _end_event(client, plan)
        if is_told or now >= plan.starts_at + policy.EVENT_SECONDS:
            await service.close(context, plan.id)
    elif plan.is_begun and is_told:
        await _edit_event(client, plan, EventStatus.active)
        await service.record_drawn(context, plan)
    return is_told


async def _begin_planned(client: Client, plan: Plan) -> Plan:
    """Begin a match or a tournament; upkeep posts the board if that fails now."""
    match = await service.begin(client.context, plan)
    if match is not None:
        await client.displays[match.id].draw(is_given_up=True)
    return await service.find(client.context, plan.id)


async def _draw_announcement(client: Client, language: Language, plan: Plan) -> bool:
    """Let the announcement say what has become of a plan; return whether there is nothing left to try."""
    if plan.tournament_id is not None:
        return await tournaments.advance(client, plan.tournament_id)
    channel_id, prefixes = plan.challenge.place.channel_id, (f"{call_off_plan_button.id_for(plan.id)}:",)
    try:
        message_id = plan.message_id or await messages.find_posted(client, channel_id, 0, prefixes)
        if message_id is not None:
            await messages.edit(client, channel_id, message_id, draw_plan(language, plan))
    except NETWORK_ERRORS as error:
        _log.info("The announcement of plan %d could not be drawn: %r", plan.id, error)
        may_open = messages.is_closed(error) and not messages.is_gone(error)
        return messages.is_final(error) and not may_open
    return True


async def _settle_event(client: Client, language: Language, plan: Plan) -> Plan:
    """Return the plan with its event on the server, which is created if it waits; 0 if there is none.

    The event may have been created before without being stored, as Discord's answer was lost.
    """
    if plan.event_id is not None:
        return plan
    guild_id, form = plan.challenge.place.guild_id or 0, _describe_event(language, plan)
    event_id = NO_EVENT
    try:
        event_id = await _find_event(client, guild_id, form)
        if not (event_id or plan.is_begun):
            async with asyncio.timeout(messages.POST_SECONDS):
                event_id = int((await client.http.create_guild_scheduled_event(guild_id, **form))["id"])
    except NETWORK_ERRORS as error:
        if not messages.is_final(error):
            raise
        _log.info("The event of plan %d could not be created: %r", plan.id, error)
    await service.record_event(client.context, plan, event_id)
    return replace(plan, event_id=event_id)


def _describe_event(language: Language, plan: Plan) -> dict[str, Any]:
    place = plan.challenge.place
    return {
        "name": words.name_event(language, plan),
        "privacy_level": PrivacyLevel.guild_only.value,
        "scheduled_start_time": _iso(plan.starts_at),
        "scheduled_end_time": _iso(plan.starts_at + policy.EVENT_SECONDS),
        "entity_type": EntityType.external.value,
        "entity_metadata": {"location": CHANNEL_ADDRESS.format(place.guild_id, place.channel_id)},
    }


async def _find_event(client: Client, guild_id: int, form: Mapping[str, Any]) -> int:
    """Return the id of the bot's event that is described so, 0 if there is none."""
    bot_id = client.user.id if client.user else 0
    for event in await messages.once(client.http.get_scheduled_events(guild_id, with_user_count=False)):
        is_same = all(event.get(name) == form[name] for name in ("name", "entity_metadata"))
        begins_at = datetime.fromisoformat(event["scheduled_start_time"])
        is_then = abs(begins_at - datetime.fromisoformat(form["scheduled_start_time"])) < timedelta(seconds=1)
        if is_same and is_then and str(event.get("creator_id")) == str(bot_id):
            return int(event["id"])
    return 0


async def _end_event(client: Client, plan: Plan) -> None:
    """End the event: one that has begun is completed, any other is cancelled.

    If Discord refuses that, the event is not at the stage that the bot believes it to be at.
    """
    is_active = plan.is_begun and not plan.is_called_off
    likely, other = EventStatus.completed, EventStatus.cancelled
    if not is_active:
        likely, other = other, likely
    if not await _edit_event(client, plan, likely):
        await _edit_event(client, plan, other)


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
