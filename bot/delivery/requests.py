"""Turns Discord's interactions into requests, and sends their answers back."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import discord
from discord.components import MediaGalleryComponent

from bot.components.answers import (
    Answer,
    Board,
    Completion,
    DrawnMatch,
    DrawnTournament,
    Manner,
    OpenReview,
    Post,
    Request,
    Shown,
    Text,
    TournamentBoard,
    Update,
    Whisper,
)
from bot.components.parts import Kept, Layout
from bot.components.tournaments import draw_tournament
from bot.delivery import boards, messages, reviews, threads, tournaments
from bot.delivery.client import NO_PINGS, Interaction
from bot.delivery.messages import NETWORK_ERRORS, buttons_in, parts_in, pings_for
from bot.delivery.responder import Responder, language_of, public_language_of, responder_of
from bot.models import Asker, Place
from bot.models import OpenReview as LeftReview
from bot.services import review as service

Act: TypeAlias = Callable[[Request], Awaitable[Answer] | AsyncIterator[Answer]]

_log = logging.getLogger(__name__)


async def reply(interaction: Interaction, act: Act, *, is_public: bool = False) -> None:
    """Answer a command with the result of the request: for the person alone, or for everybody."""
    manner = Manner.PUBLIC if is_public else Manner.PRIVATE
    await answer(interaction, request_of(interaction), act, manner)


async def answer(interaction: Interaction, request: Request, act: Act, manner: Manner) -> None:
    """Answer a request as REDRAW, PRIVATE or PUBLIC, by all its answers, one after the other."""
    responder = responder_of(interaction)
    responder.manner = manner
    is_redrawn_for_all = manner is Manner.REDRAW and not request.pressed.is_private
    request = replace(request, is_public=manner is Manner.PUBLIC or is_redrawn_for_all)
    delivery = _Delivery(responder, request)
    acting = act(request)
    if not isinstance(acting, AsyncIterator):
        await delivery.deliver(await acting)
        return
    async with aclosing(acting) as answers:  # type: ignore[type-var] # it is a generator
        async for each in answers:
            await delivery.deliver(each)


def request_of(interaction: Interaction) -> Request:
    """Return the request that a command or a press makes."""
    data: Mapping[str, Any] = interaction.data or {}
    message = None if interaction.message is None else _shown_by(interaction.message)
    is_shown = message is not None and data.get("custom_id") in message.buttons
    may = interaction.permissions
    return Request(
        context=interaction.client.context,
        asker=Asker(interaction.user.id, place_of(interaction), is_shown, is_moderator=may.manage_messages),
        language=language_of(interaction),
        public_language=public_language_of(interaction),
        languages=interaction.client.languages,
        find_names=interaction.client.people.find_names,
        find_timeout=partial(_find_timeout, interaction),
        sent_at=interaction.created_at.timestamp(),
        hindrance=partial(threads.find_hindrance, interaction),
        message=message,
        values=tuple(map(str, data["values"])) if "values" in data else None,
        manages_server=may.manage_guild,
        can_post=is_member(interaction) and may_post(interaction),
        can_create_events=interaction.app_permissions.create_events,
    )


async def _find_timeout(interaction: Interaction, user_id: int) -> float | None:
    """Return when a person's timeout in the place of the interaction ends, None if Discord does not say."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return None
    with suppress(*NETWORK_ERRORS):
        return await interaction.client.people.find_timeout(interaction.guild_id, user_id)
    return None


def _shown_by(message: discord.Message) -> Shown:
    """Return the texts and buttons that a message shows, at any depth."""
    asked = message.interaction_metadata
    return Shown(
        id=message.id,
        posted_at=message.created_at.timestamp(),
        is_private=message.flags.ephemeral,
        asked_by_id=None if asked is None else asked.user.id,
        buttons=frozenset(buttons_in(message)),
        find_file=partial(_find_file, message),
    )


def _find_file(message: discord.Message, name: str) -> Kept | None:
    for part in parts_in(message.components):
        for item in part.items if isinstance(part, MediaGalleryComponent) else ():
            if item.media.attachment_id is not None and urlsplit(item.media.url).path.endswith(f"/{name}"):
                return Kept(item.media.attachment_id)
    return None


