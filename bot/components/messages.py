"""How layouts become messages: posted, and redrawn."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

import discord
from discord.components import MediaGalleryComponent

from bot.components import promises
from bot.components.answers import NO_PINGS, reader_of
from bot.components.parts import Kept
from bot.components.promises import NETWORK_ERRORS, Manner

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

    from bot.components.answers import Client, Interaction
    from bot.components.parts import Layout
    from bot.words.language import Reader

_T = TypeVar("_T")

Doubt: TypeAlias = "Callable[[], object]"
"""Called when an edit was given up of which nobody knows whether it is made, nor when."""

_log = logging.getLogger(__name__)

_EDITABLE_SECONDS = 50 * 60.0  # Discord limits edits of messages older than an hour
_REQUEST_SECONDS = 2.0  # for one request that can be made again
_POST_SECONDS = 10.0  # for one that cannot: it would be posted twice
_PAUSES = (0.5, 2.0)  # seconds until an edit is made again
_NEWEST = 50  # messages of a channel among which one is looked for
_ARCHIVED = 50083  # what Discord says of an edit in a thread in which nobody has written for long
_GONE = (10003, 10004)  # what it says of a channel and a server that are not there, or not for her
_SERVER_ERROR, _LIMITED = 500, 429  # HTTP's own numbers
OFTEN_EDITED = 30046
"""What Discord says of a message that is older than an hour and was edited often."""


async def send(
    interaction: Interaction,
    message: Mapping[str, Any],
    *,
    is_public: bool = True,
    doubt: Doubt | None = None,
) -> int:
    """Answer with a new message, or fulfil the promise of one; return its id.

    If Discord waits no longer, what is for everybody is posted all the same.
    """
    try:
        return await _send(interaction, message, is_public=is_public, doubt=doubt)
    except discord.NotFound as error:
        if not (is_public and promises.is_late(error) and can_speak(interaction)):
            raise
    return await post_late(interaction, message)


async def _send(
    interaction: Interaction, message: Mapping[str, Any], *, is_public: bool, doubt: Doubt | None
) -> int:
    async def answer() -> discord.InteractionCallbackResponse[Client]:
        return await interaction.response.send_message(**_with_files(message), ephemeral=not is_public)

    is_answered = await promises.is_answered(interaction)
    response = None if is_answered else await promises.give(interaction, answer)
    if response is None:
        return await _fulfil(interaction, message, is_public=is_public, doubt=doubt)
    if response.message_id is None:
        raise AssertionError("Discord tells the id of every message it makes")
    return response.message_id


def can_speak(interaction: Interaction) -> bool:
    """Return whether the bot's own token is good for anything there: it is no guest of one person's."""
    return interaction.guild_id is None or interaction.is_guild_integration()


async def post_late(interaction: Interaction, message: Mapping[str, Any]) -> int:
    """Post a message where something was asked for that Discord takes no answer to; return its id."""
    posted_id = await post(interaction.client, interaction.channel_id or 0, message)
    promises.note_told(interaction, posted_id)
    return posted_id


async def _fulfil(
    interaction: Interaction, message: Mapping[str, Any], *, is_public: bool, doubt: Doubt | None
) -> int:
    """Put a message in the place of what Discord has taken: its promise, or itself."""
    taken = await promises.promised(interaction)
    if taken in (None, Manner.PUBLIC if is_public else Manner.PRIVATE):
        posted = await repeat(
            lambda: once(interaction.edit_original_response(**_with_files(message, "attachments")), doubt)
        )
        promises.keep(interaction)
        return posted.id
    if taken is not Manner.REDRAWN:
        await take_back(interaction)
    return (await _follow_up(interaction, message, is_public=is_public)).id


async def take_back(interaction: Interaction) -> None:
    """Delete what was promised; if that cannot be, or is done already, what follows is said all the same."""
    try:
        await repeat(lambda: once(interaction.delete_original_response()))
    except NETWORK_ERRORS as failure:
        _log.info("A promise could not be taken back: %r", failure)


def _with_files(message: Mapping[str, Any], name: str = "files") -> dict[str, Any]:
    """Return the message with the files of its layout, anew each time, for whatever is sent uses them up."""
    return {**message, name: message["view"].files} if "view" in message else dict(message)


async def redraw(interaction: Interaction, layout: Layout, doubt: Doubt | None = None) -> None:
    """Answer a press by redrawing its message, or fulfil the promise to do so.

    If Discord waits no longer, what everybody sees is redrawn all the same.
    """
    try:
        if promises.late_id(interaction) is None:
            await _redraw(interaction, layout, doubt)
            return
    except discord.NotFound as error:
        if not (promises.is_late(error) and _is_public(interaction.message) and can_speak(interaction)):
            raise
    await _redraw_late(interaction, layout, doubt)


def _is_public(message: discord.Message | None) -> bool:
    return message is not None and not message.flags.ephemeral


async def _redraw_late(interaction: Interaction, layout: Layout, doubt: Doubt | None) -> None:
    message_id = promises.late_id(interaction) or pressed_message(interaction).id
    client, channel_id = interaction.client, interaction.channel_id or 0
    await repeat(lambda: edit(client, channel_id, message_id, layout, doubt))
    promises.note_told(interaction, message_id)


async def _redraw(interaction: Interaction, layout: Layout, doubt: Doubt | None) -> None:
    async def answer() -> object:
        return await interaction.response.edit_message(**redrawn_with(layout))

    if await promises.is_answered(interaction) or await promises.give(interaction, answer) is None:
        await repeat(lambda: once(interaction.edit_original_response(**redrawn_with(layout)), doubt))


async def acknowledge(interaction: Interaction) -> None:
    """Answer a press by nothing that is to be seen, if Discord has not taken an answer already."""
    if not await promises.is_answered(interaction):
        await promises.give(interaction, interaction.response.defer)


async def follow_up(interaction: Interaction, message: Mapping[str, Any]) -> discord.WebhookMessage:
    """Answer a press with a new message for everybody, and leave the pressed one to be edited."""
    await acknowledge(interaction)
    return await _follow_up(interaction, message, is_public=True)


async def _follow_up(
    interaction: Interaction, message: Mapping[str, Any], *, is_public: bool
) -> discord.WebhookMessage:
    async with asyncio.timeout(_POST_SECONDS):
        return await interaction.followup.send(**_with_files(message), ephemeral=not is_public, wait=True)


async def whisper(interaction: Interaction, sentence: str) -> None:
    """Say something privately beside what is there, if need be twice: better than not at all."""

    async def send() -> object:
        return await once(interaction.followup.send(sentence, ephemeral=True, allowed_mentions=NO_PINGS))

    await repeat(send)


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


async def once(edit: Awaitable[_T], doubt: Doubt | None = None) -> _T:
    """Wait for an edit no longer than for any one request; `doubt` is told if it may be made all the same."""
    try:
        async with asyncio.timeout(_REQUEST_SECONDS):
            return await edit
    except NETWORK_ERRORS as error:
        if doubt is not None and not is_final(error):
            doubt()
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


async def post_answer(
    interaction: Interaction, answer: Callable[[Reader], Awaitable[Layout]], *, is_public: bool = False
) -> int:
    """Answer with a new message, for the person alone unless it is public; return its id."""
    promises.will_post(interaction, is_public=is_public)
    layout = await answer(reader_of(interaction, is_public=is_public))
    return await send(interaction, posted_with(layout), is_public=is_public)


async def complete(interaction: Interaction, message_id: int, layout: Layout, id_: str) -> None:
    """Redraw what was answered before, unless it shows something else by now: it has no button of this id."""
    if promises.late_id(interaction) == message_id:
        await _complete_late(interaction, message_id, layout, id_)
        return
    shown = await once(interaction.followup.fetch_message(message_id))
    if any(getattr(part, "custom_id", None) == id_ for part in parts_in(shown.components)):
        edit = redrawn_with(layout)
        await repeat(lambda: once(interaction.followup.edit_message(message_id, **edit)))


async def _complete_late(interaction: Interaction, message_id: int, layout: Layout, id_: str) -> None:
    client, channel_id = interaction.client, interaction.channel_id or 0
    if await is_posted(client, channel_id, message_id, f"{id_}:"):
        await edit(client, channel_id, message_id, layout)


def is_too_old(interaction: Interaction, seconds: float = _EDITABLE_SECONDS) -> bool:
    """Return whether the pressed message was posted too long ago, by itself to be redrawn in place."""
    posted = discord.utils.snowflake_time(pressed_message(interaction).id).timestamp()
    return interaction.client.context.now() - posted > seconds


async def edit(  # noqa: PLR0913 - what is edited, and how
    client: Client,
    channel_id: int,
    message_id: int,
    layout: Layout,
    doubt: Doubt | None = None,
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
            await once(message.edit(**redrawn_with(layout)), doubt)
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            try:
                await once(client.http.edit_channel(channel_id, archived=False))
            except discord.Forbidden:  # it is locked, which is what it is refused for
                raise error from None
            await once(message.edit(**redrawn_with(layout)), doubt)
            if is_quiet:
                with suppress(discord.Forbidden):  # it is somebody else's, and closes by itself
                    await once(client.http.edit_channel(channel_id, archived=True))


def pen_for(client: Client, channel_id: int) -> asyncio.Lock:
    """Return what is held while messages of a channel are redrawn, by one at a time."""
    return client.pens.setdefault(channel_id, asyncio.Lock())


async def post(client: Client, channel_id: int, message: Mapping[str, Any]) -> int:
    """Post a message with the bot's own token, and return its id."""
    async with asyncio.timeout(_POST_SECONDS):
        return (await client.get_partial_messageable(channel_id).send(**_with_files(message))).id


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


def find_file(interaction: Interaction, name: str) -> Kept | None:
    """Return a file that the pressed message shows, None if it shows none of this name."""
    galleries = (part for part in pressed_parts(interaction) if isinstance(part, MediaGalleryComponent))
    for item in chain.from_iterable(gallery.items for gallery in galleries):
        if item.media.attachment_id is not None and urlsplit(item.media.url).path.endswith(f"/{name}"):
            return Kept(item.media.attachment_id)
    return None


def pressed_parts(interaction: Interaction) -> Iterator[object]:
    """Yield every component of the message whose button was pressed, whatever it stands in."""
    return parts_in(pressed_message(interaction).components)


def parts_in(components: Iterable[object]) -> Iterator[object]:
    """Yield components, and those that stand in them."""
    for component in components:
        yield component
        if isinstance(component, discord.Container | discord.ActionRow):
            yield from parts_in(component.children)


def pressed_message(interaction: Interaction) -> discord.Message:
    """Return the message whose button was pressed."""
    if interaction.message is None:
        raise AssertionError("a press always comes from a message")
    return interaction.message
