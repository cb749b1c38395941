"""Brings answers to Discord, each in its manner."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.components.answers import (
    Board,
    Completion,
    DrawnMatch,
    DrawnTournament,
    Manner,
    Post,
    Text,
    TournamentBoard,
    Update,
    Whisper,
)
from bot.components.parts import Layout
from bot.components.tournaments import draw_tournament
from bot.delivery import boards, matches, messages, tournaments
from bot.delivery.client import NO_PINGS
from bot.delivery.messages import NETWORK_ERRORS, pings_for
from bot.delivery.requests import request_of
from bot.delivery.responder import responder_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.components.answers import Answer, Request
    from bot.delivery.client import Interaction
    from bot.delivery.responder import Responder

    Act: TypeAlias = Callable[[Request], Awaitable[Answer] | AsyncIterator[Answer]]

_log = logging.getLogger(__name__)


async def reply(interaction: Interaction, act: Act, *, is_public: bool = False) -> None:
    """Answer a command with what comes of the request: for the person alone, or for everybody."""
    manner = Manner.PUBLIC if is_public else Manner.PRIVATE
    await answer(interaction, request_of(interaction), act, manner)


async def answer(interaction: Interaction, request: Request, act: Act, manner: Manner) -> None:
    """Answer a request as REDRAW, PRIVATE or PUBLIC, by all that comes of it, one after the other."""
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


class _Delivery:
    """The answers to one request; `message_id` is that of the first new message."""

    def __init__(self, responder: Responder, request: Request) -> None:
        self._responder, self._request = responder, request
        self._client = responder.interaction.client
        self._is_begun, self._message_id = False, 0

    async def deliver(self, answer: Answer) -> None:
        """Bring an answer to Discord: what shows something, or else what is done besides."""
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
                await matches.draw_again(self._client, answer.match_id)

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
            if post.undone is not None and messages.is_final(error):  # else it may be posted yet
                await post.undone()
            raise
        if post.noted is not None:
            await post.noted(posted_id)

    async def _complete(self, completion: Completion) -> None:
        try:
            await self._responder.complete(self._message_id, completion.layout, completion.button_id)
        except NETWORK_ERRORS as error:
            _log.info("An answer could not be completed: %r", error)

    async def _show_tournament(self, shown: TournamentBoard) -> None:
        """Show a tournament; the message before says so, and a round that begins posts its boards below."""
        language, tournament = self._request.public_language, shown.tournament
        await self._show(draw_tournament(language, tournament))
        is_new = self._responder.manner is not Manner.REDRAW
        message_id = self._message_id if is_new else self._request.pressed.id
        await tournaments.note(self._client, tournament, message_id)
        if is_new:
            await tournaments.leave(self._client, language, tournament, message_id)
