"""What begins by itself: its event on the server, the beginning, and the end of the event."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Self

from discord import EntityType, EventStatus, PrivacyLevel

from bot import policy
from bot.components.parts import Layout
from bot.components.plans import call_off_plan_button, draw_plan
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.keeping import Kept, keep_true
from bot.delivery.messages import NETWORK_ERRORS
from bot.delivery.tournaments import KeptTournament
from bot.models import NO_EVENT, Plan
from bot.services import plans as service
from bot.words import plans as words
from bot.words.language import Language

_log = logging.getLogger(__name__)

CHANNEL_ADDRESS: Final = "https://discord.com/channels/{}/{}"


class KeptPlan(Kept[Plan]):
    """The announcement of a match or a tournament, and the event of that; its step begins what was planned.

    The announcement is never posted anew: what has begun has messages of its own.
    """

    kind = "plan"
    is_posted = False
    buttons = (call_off_plan_button,)
    list_due = staticmethod(lambda context: context.storage.plans.list_due(context.now()))
    load = staticmethod(service.find)

    def __init__(self, client: Client, id_: int, plan: Plan) -> None:
        super().__init__(client, id_, plan)
        self.refused_until = plan.starts_at + policy.EVENT_SECONDS
        self._is_told = True

    async def step(self, _: Language) -> Self:
        """Begin a match or a tournament; upkeep posts the board if that fails now."""
        if self.stored.is_begun or self.now < self.stored.starts_at:
            return self
        match = await service.begin(self.context, self.stored)
        if match is not None:
            await self.client.displays[match.id].draw(is_given_up=True)
        return type(self)(self.client, self.id, await service.find(self.context, self.id))

    async def draw(self, language: Language) -> Layout:
        """Draw what is stored."""
        return draw_plan(language, self.stored)

    async def show(self, language: Language) -> None:
        """Draw the announcement, or the tournament that is its own; an event is not kept waiting by that."""
        plan = self.stored
        try:
            if plan.tournament_id is not None and not plan.is_drawn:
                self._is_told = await keep_true(KeptTournament, self.client, plan.tournament_id)
            elif not plan.is_drawn:
                await super().show(language)
        finally:
            self.stored = plan = await _settle_event(self.client, language, plan)
            if plan.is_over or plan.is_called_off:
                await _end_event(self.client, plan)

    async def record(self) -> bool:
        """Store what is shown, and that nothing follows where what was planned is over."""
        if self.stored.is_over or self.stored.is_called_off:
            await self.context.storage.plans.close(self.id)
        elif self.stored.is_begun and self._is_told:
            await _edit_event(self.client, self.stored, EventStatus.active)
            await self.context.storage.plans.record_drawn(self.id)
        return self._is_told

    async def give_up(self, refusal: Exception | None) -> None:
        """Begin nothing where the bot is no member any more."""
        if refusal is None:
            await self.context.storage.plans.close(self.id)
        else:
            await self.record()


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
    await client.context.storage.plans.record_event(plan.id, event_id)
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
