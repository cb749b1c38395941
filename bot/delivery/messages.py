"""Posts and edits messages with the bot's own token."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

import aiohttp
import discord

from bot.components.parts import Layout
from bot.delivery.client import NO_PINGS, Client

_T = TypeVar("_T")

OnLost: TypeAlias = Callable[[], object]
"""Called when an edit timed out, so that it may or may not be made, and at any time."""

_log = logging.getLogger(__name__)

NETWORK_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of the network and of Discord."""

POST_SECONDS = 10.0
"""Time limit of a request that is not repeated, as that would post the message twice."""

_REQUEST_SECONDS = 2.0  # time limit of a request that can be repeated
_PAUSES = (0.5, 2.0)  # seconds until an edit is repeated
_NEWEST = 50  # messages of a channel that are searched
_ARCHIVED = 50083  # Discord's code for an edit in an archived thread
_GONE = (10003, 10004)  # its codes for a channel and a server that are gone, or that the bot may not see
_SERVER_ERROR, _LIMITED = 500, 429  # HTTP's status codes
OFTEN_EDITED = 30046
"""Discord's code for a message that is older than an hour and was edited often."""


async def repeat(make_edit: Callable[[], Awaitable[_T]]) -> _T:
    """Make an edit, and repeat it if its result is unknown: edits notify no person."""
    for pause in _PAUSES:
        try:
            return await make_edit()
        except NETWORK_ERRORS as error:
            if is_final(error):
                raise
        await asyncio.sleep(pause)
    return await make_edit()


async def once(editing: Awaitable[_T], on_lost: OnLost | None = None) -> _T:
    """Wait for an edit no longer than a request may take; call `on_lost` if it may still be made."""
    try:
        async with asyncio.timeout(_REQUEST_SECONDS):
            return await editing
    except NETWORK_ERRORS as error:
        if on_lost is not None and not is_final(error):
            on_lost()
        raise


def is_final(error: Exception) -> bool:
    """Return whether Discord's refusal is final, so that the request is not repeated."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code == OFTEN_EDITED or (error.status < _SERVER_ERROR and error.status != _LIMITED)


def is_locked(error: Exception) -> bool:
    """Return whether Discord refuses only while moderators keep a thread locked."""
    return isinstance(error, discord.HTTPException) and error.code == _ARCHIVED


def is_gone(error: Exception) -> bool:
    """Return whether Discord refuses as the channel or the server does not exist any more."""
    return isinstance(error, discord.NotFound) and error.code in _GONE


def is_closed(error: Exception) -> bool:
    """Return whether Discord refuses as the channel is gone, or the bot may not see it or write there."""
    return isinstance(error, discord.Forbidden) or is_gone(error) or is_locked(error)


async def edit(  # noqa: PLR0913 - what is edited, and how
    client: Client,
    channel_id: int,
    message_id: int,
    layout: Layout,
    on_lost: OnLost | None = None,
    *,
    is_quiet: bool = False,
) -> None:
    """Redraw a message with the bot's own token, after the other redraws of its channel.

    discord.py would make them wait for each other, too, but much longer. An archived thread is opened again
    for the edit, which all may who may write there. For an edit that `is_quiet` it is archived again, which
    the bot may if it has created the thread.
    """
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    async with channel_lock(client, channel_id):
        try:
            await once(message.edit(**redrawn_with(layout)), on_lost)
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            try:
                await once(client.http.edit_channel(channel_id, archived=False))
            except discord.Forbidden:  # it is locked, and that is why the edit was refused
                raise error from None
            await once(message.edit(**redrawn_with(layout)), on_lost)
            if is_quiet:
                with suppress(discord.Forbidden):  # another person created it, and it closes by itself
                    await once(client.http.edit_channel(channel_id, archived=True))


async def edit_or_post(
    client: Client, channel_id: int, message_id: int | None, layout: Layout, prefixes: tuple[str, ...]
) -> int:
    """Draw in a message, or in a new one if there is none, or it is gone or edited too often; return which.

    A new one has a button whose id and a colon begin with one of the prefixes, by which it is found if it was
    posted before and Discord's answer was lost.
    """
    if message_id is None:
        return await post(client, channel_id, posted_with(layout))
    try:
        await edit(client, channel_id, message_id, layout)
    except discord.HTTPException as error:
        if not isinstance(error, discord.NotFound) and error.code != OFTEN_EDITED:
            raise
        posted_id = await find_posted(client, channel_id, message_id, prefixes)
        return await edit_or_post(client, channel_id, posted_id, layout, prefixes)
    return message_id


def channel_lock(client: Client, channel_id: int) -> asyncio.Lock:
    """Return the lock that is held while a message of a channel is redrawn."""
    return client.channel_locks.setdefault(channel_id, asyncio.Lock())


async def post(client: Client, channel_id: int, message: Mapping[str, Any]) -> int:
    """Post a message with the bot's own token, and return its id."""
    async with asyncio.timeout(POST_SECONDS):
        return (await client.get_partial_messageable(channel_id).send(**with_files(message))).id


