"""Messages that are posted and edited with the bot's own token."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import aiohttp
import discord

from bot.delivery.client import NO_PINGS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

    from bot.components.parts import Layout
    from bot.delivery.client import Client

_T = TypeVar("_T")

OnLost: TypeAlias = "Callable[[], object]"
"""Called when an edit was given up of which nobody knows whether it is made, nor when."""

_log = logging.getLogger(__name__)

NETWORK_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What goes wrong on the way to Discord."""

POST_SECONDS = 10.0
"""For one request that cannot be made again: it would be posted twice."""

_REQUEST_SECONDS = 2.0  # for one request that can be made again
_PAUSES = (0.5, 2.0)  # seconds until an edit is made again
_NEWEST = 50  # messages of a channel among which one is looked for
_ARCHIVED = 50083  # what Discord says of an edit in a thread in which nobody has written for long
_GONE = (10003, 10004)  # what it says of a channel and a server that are not there, or not for her
_SERVER_ERROR, _LIMITED = 500, 429  # HTTP's own numbers
OFTEN_EDITED = 30046
"""What Discord says of a message that is older than an hour and was edited often."""


async def repeat(edit: Callable[[], Awaitable[_T]]) -> _T:
    """Make an edit, and again if it is not known that it was made: an edit notifies nobody."""
    for pause in _PAUSES:
        try:
            return await edit()
        except NETWORK_ERRORS as error:
            if is_final(error):
                raise
        await asyncio.sleep(pause)
    return await edit()


async def once(edit: Awaitable[_T], on_lost: OnLost | None = None) -> _T:
    """Wait for an edit no longer than for one request; `on_lost` is called if it may be made all the same."""
    try:
        async with asyncio.timeout(_REQUEST_SECONDS):
            return await edit
    except NETWORK_ERRORS as error:
        if on_lost is not None and not is_final(error):
            on_lost()
        raise


def is_final(error: Exception) -> bool:
    """Return whether Discord has refused for good: nothing is asked for again that it does not allow."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code == OFTEN_EDITED or (error.status < _SERVER_ERROR and error.status != _LIMITED)


def is_locked(error: Exception) -> bool:
    """Return whether Discord has refused only as long as moderators keep a thread locked."""
    return isinstance(error, discord.HTTPException) and error.code == _ARCHIVED


def is_closed(error: Exception) -> bool:
    """Return whether Discord has refused because she may not see a place or write there, or it is gone."""
    is_gone = isinstance(error, discord.NotFound) and error.code in _GONE
    return isinstance(error, discord.Forbidden) or is_gone or is_locked(error)


async def edit(  # noqa: PLR0913 - what is edited, and how
    client: Client,
    channel_id: int,
    message_id: int,
    layout: Layout,
    on_lost: OnLost | None = None,
    *,
    is_quiet: bool = False,
) -> None:
    """Redraw a message with the bot's own token, after those of its channel that are being redrawn.

    discord.py would let them wait for each other too, as if each took as long as those before it. A thread
    that is archived is opened again for it, which anybody may who may write there. If nobody needs to come
    back for what `is_quiet`, it is archived again, which she may where she has begun it.
    """
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    async with pen_for(client, channel_id):
        try:
            await once(message.edit(**redrawn_with(layout)), on_lost)
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            try:
                await once(client.http.edit_channel(channel_id, archived=False))
            except discord.Forbidden:  # it is locked, which is what it is refused for
                raise error from None
            await once(message.edit(**redrawn_with(layout)), on_lost)
            if is_quiet:
                with suppress(discord.Forbidden):  # it is somebody else's, and closes by itself
                    await once(client.http.edit_channel(channel_id, archived=True))


def pen_for(client: Client, channel_id: int) -> asyncio.Lock:
    """Return what is held while messages of a channel are redrawn, by one at a time."""
    return client.pens.setdefault(channel_id, asyncio.Lock())


async def post(client: Client, channel_id: int, message: Mapping[str, Any]) -> int:
    """Post a message with the bot's own token, and return its id."""
    async with asyncio.timeout(POST_SECONDS):
        return (await client.get_partial_messageable(channel_id).send(**with_files(message))).id


async def post_directly(client: Client, user_id: int, message: Mapping[str, Any]) -> int:
    """Post a message in somebody's direct messages, and return its id."""
    channel = await once(client.http.start_private_message(user_id))
    return await post(client, int(channel["id"]), message)


async def find_posted(client: Client, channel_id: int, after_id: int, prefix: str) -> int | None:
    """Return the newest of her own messages after that one with a button whose id, and a colon, begin so.

    None if there is none among the last fifty of the channel, or she may not read them.
    """
    with suppress(discord.Forbidden):
        async with asyncio.timeout(_REQUEST_SECONDS):
            async for message in client.get_partial_messageable(channel_id).history(limit=_NEWEST):
                if message.id > after_id and _is_own(client, message, prefix):
                    return message.id
    return None


async def is_posted(client: Client, channel_id: int, message_id: int, prefix: str) -> bool:
    """Return whether a message is her own and has a button whose id, and a colon, begin so."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    return _is_own(client, await once(message.fetch()), prefix)


def _is_own(client: Client, message: discord.Message, prefix: str) -> bool:
    ids = (str(getattr(part, "custom_id", "")) for part in parts_in(message.components))
    return message.author == client.user and any(f"{id_}:".startswith(prefix) for id_ in ids)


async def attempt(redrawing: Awaitable[object]) -> None:
    """Redraw an old message if possible; where it is not, its buttons still say what is wrong."""
    try:
        await redrawing
    except NETWORK_ERRORS as error:
        _log.info("An old message could not be redrawn: %r", error)


def posted_with(layout: Layout, pings: discord.AllowedMentions = NO_PINGS) -> dict[str, Any]:
    """Return what a new message is posted with, besides its files."""
    return {"view": layout, "allowed_mentions": pings}


def redrawn_with(layout: Layout) -> dict[str, Any]:
    """Return what a message is redrawn with; the pictures of how it looked before go."""
    return {"view": layout, "attachments": layout.files, "allowed_mentions": NO_PINGS}


def with_files(message: Mapping[str, Any], name: str = "files") -> dict[str, Any]:
    """Return the message with the files of its layout, anew each time, for whatever is sent uses them up."""
    return {**message, name: message["view"].files} if "view" in message else dict(message)


def posted_at(message_id: int) -> float:
    """Return when a message was posted, in seconds since the epoch."""
    return discord.utils.snowflake_time(message_id).timestamp()


def pings_for(*user_ids: int | None) -> discord.AllowedMentions:
    """Return whom a message pings: these people, if any."""
    people = [discord.Object(user_id) for user_id in user_ids if user_id]
    return discord.AllowedMentions(users=people or False)


def parts_in(components: Iterable[object]) -> Iterator[object]:
    """Yield components, and those that stand in them."""
    for component in components:
        yield component
        if isinstance(component, discord.Container | discord.ActionRow):
            yield from parts_in(component.children)


def buttons_in(message: discord.Message) -> list[str]:
    """Return the ids of the buttons and menus that a message shows."""
    kinds, parts = discord.Button | discord.SelectMenu, parts_in(message.components)
    return [part.custom_id for part in parts if isinstance(part, kinds) and part.custom_id is not None]
