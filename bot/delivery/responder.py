"""Answers one interaction: in time, once, and by any means that Discord allows.

Discord waits three seconds for the first response. If there is none within one, the response is deferred, and
the answer is an edit of it or a follow-up.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord import app_commands, ui

from bot.components.answers import Manner
from bot.components.parts import Layout, Sheet
from bot.delivery import messages
from bot.delivery.client import NO_PINGS, Interaction
from bot.delivery.messages import NETWORK_ERRORS, OnLost, once, repeat
from bot.services import settings
from bot.words.language import Language

_T = TypeVar("_T")
_V = TypeVar("_V", int, str)

_log = logging.getLogger(__name__)

_RESPONDER = "responder"
_PATIENCE = 1.0  # seconds until a response is deferred
_LATEST = 3.0  # seconds until Discord stops waiting
_PAUSE = 0.1  # seconds until a response is repeated whose connection was cut
_HANDLED_MOST = 1_000  # interactions; Discord sends a copy within seconds
_SUGGESTED_MOST = 25  # Discord accepts no more
_RESPONDED_ALREADY = 40060  # Discord's code if it accepted a response, answered 500, and gets it again
_LATE = {10062, 10015}  # Discord's codes for a response that is too late, and for what follows none


class Responder:
    """The state of one interaction: how it is answered, until when, and what Discord may have accepted.

    `manner` is how the answer will be given, REDRAW, PRIVATE or PUBLIC, and `deferred_as` how it was
    deferred, None once the answer is there. `seconds` is how long it took until Discord had a first response,
    None while it has none. `notice_id` is the message that told the person when Discord accepted no response
    any more, None if there is none. `is_unheard` is whether Discord accepted no refusal either.
    """

    def __init__(self, interaction: Interaction) -> None:
        loop = asyncio.get_running_loop()
        pressed = interaction.message
        self.interaction = interaction
        self.manner = Manner.PRIVATE if pressed is None else Manner.REDRAW
        self.deferred_as: Manner | None = None
        self.seconds: float | None = None
        self.notice_id: int | None = None
        self.is_unheard = False
        self._task = asyncio.current_task()
        self._latest = loop.time() + _LATEST
        self._timer = loop.call_later(_PATIENCE, self._begin_to_defer)
        self._deferring: asyncio.Task[None] | None = None
        self._is_taken = False
        self._original_id = None if pressed is None else pressed.id
        self._followed: dict[int, discord.WebhookMessage] = {}

    def close(self) -> None:
        """Stop deferring, and release the interaction.

        It and its response refer to each other: they would stay in memory until the garbage collector runs,
        with the pressed message and all its buttons, and that run would delay every answer.
        """
        self._timer.cancel()
        if self._deferring is None or self._deferring.done():
            self.interaction.response._parent = None  # type: ignore[assignment] # noqa: SLF001 - a test fails if it is no longer there
            self._followed.clear()
            del self.interaction

    @property
    def can_speak(self) -> bool:
        """Whether the bot's own token can post there: not where only a person has installed the bot."""
        return self.interaction.guild_id is None or self.interaction.is_guild_integration()

    def _begin_to_defer(self) -> None:
        if self.interaction.type is discord.InteractionType.autocomplete and self._task is not None:
            self._task.cancel()  # suggestions cannot be deferred, so there are none
        if self.manner is Manner.SHEET:
            return
        self.deferred_as = self.manner
        self._deferring = asyncio.create_task(self._defer(self.manner))

    async def _defer(self, manner: Manner) -> None:
        response = self.interaction.response

        async def defer() -> object:
            if self.interaction.type is discord.InteractionType.autocomplete:
                await response.autocomplete([])
                return None
            if manner is Manner.REDRAW:
                return await response.defer()
            return await response.defer(ephemeral=manner is Manner.PRIVATE, thinking=True)

        try:
            await self.respond(defer)
        except discord.HTTPException as error:
            _log.info("A response could not be deferred: %r", error)
            self.deferred_as = None

    async def wait_until_deferred(self) -> Manner | None:
        """Return how the response was deferred, None if it was not; it will not be deferred any more."""
        self._timer.cancel()
        if self._deferring is not None:
            await self._deferring
        return self.deferred_as

    async def has_responded(self) -> bool:
        """Return whether there was a response, or may have been; the next is an edit or a follow-up."""
        await self.wait_until_deferred()
        return self.interaction.response.is_done() or self._is_taken

    async def respond(self, response: Callable[[], Awaitable[_T]]) -> _T | None:
        """Make the first response, again if the connection is cut; None if Discord has accepted one before.

        That may be this very one, if Discord has accepted it and failed, or a deferred one. None, too, if the
        result is unknown and Discord accepts no response any more: an edit tells whether it is there.
        """
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._latest):
                while loop.time() < self._latest:
                    try:
                        made = await response()
                    except discord.HTTPException as error:
                        if error.code != _RESPONDED_ALREADY:
                            raise
                        self.record_response()
                        break
                    except (aiohttp.ClientError, OSError):
                        await asyncio.sleep(_PAUSE)
                    else:
                        self.record_response()
                        return made
        self._is_taken = True
        return None

    def record_response(self) -> None:
        """Record that Discord has accepted a response, maybe before this was known."""
        if self.seconds is None:
            self.seconds = min(asyncio.get_running_loop().time() - self._latest + _LATEST, _LATEST)

    async def send(
        self, message: Mapping[str, Any], *, is_public: bool = True, on_lost: OnLost | None = None
    ) -> int:
        """Answer with a new message; return its id.

        If Discord waits no longer, a public message is posted all the same.
        """
        try:
            return await self._send_first(message, is_public=is_public, on_lost=on_lost)
        except discord.NotFound as error:
            if not (is_public and is_late(error) and self.can_speak):
                raise
        return await self.post_late(message)

    async def _send_first(
        self, message: Mapping[str, Any], *, is_public: bool, on_lost: OnLost | None
    ) -> int:
        async def send() -> discord.InteractionCallbackResponse[Any]:
            response = self.interaction.response
            return await response.send_message(**messages.with_files(message), ephemeral=not is_public)

        response = None if await self.has_responded() else await self.respond(send)
        if response is None:
            return await self._send_deferred(message, is_public=is_public, on_lost=on_lost)
        if response.message_id is None:
            raise AssertionError("Discord tells the id of every message it makes")
        self._original_id = response.message_id
        return response.message_id

    async def _send_deferred(
        self, message: Mapping[str, Any], *, is_public: bool, on_lost: OnLost | None
    ) -> int:
        """Put a message in the place of what Discord has accepted: a deferred response, or itself."""
        deferred = await self.wait_until_deferred()
        if deferred in (None, Manner.PUBLIC if is_public else Manner.PRIVATE):
            edit = self.interaction.edit_original_response
            posted = await repeat(lambda: once(edit(**messages.with_files(message, "attachments")), on_lost))
            self.record_response()
            self.deferred_as = None  # it is there: a later failure must not delete it
            self._original_id = posted.id
            return posted.id
        if deferred is not Manner.REDRAW:
            await self.delete_deferred()
        return await self._follow_up(message, is_public=is_public)

    async def post_late(self, message: Mapping[str, Any]) -> int:
        """Post a message where Discord accepts no response any more; return its id."""
        posted_id = await messages.post(self.interaction.client, self.interaction.channel_id or 0, message)
        self.notice_id = posted_id
        return posted_id

    async def delete_deferred(self) -> None:
        """Delete a deferred response; if that fails, or is done already, what follows is said anyway."""
        try:
            await repeat(lambda: once(self.interaction.delete_original_response()))
        except NETWORK_ERRORS as failure:
            _log.info("A deferred response could not be deleted: %r", failure)

    async def open_sheet(self, sheet: Sheet) -> None:
        """Answer with a sheet, which must come first; TimeoutError if Discord has not accepted it."""
        if not await self.has_responded():
            await self.respond(lambda: self.interaction.response.send_modal(cast("ui.Modal", sheet)))
        if self.deferred_as is not None or self.seconds is None:
            raise TimeoutError("a sheet was not the first response, or it came too late")

    async def redraw(self, layout: Layout, on_lost: OnLost | None = None) -> None:
        """Answer a press by redrawing its message, or draw the answer anew.

        If Discord waits no longer, a public message is redrawn all the same.
        """
        try:
            if self.notice_id is None:
                await self._redraw(layout, on_lost)
                return
        except discord.NotFound as error:
            message = self.interaction.message
            is_public = message is not None and not message.flags.ephemeral
            if not (is_late(error) and is_public and self.can_speak):
                raise
        await self._redraw_late(layout, on_lost)

    async def _redraw(self, layout: Layout, on_lost: OnLost | None) -> None:
        async def edit() -> object:
            return await self.interaction.response.edit_message(**messages.redrawn_with(layout))

        if await self.has_responded() or await self.respond(edit) is None:
            await repeat(lambda: once(self._edit_original(layout), on_lost))

    async def _edit_original(self, layout: Layout) -> object:
        edited = await self.interaction.edit_original_response(**messages.redrawn_with(layout))
        self.record_response()  # Discord edits only what it has accepted
        return edited

    def can_edit(self, message_id: int) -> bool:
        """Return whether `edit` can redraw a message: the pressed one, the answer, or what followed it."""
        return self.notice_id is None and (message_id == self._original_id or message_id in self._followed)

    async def edit(self, message_id: int, layout: Layout) -> object:
        """Redraw a message by the interaction, once it was answered."""
        if message_id == self._original_id:
            return await self._edit_original(layout)
        return await self._followed[message_id].edit(**messages.redrawn_with(layout))

    async def _redraw_late(self, layout: Layout, on_lost: OnLost | None) -> None:
        interaction = self.interaction
        message_id = self.notice_id or pressed_message(interaction).id
        channel_id = interaction.channel_id or 0
        await repeat(lambda: messages.edit(interaction.client, channel_id, message_id, layout, on_lost))
        self.notice_id = message_id

    async def acknowledge(self) -> None:
        """Answer a press without a visible change, if Discord has not accepted a response already."""
        if not await self.has_responded():
            await self.respond(self.interaction.response.defer)

    async def follow_up(self, message: Mapping[str, Any]) -> int:
        """Answer a press with a new message for everybody, and leave the pressed one to be edited.

        Returns:
            The id of the new message.
        """
        await self.acknowledge()
        return await self._follow_up(message, is_public=True)

    async def _follow_up(self, message: Mapping[str, Any], *, is_public: bool) -> int:
        async with asyncio.timeout(messages.POST_SECONDS):
            send = self.interaction.followup.send
            posted = await send(**messages.with_files(message), ephemeral=not is_public, wait=True)
        self.record_response()
        self._followed[posted.id] = posted
        return posted.id

    async def whisper(self, sentence: str) -> None:
        """Say a sentence privately, beside the answer; rather twice than never."""
        send = self.interaction.followup.send
        await repeat(lambda: once(send(sentence, ephemeral=True, allowed_mentions=NO_PINGS)))
        self.record_response()

    async def complete(self, message_id: int, layout: Layout, id_: str) -> None:
        """Redraw the answer, unless it has been replaced: then it has no button with this id."""
        interaction = self.interaction
        if self.notice_id == message_id:
            channel_id = interaction.channel_id or 0
            if await messages.is_posted(interaction.client, channel_id, message_id, (f"{id_}:",)):
                await messages.edit(interaction.client, channel_id, message_id, layout)
            return
        shown = await once(interaction.followup.fetch_message(message_id))
        if any(getattr(part, "custom_id", None) == id_ for part in messages.parts_in(shown.components)):
            edit = messages.redrawn_with(layout)
            await repeat(lambda: once(interaction.followup.edit_message(message_id, **edit)))