async def post_directly(client: Client, user_id: int, message: Mapping[str, Any]) -> int:
    """Post a message in a person's direct messages, and return its id."""
    channel = await once(client.http.start_private_message(user_id))
    return await post(client, int(channel["id"]), message)


async def find_posted(
    client: Client, channel_id: int, after_id: int, prefixes: tuple[str, ...]
) -> int | None:
    """Return the bot's newest message after another one with a button whose id and a colon begin so.

    None if there is none among the last fifty of the channel, or the bot may not read them.
    """
    with suppress(discord.Forbidden):
        async with asyncio.timeout(_REQUEST_SECONDS):
            async for message in client.get_partial_messageable(channel_id).history(limit=_NEWEST):
                if message.id > after_id and _is_own(client, message, prefixes):
                    return message.id
    return None


async def is_posted(client: Client, channel_id: int, message_id: int, prefixes: tuple[str, ...]) -> bool:
    """Return whether a message is the bot's and has a button whose id and a colon begin so."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    return _is_own(client, await once(message.fetch()), prefixes)


def _is_own(client: Client, message: discord.Message, prefixes: tuple[str, ...]) -> bool:
    ids = (str(getattr(part, "custom_id", "")) for part in parts_in(message.components))
    return message.author == client.user and any(f"{id_}:".startswith(prefixes) for id_ in ids)


async def try_quietly(request: Awaitable[object]) -> None:
    """Make a request on which nothing depends: the buttons of an old message still answer what is wrong."""
    try:
        await request
    except NETWORK_ERRORS as error:
        _log.info("An old message could not be redrawn: %r", error)


def posted_with(layout: Layout, pings: discord.AllowedMentions = NO_PINGS) -> dict[str, Any]:
    """Return the arguments by which a new message is posted, besides its files."""
    return {"view": layout, "allowed_mentions": pings}


def redrawn_with(layout: Layout) -> dict[str, Any]:
    """Return the arguments by which a message is redrawn, which drop its old pictures."""
    return {"view": layout, "attachments": layout.files, "allowed_mentions": NO_PINGS}


def with_files(message: Mapping[str, Any], name: str = "files") -> dict[str, Any]:
    """Return the message with new files of its layout, as sending a file uses it up."""
    return {**message, name: message["view"].files} if "view" in message else dict(message)


def posted_at(message_id: int) -> float:
    """Return when a message was posted, in seconds since the epoch."""
    return discord.utils.snowflake_time(message_id).timestamp()


def pings_for(*user_ids: int | None) -> discord.AllowedMentions:
    """Return the mentions by which a message pings these people, if any."""
    people = [discord.Object(user_id) for user_id in user_ids if user_id]
    return discord.AllowedMentions(users=people or False)


def parts_in(components: Iterable[object]) -> Iterator[object]:
    """Yield components, and those inside them."""
    for component in components:
        yield component
        if isinstance(component, discord.Container | discord.ActionRow):
            yield from parts_in(component.children)


def buttons_in(message: discord.Message) -> list[str]:
    """Return the ids of the buttons and menus that a message shows."""
    kinds, parts = discord.Button | discord.SelectMenu, parts_in(message.components)
    return [part.custom_id for part in parts if isinstance(part, kinds) and part.custom_id is not None]
