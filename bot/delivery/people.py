"""What people are called, for lists in which nobody can be mentioned."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot import caches
from bot.caches import Cache
from bot.delivery import messages
from bot.delivery.messages import NETWORK_ERRORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.delivery.client import Client

_log = logging.getLogger(__name__)

_SECONDS = 0.4  # that a list waits for names; Discord wants it within three
_ASKED_MOST = 10  # people at a time


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
            await asyncio.wait(asking, timeout=_SECONDS)
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
