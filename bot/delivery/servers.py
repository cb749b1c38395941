"""What is known of servers on which nobody asks for anything just now."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord
from cachetools import LRUCache, TTLCache

from bot.delivery import messages
from bot.delivery.messages import NETWORK_ERRORS
from bot.services import settings, upkeep

if TYPE_CHECKING:
    from bot.delivery.client import Client, Interaction
    from bot.words.language import Language

_log = logging.getLogger(__name__)

_LEASE = "servers"
_MOST, _SECONDS = 1_000, 600.0  # servers, and for how long she is taken to be on them, or not


class Servers:
    """Whether she is a member of servers met lately, and what is spoken there; Discord is asked about others.

    Discord would tell of all servers all along if she asked it to: that is more to remember than all else.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._guests: LRUCache[int, None] = LRUCache(_MOST)
        self._locales: TTLCache[int, str | None] = TTLCache(_MOST, _SECONDS)

    def meet(self, interaction: Interaction) -> None:
        """Remember what is spoken where somebody asks for something, if she was invited there."""
        locale = interaction.guild_locale
        if interaction.guild_id is None or locale is None:
            return
        if interaction.is_guild_integration():
            self._locales[interaction.guild_id] = locale.value
            self._guests.pop(interaction.guild_id, None)
        else:
            self._guests[interaction.guild_id] = None

    def is_guest(self, guild_id: int) -> bool:
        """Return whether people of a server she is no member of were met there: they bring her along."""
        return guild_id in self._guests

    async def prepare(self, interaction: Interaction) -> None:
        """Know what is usual where somebody asks for something; once a day, store that they did."""
        guild_id, context = interaction.guild_id, self._client.context
        if guild_id is None:
            return
        await settings.prepare(context, guild_id)
        if settings.is_unmet(context, guild_id):
            task = asyncio.create_task(settings.meet(context, guild_id))
            self._client.in_hand.add(task)
            task.add_done_callback(self._client.in_hand.discard)

    async def find_language(self, guild_id: int) -> Language | None:
        """Return the language of a server, None if she is no member of it."""
        if guild_id not in self._locales:
            self._locales[guild_id] = await self._ask(guild_id)
        locale = self._locales.get(guild_id)
        if locale is None:
            return None
        chosen = (await settings.of(self._client.context, guild_id)).language
        return self._client.languages.spoken_in(chosen or locale)

    async def forget_silent(self) -> None:
        """Forget the servers that have been silent for long, if she is no member of them any more.

        One process at a time asks Discord about them.
        """
        leases = self._client.context.storage.leases
        if not await leases.take(_LEASE):
            return
        try:
            for guild_id in await upkeep.silent_servers(self._client.context):
                try:
                    await self._forget_if_left(guild_id)
                except NETWORK_ERRORS as error:  # the others are asked about all the same
                    _log.info("Discord does not say whether she is on guild %d: %r", guild_id, error)
        finally:
            leases.drop(_LEASE)

    async def _forget_if_left(self, guild_id: int) -> None:
        if await self._ask(guild_id) is not None:
            await upkeep.note_member(self._client.context, guild_id)
            return
        await upkeep.forget_server(self._client.context, guild_id)
        _log.info("forgotten guild=%d", guild_id)

    async def _ask(self, guild_id: int) -> str | None:
        try:
            guild = await messages.once(self._client.fetch_guild(guild_id, with_counts=False))
        except (discord.Forbidden, discord.NotFound):
            return None
        return guild.preferred_locale.value
