"""Sends the answers of a press or a command to Discord, one after the other."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from bot import policy
from bot.components import parts
from bot.components.answers import (
    Act,
    Answer,
    AnyBoard,
    Asked,
    Board,
    Completion,
    DrawnMatch,
    DrawnTournament,
    IncompleteReview,
    Manner,
    NewBoard,
    Post,
    Request,
    SameBoard,
    Text,
    TournamentBoard,
    Update,
    Whisper,
)
from bot.components.boards import draw_board
from bot.components.parts import Layout, Sheet
from bot.components.threads import tell_hindrance
from bot.components.tournaments import draw_tournament
from bot.delivery import matches, messages, reviews, tournaments
from bot.delivery.client import NO_PINGS
from bot.delivery.keeping import keep_true
from bot.delivery.messages import NETWORK_ERRORS, pings_for
from bot.delivery.responder import Responder, pressed_message, public_language_of
from bot.delivery.tournaments import KeptTournament
from bot.errors import StorageError
from bot.models import CHANNEL, Hindrance, Match, OpenReview
from bot.services import places, replies
from bot.services import review as service

_log = logging.getLogger(__name__)


async def answer_request(responder: Responder, request: Request, act: Act, manner: Manner) -> None:
    """Answer a request as REDRAW, PRIVATE, PUBLIC or SHEET, by all its answers, one after the other."""
    responder.manner = manner
    is_redrawn_for_all = manner is Manner.REDRAW and not request.pressed.is_private
    request = replace(request, is_public=manner is Manner.PUBLIC or is_redrawn_for_all)
    delivery = _Delivery(responder, request)
    acting = act(request)
    if not isinstance(acting, AsyncIterator):
        await delivery.deliver_answer(await acting)
        return
    async with aclosing(acting) as answers:  # type: ignore[type-var] # it is a generator
        async for each in answers:
            await delivery.deliver_answer(each)


class _Delivery:
    """The answers to one request; `message_id` is that of the first new message."""

    def __init__(self, responder: Responder, request: Request) -> None:
        self._responder, self._request = responder, request
        self._client = responder.interaction.client
        self._is_begun, self._message_id = False, 0
        self._left: OpenReview | None = None

    async def deliver_answer(self, answer: Answer) -> None:
        """Send an answer to Discord: show a layout or a board, or do what else the answer asks for."""
        is_first, self._is_begun = not self._is_begun, True
        match answer:
            case Layout():
                await self._show_layout(answer, is_first=is_first)
            case Sheet():
                await self._responder.open_sheet(answer)
            case Board() | NewBoard() | SameBoard():
                await _deliver_board(self._responder, self._request, answer)
            case Post():
                await self._send_post(answer)
            case Text():
                content = {"content": answer.content, "allowed_mentions": NO_PINGS}
                await self._send_message({**content, "embeds": answer.embeds} if answer.embeds else content)
            case TournamentBoard():
                await self._show_tournament(answer)
            case IncompleteReview():
                await self._show_layout(answer.layout, is_first=is_first)
                await self._leave_open(answer.match_id)
            case _:
                await self._deliver_besides(answer)

    async def _deliver_besides(
        self, answer: Update | Completion | Whisper | DrawnMatch | DrawnTournament
    ) -> None:
        match answer:
            case Update():
                await messages.try_quietly(self._responder.redraw(answer.layout))
            case Completion():
                await self._complete_review(answer)
            case Whisper():
                await self._responder.whisper(answer.content)
            case DrawnTournament():
                await keep_true(KeptTournament, self._client, answer.tournament_id)
            case DrawnMatch():
                self._client.displays[answer.match_id].start_drawing()
                await messages.try_quietly(self._responder.acknowledge())

    async def _show_layout(self, layout: Layout, *, is_first: bool = True) -> None:
        """Show a layout in the pressed message, or in the new one, which is sent first."""
        if is_first and self._responder.manner is not Manner.REDRAW:
            await self._send_message(messages.posted_with(layout))
        else:
            await self._responder.redraw(layout)

    async def _send_message(self, message: Mapping[str, Any]) -> int:
        is_public = self._responder.manner is Manner.PUBLIC
        self._message_id = await self._responder.send(message, is_public=is_public)
        return self._message_id

    async def _send_post(self, post: Post) -> None:
        try:
            posted_id = await self._send_message(messages.posted_with(post.layout, pings_for(*post.pings)))
        except NETWORK_ERRORS as error:
            if post.undone is not None and messages.is_final(error):  # else it may still be posted
                await post.undone()
            raise
        if post.noted is not None:
            await post.noted(posted_id)
        if post.left is not None:
            (left_id, say), place = post.left, self._request.place
            old = Layout(say(place.link_to(posted_id)), accent=parts.OVER)
            await messages.try_quietly(messages.edit(self._client, place.channel_id, left_id, old))

    async def _leave_open(self, match_id: int) -> None:
        reader, message_id = self._request.reader, self._message_id
        self._left = reviews.describe_open_review(self._responder, reader, message_id, match_id)
        await service.leave_open(self._client.context, self._left)

    async def _complete_review(self, completion: Completion) -> None:
        """Complete a review; if that fails, upkeep tries once more."""
        try:
            await self._responder.complete(self._message_id, completion.layout, completion.button_id)
        except NETWORK_ERRORS as error:
            _log.info("A review could not be completed: %r", error)
            if not messages.is_final(error):
                return
        if self._left is not None:
            await service.close_review(self._client.context, self._left)

    async def _show_tournament(self, shown: TournamentBoard) -> None:
        """Show a tournament; its former message says so, and a new round posts its boards below."""
        language, tournament = self._request.public_language, shown.tournament
        await self._show_layout(draw_tournament(language, tournament))
        is_new = self._responder.manner is not Manner.REDRAW
        message_id = self._message_id if is_new else self._request.pressed.id
        await tournaments.record_message(self._client, tournament, message_id)
        if is_new:
            await tournaments.leave_message(self._client, language, tournament, message_id)


async def _deliver_board(responder: Responder, request: Request, board: AnyBoard) -> None:
    """Answer with a match's board; what follows on it is drawn by the display of the match.

    If Discord refuses the answer to a press, that draws the match, too.
    """
    displays = responder.interaction.client.displays
    is_pressed = responder.manner is Manner.REDRAW
    match, hindrance, reply = board.match, None, None
    if not isinstance(board, SameBoard):
        reply = replies.begin_reply(request.context, request.context.storage.matches.as_shown(match))
    if is_pressed and isinstance(board, Board):
        match, hindrance = await _settle_place(request, match)
    try:
        message_id = await _show_board(responder, request, board, match)
    except NETWORK_ERRORS:
        if isinstance(board, Board) and not is_pressed:
            raise
        await messages.try_quietly(responder.acknowledge())
        if not await displays[match.id].draw(is_given_up=True) or isinstance(board, SameBoard):
            raise
        responder.notice_id = pressed_message(responder.interaction).id
    else:
        await _adopt_message(responder, match, message_id, is_asking=_find_question(board) is not None)
    if hindrance is not None:
        await responder.whisper(tell_hindrance(request, hindrance).content)
    if reply is not None:
        await asyncio.shield(reply)  # the move is stored even if this is cancelled


def _find_question(board: AnyBoard) -> Asked | None:
    return board.asked if isinstance(board, SameBoard) else None


async def _settle_place(request: Request, match: Match) -> tuple[Match, Hindrance | None]:
    """Keep a match in its channel if it cannot get a thread; return the reason, too."""
    hindrance = request.hindrance() if match.needs_thread else None
    if hindrance is None:
        return match, None
    moved = await places.move_to(request.context, match, match.place.without_thread())
    return moved, hindrance


async def _show_board(responder: Responder, request: Request, board: AnyBoard, match: Match) -> int | None:
    """Show a match in the pressed message (None), or in a new one; return the id of that.

    A new one answers a command, follows an earlier answer, or replaces a board that is too old. It also comes
    if the other player must be told and may be away. A match that gets a thread needs none: the thread is
    news enough.
    """
    interaction, addressee_id = responder.interaction, _find_addressee(match, request.user_id)
    shown = interaction.client.context.now.with_discord_deadline(match)
    layout = draw_board(public_language_of(interaction), shown, _find_question(board))

    def on_lost() -> None:
        interaction.client.displays[match.id].record_lost_edit()

    if isinstance(board, NewBoard):
        pings = pings_for(*(board.pings or (addressee_id,)))
        return await responder.follow_up(messages.posted_with(layout, pings))
    is_other = addressee_id not in {None, request.user_id}
    if isinstance(board, Board) and responder.manner is not Manner.REDRAW:
        pings = pings_for(addressee_id if board.pings_mover and is_other else None)
        return await responder.send(messages.posted_with(layout, pings), on_lost=on_lost)
    is_unnoticed = isinstance(board, Board) and is_other  # an edit notifies no person
    is_late = request.is_too_old(policy.NOTICED_SECONDS) if is_unnoticed else request.is_too_old()
    if is_late and not match.needs_thread:
        return await responder.follow_up(messages.posted_with(layout, pings_for(addressee_id)))
    await responder.redraw(layout, on_lost)
    return None


async def _adopt_message(
    responder: Responder, match: Match, message_id: int | None, *, is_asking: bool
) -> None:
    """Make a new message, if there is one, the match's message, and let the old one say so."""
    client, language = responder.interaction.client, public_language_of(responder.interaction)
    if message_id is None:
        await client.displays[match.id].continue_from_answer(match, responder, is_asking=is_asking)
        return
    try:
        newest_id, outdated_id = await client.context.storage.matches.set_message(match.id, message_id)
    except StorageError:  # logged already; a press on it stores it, or the next drawing
        newest_id, outdated_id = message_id, match.message_id
    await asyncio.gather(
        client.displays[match.id].continue_from_answer(
            match.shown_in(message_id), responder, is_asking=is_asking
        ),
        matches.leave_message(client, match.shown_in(newest_id), outdated_id, language, responder),
    )


def _find_addressee(match: Match, doer_id: int | None) -> int | None:
    """Return who is to be told of what a player (`doer_id`) has done.

    It is the player who has to answer an offer, or to move, or at the end the other person.
    """
    if match.offer is not None:
        return match.players[1 - match.offer.seat].user_id
    if not match.is_over:
        return match.to_move.user_id or None
    return next(
        (player.user_id for player in match.players if player.user_id not in {None, CHANNEL, doer_id}), None
    )
