"""Caches of people and servers met lately: their names, and their languages."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from math import inf

import discord
from cachetools import LRUCache, TTLCache

from bot import caches
from bot.caches import Cache
from bot.delivery import messages
from bot.delivery.client import Client, Interaction
from bot.delivery.messages import NETWORK_ERRORS
from bot.models import is_person
from bot.services import settings, upkeep
from bot.words.language import Language

_log = logging.getLogger(__name__)

_NAME_SECONDS = 0.4  # that a list waits for names; Discord expects it within three
_ASKED_MOST = 10  # people at a time
_NO_MEMBER = (10007, 10013)  # Discord's codes for a person who is no member, or whose account is deleted
_LEASE = "servers"
_MOST, _SECONDS = 1_000, 600.0  # servers, and for how long an answer about the bot's membership counts


class KnownPeople:
    """The names of people met lately; the bot asks Discord about others.

    A name is a person's global one: their names on one server are private to it.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._names = Cache[int, str](caches.NAMES)
        self._asking: dict[int, asyncio.Task[None]] = {}

    def remember(self, user: discord.User | discord.Member) -> None:
        """Remember a person's name."""
        name = user.global_name or user.name
        if self._names.get(user.id) != name:
            self._names[user.id] = name

    async def find_names(self, user_ids: Iterable[int]) -> Mapping[int, str]:
        """Return the names that are known, or that Discord tells in time; others are known the next time.

        A whole channel and players whose data is deleted have no name; their ids are not positive.
        """
        wanted = dict.fromkeys(user_id for user_id in user_ids if is_person(user_id))
        asking = [task for user_id in wanted if (task := self._ask_for_name(user_id)) is not None]
        if asking:
            await asyncio.wait(asking, timeout=_NAME_SECONDS)
        return {user_id: name for user_id in wanted if (name := self._names.get(user_id))}

    async def find_absence(self, guild_id: int, user_id: int) -> float:
        """Return until when a person can do nothing on a server: for ever if they have left or are banned.

        Else that is when their timeout ends or ended; 0 if there was none, or if it is unknown.
        """
        try:
            member = await messages.once(self._client.http.get_member(guild_id, user_id))
        except discord.Forbidden:
            return 0.0
        except discord.NotFound as error:
            return inf if error.code in _NO_MEMBER else 0.0
        until = discord.utils.parse_time(member.get("communication_disabled_until"))
        return 0.0 if until is None else until.timestamp()

    def _ask_for_name(self, user_id: int) -> asyncio.Task[None] | None:
        """Ask Discord for a person's name; None if it is known, or too many requests are open."""
        if user_id in self._names or user_id in self._asking or len(self._asking) >= _ASKED_MOST:
            return self._asking.get(user_id)
        task = self._asking[user_id] = asyncio.create_task(self._fetch_name(user_id))
        self._client.keep_in_hand(task)
        task.add_done_callback(lambda _: self._asking.pop(user_id))
        return task

    async def _fetch_name(self, user_id: int) -> None:
        try:
            self.remember(await self._client.fetch_user(user_id))
        except discord.NotFound:
            self._names[user_id] = ""  # so that the bot does not ask again
        except NETWORK_ERRORS as error:
            _log.info("The name of a person is not known: %r", error)


class KnownServers:
    """Whether the bot is a member of servers met lately, and their languages; it asks Discord about others.

    Discord would send the state of all servers on request: that would take more memory than all else.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._guests: LRUCache[int, None] = LRUCache(_MOST)
        self._locales: TTLCache[int, str | None] = TTLCache(_MOST, _SECONDS)

    def remember(self, interaction: Interaction) -> None:
        """Remember the language of the interaction's server, if the bot is a member there."""
        locale = interaction.guild_locale
        if interaction.guild_id is None or locale is None:
            return
        if interaction.is_guild_integration():
            self._locales[interaction.guild_id] = locale.value
            self._guests.pop(interaction.guild_id, None)
        else:
            self._guests[interaction.guild_id] = None

    def is_guest(self, guild_id: int) -> bool:
        """Return whether the bot is no member of a server, but was brought there by a person who uses it."""
        return guild_id in self._guests

    async def preload_settings(self, interaction: Interaction) -> None:
        """Read the settings of the interaction's server in advance; once a day, store that it was met."""
        guild_id, context = interaction.guild_id, self._client.context
        if guild_id is None:
            return
        await settings.preload(context, guild_id)
        if settings.is_activity_due(context, guild_id):
            task = asyncio.create_task(settings.record_activity(context, guild_id))
            self._client.keep_in_hand(task)

    async def find_language(self, guild_id: int | None) -> Language | None:
        """Return the language of a server, None if the bot is no member of it; outside of servers English."""
        if guild_id is None:
            return self._client.languages.default
        if guild_id not in self._locales:
            self._locales[guild_id] = await self._ask_for_locale(guild_id)
        locale = self._locales.get(guild_id)
        if locale is None:
            return None
        chosen = (await settings.look_up(self._client.context, guild_id)).language
        return self._client.languages.spoken_in(chosen or locale)

    async def purge_silent(self) -> None:
        """Delete the data of servers without an event for long, if the bot is no member of them any more.

        One process at a time asks Discord about them.
        """
        leases = self._client.context.storage.leases
        if not await leases.take(_LEASE):
            return
        try:
            for guild_id in await upkeep.silent_servers(self._client.context):
                try:
                    await self._purge_if_left(guild_id)
                except NETWORK_ERRORS as error:  # the remaining servers are checked all the same
                    _log.info("Discord does not say whether the bot is on guild %d: %r", guild_id, error)
        finally:
            leases.drop(_LEASE)

    async def _purge_if_left(self, guild_id: int) -> None:
        if await self._ask_for_locale(guild_id) is not None:
            await self._client.context.storage.servers.meet(guild_id, self._client.context.now())
            return
        await upkeep.purge_server(self._client.context, guild_id)
        _log.info("purged guild=%d", guild_id)

    async def _ask_for_locale(self, guild_id: int) -> str | None:
        try:
            guild = await messages.once(self._client.fetch_guild(guild_id, with_counts=False))
        except (discord.Forbidden, discord.NotFound):
            return None
        return guild.preferred_locale.value
