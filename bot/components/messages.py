"""How layouts become messages: posted, redrawn, and promised where they take longer than a moment."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import discord
from discord.components import MediaGalleryComponent

from bot.components.answers import NETWORK_ERRORS, NO_PINGS, PROMISED_TO_ALL, give, is_answered, reader_of
from bot.components.parts import Kept

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

    from bot.components.answers import Client, Interaction
    from bot.components.parts import Layout
    from bot.words.language import Reader

_T = TypeVar("_T")

_log = logging.getLogger(__name__)

_PATIENCE = 1.0  # seconds; Discord waits no longer than three
_EDITABLE_SECONDS = 50 * 60.0  # Discord limits edits of messages older than an hour


async def promise_post(interaction: Interaction, work: Awaitable[_T], *, is_public: bool = True) -> _T:
    """Return what is to be posted as a new message; if it takes longer than a second, promise that first."""

    async def promise() -> None:
        await give(interaction, interaction.response.defer(ephemeral=not is_public, thinking=True))
        interaction.extras[PROMISED_TO_ALL] = is_public

    return await _in_time(work, promise)


async def promise_redraw(interaction: Interaction, work: Awaitable[_T]) -> _T:
    """Return with what the pressed message is to be redrawn, likewise."""
    return await _in_time(work, lambda: give(interaction, interaction.response.defer()))


async def _in_time(work: Awaitable[_T], promise: Callable[[], Awaitable[object]]) -> _T:
    loop = asyncio.get_running_loop()
    promises: list[asyncio.Future[object]] = []
    timer = loop.call_later(_PATIENCE, lambda: promises.append(asyncio.ensure_future(promise())))
    try:
        return await work
    finally:
        timer.cancel()
        if promises:
            await asyncio.gather(*promises)


async def send(interaction: Interaction, message: Mapping[str, Any], *, is_public: bool = True) -> int:
    """Answer with a new message, or fulfil the promise of one; return its id."""
    if is_answered(interaction):
        fields = {"attachments" if name == "files" else name: value for name, value in message.items()}
        posted = await interaction.edit_original_response(**fields)
        interaction.extras[PROMISED_TO_ALL] = False  # it is kept: what fails later is no reason to delete it
        return posted.id
    sending = interaction.response.send_message(**message, ephemeral=not is_public)
    response = await give(interaction, sending)
    if response is None:
        return (await interaction.original_response()).id
    if response.message_id is None:
        raise AssertionError("Discord tells the id of every message it makes")
    return response.message_id


async def redraw(interaction: Interaction, layout: Layout) -> None:
    """Answer a press by redrawing its message, or fulfil the promise to do so."""
    if is_answered(interaction):
        await interaction.edit_original_response(**redrawn_with(layout))
    else:
        await give(interaction, interaction.response.edit_message(**redrawn_with(layout)))


async def post_answer(
    interaction: Interaction, answer: Callable[[Reader], Awaitable[Layout]], *, is_public: bool = False
) -> None:
    """Answer with a new message, for the person alone unless it is public."""
    reader = reader_of(interaction, is_public=is_public)
    layout = await promise_post(interaction, answer(reader), is_public=is_public)
    await send(interaction, posted_with(layout), is_public=is_public)


async def redraw_answer(
    interaction: Interaction, answer: Callable[[Reader], Awaitable[Layout]], *, can_be_public: bool = False
) -> None:
    """Answer a press by redrawing its message.

    It must be one that `is_redrawable`; if not, the answer is a new message for them alone.
    """
    is_private = _is_private(interaction)
    if is_redrawable(interaction, can_be_public=can_be_public):
        reader = reader_of(interaction, is_public=not is_private)
        await redraw(interaction, await promise_redraw(interaction, answer(reader)))
    else:
        await post_answer(interaction, answer)


def is_redrawable(interaction: Interaction, *, can_be_public: bool) -> bool:
    """Return whether an answer to a press may take the place of what the pressed message shows.

    It must be a message for the person alone, or if it `can_be_public` one that they asked for.
    """
    return _is_private(interaction) or (can_be_public and _is_own(interaction))


def _is_private(interaction: Interaction) -> bool:
    return pressed_message(interaction).flags.ephemeral


def _is_own(interaction: Interaction) -> bool:
    """Return whether the pressed message answers the person who pressed."""
    asked = pressed_message(interaction).interaction_metadata
    return asked is not None and asked.user == interaction.user


def is_too_old(interaction: Interaction) -> bool:
    """Return whether the pressed message is too old to be redrawn in place."""
    posted = discord.utils.snowflake_time(pressed_message(interaction).id).timestamp()
    return interaction.client.context.now() - posted > _EDITABLE_SECONDS


async def edit(client: Client, channel_id: int, message_id: int, layout: Layout) -> None:
    """Redraw a message that nobody has pressed, if that is possible."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    await attempt(message.edit(**redrawn_with(layout)))


async def attempt(redrawing: Awaitable[object]) -> None:
    """Redraw an old message if possible; where it is not, its buttons still say what is wrong."""
    try:
        await redrawing
    except NETWORK_ERRORS as error:
        _log.info("An old message could not be redrawn: %s", error)


def posted_with(layout: Layout, pings: discord.AllowedMentions = NO_PINGS) -> dict[str, Any]:
    """Return what a new message is posted with."""
    return {"view": layout, "files": layout.files, "allowed_mentions": pings}


def redrawn_with(layout: Layout) -> dict[str, Any]:
    """Return what a message is redrawn with; the pictures of how it looked before go."""
    return {"view": layout, "attachments": layout.files, "allowed_mentions": NO_PINGS}


def find_file(interaction: Interaction, name: str) -> Kept | None:
    """Return a file that the pressed message shows, None if it shows none of this name."""
    for item in _items_in(pressed_message(interaction).components):
        if item.media.attachment_id is not None and urlsplit(item.media.url).path.endswith(f"/{name}"):
            return Kept(item.media.attachment_id)
    return None


def _items_in(components: Iterable[object]) -> Iterator[discord.MediaGalleryItem]:
    for component in components:
        if isinstance(component, discord.Container):
            yield from _items_in(component.children)
        elif isinstance(component, MediaGalleryComponent):
            yield from component.items


def pressed_message(interaction: Interaction) -> discord.Message:
    """Return the message whose button was pressed."""
    if interaction.message is None:
        raise AssertionError("a press always comes from a message")
    return interaction.message