def make_responder(interaction: Interaction) -> Responder | None:
    """Begin to answer an interaction; None if this is a copy of an earlier one."""
    handled = interaction.client.handled
    if interaction.id in handled:
        return None
    handled[interaction.id] = None
    if len(handled) > _HANDLED_MOST:
        del handled[next(iter(handled))]
    responder = interaction.extras[_RESPONDER] = Responder(interaction)
    return responder


def responder_of(interaction: Interaction) -> Responder:
    """Return the responder of an interaction that was begun."""
    responder: Responder = interaction.extras[_RESPONDER]
    return responder


def is_late(error: Exception) -> bool:
    """Return whether Discord got no response in time, so that it accepts none any more."""
    return isinstance(error, discord.NotFound) and error.code in _LATE


def pressed_message(interaction: Interaction) -> discord.Message:
    """Return the message whose button was pressed."""
    if interaction.message is None:
        raise AssertionError("a press always comes from a message")
    return interaction.message


def language_of(interaction: Interaction) -> Language:
    """Return the person's language, as Discord reports it."""
    return interaction.client.languages.spoken_in(interaction.locale.value)


def public_language_of(interaction: Interaction) -> Language:
    """Return the language of the server, for what everybody in a channel reads; elsewhere the person's.

    It is the one that the server's managers have chosen, else the one that Discord reports.
    """
    chosen = settings.get_cached(interaction.client.context, interaction.guild_id).language
    locale = interaction.guild_locale or interaction.locale
    return interaction.client.languages.spoken_in(chosen or locale.value)


async def suggest(
    interaction: Interaction, choices: list[app_commands.Choice[_V]]
) -> list[app_commands.Choice[_V]]:
    """Answer with suggestions, and return them; discord.py would log lost ones as a bug."""
    responder, is_given = responder_of(interaction), None

    async def answer() -> bool:
        await interaction.response.autocomplete(choices[:_SUGGESTED_MOST])
        return True

    try:
        if not await responder.has_responded():
            is_given = await responder.respond(answer)
    except discord.HTTPException as error:
        _log.info("Suggestions could not be delivered: %r", error)
    if not is_given:
        raise asyncio.CancelledError  # or discord.py would try once more
    return choices
