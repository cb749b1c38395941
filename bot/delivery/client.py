"""The type of the client that speaks to Discord, as the delivery uses it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

from bot.services import Context
from bot.words.language import Languages

if TYPE_CHECKING:
    from bot.delivery.directory import KnownPeople, KnownServers
    from bot.delivery.displays import Displays


class Client(commands.AutoShardedBot):
    """A client with languages, and with the context that services need.

    `in_hand` are the tasks that answer, `handled` the newest interactions by id, `channel_locks` for
    redrawing messages are by channel, `displays` is the state of the messages that show matches, `people`
    the names of people met, and `servers` the languages of servers. Without `has_gateway` interactions
    arrive by HTTP, and there are no shards.
    """

    context: Context
    in_hand: set[asyncio.Task[Any]]
    handled: dict[int, None]
    channel_locks: WeakValueDictionary[int, asyncio.Lock]
    displays: Displays
    people: KnownPeople
    servers: KnownServers
    languages: Languages
    has_gateway: bool

    def keep_in_hand(self, task: asyncio.Task[Any]) -> None:
        """Let a shutdown wait for a task."""
        self.in_hand.add(task)
        task.add_done_callback(self.in_hand.discard)


Interaction: TypeAlias = discord.Interaction[Client]

NO_PINGS = discord.AllowedMentions.none()
