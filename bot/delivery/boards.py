"""Answers that show a match: in its message or in a new one."""

import asyncio

from bot.components.answers import Board, Manner, Request
from bot.components.boards import draw_board
from bot.components.threads import tell
from bot.delivery import matches, messages
from bot.delivery.messages import NETWORK_ERRORS, pings_for
from bot.delivery.responder import Responder, pressed_message, public_language_of
from bot.errors import StorageError
from bot.models import CHANNEL, Hindrance, Match
from bot.services import threads as service
from bot.services.play import Progress


async def deliver(responder: Responder, request: Request, board: Board) -> None:
    """Answer with a match's board; what follows on it is drawn by the display of the match.

    If Discord refuses the answer to a press, that draws the match, too.
    """
    displays = responder.interaction.client.displays
    is_look = board.asked is not None or board.mark is not None  # the press changed nothing
    is_redrawn = responder.manner is Manner.REDRAW and not board.is_below
    progress, hindrance = board.progress, None
    if is_redrawn and not is_look:
        progress, hindrance = await _place(request, progress)
    match = progress.match
    try:
        message_id = await _answer(responder, request, board, match, is_look=is_look)
    except NETWORK_ERRORS:
        if not (is_redrawn or board.is_below):
            raise
        await messages.attempt(responder.acknowledge())
        if not await displays[match.id].draw(is_given_up=True) or is_look:
            raise
        responder.told_id = pressed_message(responder.interaction).id
    else:
        await _go_on(responder, match, message_id, is_asking=board.asked is not None)
    if hindrance is not None:
        await responder.whisper(tell(request, hindrance).content)
    if progress.reply is not None:
        await asyncio.shield(progress.reply)  # the move is stored even if this is cancelled


async def _place(request: Request, progress: Progress) -> tuple[Progress, Hindrance | None]:
    """Keep a match in its channel if it cannot get a thread; return the reason, too."""
    match = progress.match
    hindrance = request.hindrance() if match.needs_thread else None
    if hindrance is None:
        return progress, None
    moved = await service.move(request.context, match, match.place.without_thread())
    return Progress(moved, progress.reply), hindrance


async def _answer(
    responder: Responder, request: Request, board: Board, match: Match, *, is_look: bool
) -> int | None:
    """Show a match in the pressed message (None), or in a new one; return the id of that.

    A new one answers a command, follows an earlier answer, or takes the place of a board that is too old, or
    if the other person must be told and may be away. A match that gets a thread needs none, as the thread is
    news enough.
    """
    interaction, told_id = responder.interaction, _find_told(match, request.user_id)
    told = interaction.client.context.now.as_told(match)
    layout = draw_board(public_language_of(interaction), told, board.asked, board.mark or 0)
    on_lost = interaction.client.displays.on_lost(match.id)
    if responder.manner is not Manner.REDRAW and not board.is_below:
        pings = pings_for(told_id if board.pings_mover and told_id != request.user_id else None)
        return await responder.send(messages.posted_with(layout, pings), on_lost=on_lost)
    is_other = told_id not in {None, request.user_id}  # an edit notifies no person
    is_news = not is_look and (board.is_moved or (is_other and request.is_too_old(matches.NOTICED_SECONDS)))
    is_new = not match.needs_thread and (is_news or request.is_too_old())
    if board.is_below or is_new:
        pings = pings_for(*(board.pings or (told_id,)))
        return await responder.follow_up(messages.posted_with(layout, pings))
    await responder.redraw(layout, on_lost)
    return None


async def _go_on(responder: Responder, match: Match, message_id: int | None, *, is_asking: bool) -> None:
    """Make a new message, if there is one, the match's message, and let the old one say so."""
    client, language = responder.interaction.client, public_language_of(responder.interaction)
    if message_id is None:
        await client.displays[match.id].go_on(match, responder, is_asking=is_asking)
        return
    try:
        newest_id, outdated_id = await client.context.storage.matches.show(match.id, message_id)
    except StorageError:  # logged already; a press on it stores it, or the next drawing
        newest_id, outdated_id = message_id, match.message_id
    await asyncio.gather(
        client.displays[match.id].go_on(match.shown_in(message_id), responder, is_asking=is_asking),
        matches.leave(client, match.shown_in(newest_id), outdated_id, language, responder),
    )


def _find_told(match: Match, doer_id: int | None) -> int | None:
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
