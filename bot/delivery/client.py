"""What is expected of the client that speaks to Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord.ext import commands

if TYPE_CHECKING:
    import asyncio
    from weakref import WeakValueDictionary

    from bot.delivery.directory import People, Servers
    from bot.delivery.displays import Displays
    from bot.services import Context
    from bot.words.language import Languages


class Client(commands.AutoShardedBot):
    """A client that speaks languages, and knows what services need.

    `in_hand` are the tasks that answer, `handled` the newest interactions, by id, `pens` who redraws
    messages, by channel, `displays` what is known of those that show matches, `people` what those are called
    who were met, and `servers` what is spoken where.
    Without `has_gateway` interactions arrive otherwise, and there are no shards.
    """

    context: Context
    in_hand: set[asyncio.Task[Any]]
    handled: dict[int, None]
    pens: WeakValueDictionary[int, asyncio.Lock]
    displays: Displays
    people: People
    servers: Servers
    languages: Languages
    has_gateway: bool


Interaction: TypeAlias = discord.Interaction[Client]

NO_PINGS = discord.AllowedMentions.none()