def place_of(interaction: Interaction) -> Place:
    """Return the place where a command is used or a button pressed."""
    if interaction.channel_id is None:
        raise AssertionError("commands are used and buttons pressed in a channel")
    parent_id = getattr(interaction.channel, "parent_id", None)
    return Place(interaction.guild_id, interaction.channel_id, parent_id)


def is_member(interaction: Interaction) -> bool:
    """Return whether the interaction comes from a server of which the bot is a member."""
    return interaction.guild_id is not None and interaction.is_guild_integration()


def may_post(interaction: Interaction) -> bool:
    """Return whether the bot may post messages with its own token in the interaction's channel."""
    may, is_thread = interaction.app_permissions, isinstance(interaction.channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if is_thread else may.send_messages)


class _Delivery:
    """The answers to one request; `message_id` is that of the first new message."""

    def __init__(self, responder: Responder, request: Request) -> None:
        self._responder, self._request = responder, request
        self._client = responder.interaction.client
        self._is_begun, self._message_id = False, 0
        self._left: LeftReview | None = None

    async def deliver(self, answer: Answer) -> None:
        """Send an answer to Discord: show a layout or a board, or do what is due besides."""
        is_first, self._is_begun = not self._is_begun, True
        match answer:
            case Layout():
                await self._show(answer, is_first=is_first)
            case Board():
                await boards.deliver(self._responder, self._request, answer)
            case Post():
                await self._post(answer)
            case Text():
                content = {"content": answer.content, "allowed_mentions": NO_PINGS}
                await self._send({**content, "embeds": answer.embeds} if answer.embeds else content)
            case TournamentBoard():
                await self._show_tournament(answer)
            case OpenReview():
                await self._show(answer.layout, is_first=is_first)
                await self._leave_open(answer.match_id)
            case _:
                await self._add(answer)

    async def _add(self, answer: Update | Completion | Whisper | DrawnMatch | DrawnTournament) -> None:
        match answer:
            case Update():
                await messages.attempt(self._responder.redraw(answer.layout))
            case Completion():
                await self._complete(answer)
            case Whisper():
                await self._responder.whisper(answer.content)
            case DrawnTournament():
                await tournaments.go_on(self._client, answer.tournament_id)
            case DrawnMatch():
                self._client.displays[answer.match_id].start()
                await messages.attempt(self._responder.acknowledge())

    async def _show(self, layout: Layout, *, is_first: bool = True) -> None:
        """Show a layout in the pressed message, or in the new one, which is sent first."""
        if is_first and self._responder.manner is not Manner.REDRAW:
            await self._send(messages.posted_with(layout))
        else:
            await self._responder.redraw(layout)

    async def _send(self, message: Mapping[str, Any]) -> int:
        is_public = self._responder.manner is Manner.PUBLIC
        self._message_id = await self._responder.send(message, is_public=is_public)
        return self._message_id

    async def _post(self, post: Post) -> None:
        try:
            posted_id = await self._send(messages.posted_with(post.layout, pings_for(*post.pings)))
        except NETWORK_ERRORS as error:
            if post.undone is not None and messages.is_final(error):  # else it may still be posted
                await post.undone()
            raise
        if post.noted is not None:
            await post.noted(posted_id)

    async def _leave_open(self, match_id: int) -> None:
        reader, message_id = self._request.reader, self._message_id
        self._left = reviews.describe(self._responder, reader, message_id, match_id)
        await service.leave_open(self._client.context, self._left)

    async def _complete(self, completion: Completion) -> None:
        """Complete a review; if that fails, upkeep tries once more."""
        try:
            await self._responder.complete(self._message_id, completion.layout, completion.button_id)
        except NETWORK_ERRORS as error:
            _log.info("A review could not be completed: %r", error)
            if not messages.is_final(error):
                return
        if self._left is not None:
            await service.close(self._client.context, self._left)

    async def _show_tournament(self, shown: TournamentBoard) -> None:
        """Show a tournament; its former message says so, and a new round posts its boards below."""
        language, tournament = self._request.public_language, shown.tournament
        await self._show(draw_tournament(language, tournament))
        is_new = self._responder.manner is not Manner.REDRAW
        message_id = self._message_id if is_new else self._request.pressed.id
        await tournaments.record_message(self._client, tournament, message_id)
        if is_new:
            await tournaments.leave(self._client, language, tournament, message_id)
