"""Who and what was met lately: people by name, and servers with the language that is spoken there."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord
from cachetools import LRUCache, TTLCache

from bot import caches
from bot.caches import Cache
from bot.delivery import messages
from bot.delivery.messages import NETWORK_ERRORS
from bot.services import settings, upkeep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.delivery.client import Client, Interaction
    from bot.words.language import Language

_log = logging.getLogger(__name__)

_NAME_SECONDS = 0.4  # that a list waits for names; Discord wants it within three
_ASKED_MOST = 10  # people at a time
_LEASE = "servers"
_MOST, _SECONDS = 1_000, 600.0  # servers, and for how long she is taken to be on them, or not


class People:
    """The names of people met lately; Discord is asked about others.

    A name is the one that somebody has everywhere: those on a server are no business of others.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._names = Cache[int, str](caches.NAMES)
        self._asking: dict[int, asyncio.Task[None]] = {}

    def meet(self, user: discord.User | discord.Member) -> None:
        """Remember what somebody is called."""
        self._names[user.id] = user.global_name or user.name

    async def find_names(self, user_ids: Iterable[int]) -> Mapping[int, str]:
        """Return the names that are known, or told at once; what is told later is known the next time."""
        wanted = dict.fromkeys(user_ids)
        asking = [task for user_id in wanted if (task := self._ask(user_id)) is not None]
        if asking:
            await asyncio.wait(asking, timeout=_NAME_SECONDS)
        return {user_id: name for user_id in wanted if (name := self._names.get(user_id))}

    async def find_timeout(self, guild_id: int, user_id: int) -> float | None:
        """Return until when somebody is timed out on a server, or was lately; None if that is not known."""
        try:
            member = await messages.once(self._client.http.get_member(guild_id, user_id))
        except (discord.Forbidden, discord.NotFound):
            return None
        until = discord.utils.parse_time(member.get("communication_disabled_until"))
        return None if until is None else until.timestamp()

    def _ask(self, user_id: int) -> asyncio.Task[None] | None:
        """Ask about somebody whose name is not known; None if it is, or too much else is asked already."""
        if user_id in self._names or user_id in self._asking or len(self._asking) >= _ASKED_MOST:
            return self._asking.get(user_id)
        task = self._asking[user_id] = asyncio.create_task(self._fetch(user_id))
        self._client.in_hand.add(task)
        task.add_done_callback(self._client.in_hand.discard)
        task.add_done_callback(lambda _: self._asking.pop(user_id))
        return task

    async def _fetch(self, user_id: int) -> None:
        try:
            self.meet(await self._client.fetch_user(user_id))
        except discord.NotFound:
            self._names[user_id] = ""  # so that nobody asks again
        except NETWORK_ERRORS as error:
            _log.info("The name of a person is not known: %r", error)


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
