"""Answers that show a match: in its message or in a new one, then the bot's move after it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.components.answers import Manner
from bot.components.boards import draw_board, draw_old_board, draw_on
from bot.components.threads import tell
from bot.delivery import matches, messages
from bot.delivery.client import NO_PINGS
from bot.delivery.messages import NETWORK_ERRORS, pings_for
from bot.delivery.responder import pressed_message, public_language_of
from bot.models import CHANNEL
from bot.services import threads as service
from bot.services.play import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    import discord

    from bot.components.answers import Asked, Board, Request
    from bot.components.parts import Layout
    from bot.delivery.responder import Responder
    from bot.models import Hindrance, Match

_log = logging.getLogger(__name__)


async def deliver(responder: Responder, request: Request, board: Board) -> None:
    """Answer with a match's board, and show the bot's move in it once it is made."""
    if board.is_below:
        await _post_below(responder, board)
    elif responder.manner is Manner.REDRAW:
        await _redraw(responder, request, board)
    else:
        await _post(responder, board)


async def _post(responder: Responder, board: Board) -> None:
    """Answer with the board as a new message, the match's message from now on.

    If the board asks for it, it pings the player to move, or at the end the other one, but never the asker.
    """
    interaction, match = responder.interaction, board.progress.match
    told_id = _find_told(match, interaction.user.id)
    pings = pings_for(told_id) if board.pings_mover and told_id != interaction.user.id else NO_PINGS
    message = messages.posted_with(_draw(responder, match), pings)
    on_lost = interaction.client.displays.on_lost(match.id)
    message_id = await responder.send(message, on_lost=on_lost)
    await _move_on(responder, board.progress, message_id, responder.edit_answer)


async def _redraw(responder: Responder, request: Request, board: Board) -> None:
    """Answer a press on the match's board with its result: in place, or in a new message.

    A new message is posted if the board is too old, or if the other person must be told and may be away.
    A match that gets a thread needs none, as the thread is news enough.
    """
    is_look = board.asked is not None or board.mark is not None  # the press changed nothing
    progress, hindrance = (board.progress, None) if is_look else await _place(request, board.progress)
    is_news = not is_look and (board.is_moved or _is_news(request, progress.match))
    layout = _draw(responder, progress.match, board.asked, board.mark or 0)
    is_new = not progress.match.needs_thread and (is_news or request.is_too_old())
    try:
        await (_post_anew if is_new else _redraw_in_place)(responder, progress, layout)
    except NETWORK_ERRORS:
        if not await _draw_unanswered(responder, progress) or is_look:
            raise
        responder.told_id = request.pressed.id
    responder.interaction.client.displays.note_question(progress.match.id, is_asked=board.asked is not None)
    if hindrance is not None:
        await responder.whisper(tell(request, hindrance).content)


async def _place(request: Request, progress: Progress) -> tuple[Progress, Hindrance | None]:
    """Keep a match in its channel if it cannot get a thread; return the reason, too."""
    match = progress.match
    hindrance = request.hindrance() if match.needs_thread else None
    if hindrance is None:
        return progress, None
    moved = await service.move(request.context, match, match.place.without_thread())
    return Progress(moved, progress.reply), hindrance


def _draw(responder: Responder, match: Match, asked: Asked | None = None, mark: int = 0) -> Layout:
    told = responder.interaction.client.context.now.as_told(match)
    return draw_board(public_language_of(responder.interaction), told, asked, mark)


def _is_news(request: Request, match: Match) -> bool:
    """Return whether another person must be told of a move by a new message: an edit notifies no person."""
    is_told = _find_told(match, request.user_id) not in {None, request.user_id}
    return is_told and request.is_too_old(matches.NOTICED_SECONDS)


async def _post_anew(
    responder: Responder,
    progress: Progress,
    layout: Layout,
    pings: discord.AllowedMentions | None = None,
) -> None:
    pings = pings or pings_for(_find_told(progress.match, responder.interaction.user.id))
    posted = await responder.follow_up(messages.posted_with(layout, pings))

    async def edit(layout: Layout) -> object:
        return await posted.edit(**messages.redrawn_with(layout))

    await _move_on(responder, progress, posted.id, edit)


async def _post_below(responder: Responder, board: Board) -> None:
    """Post the match's board below the message that was answered, the match's message from now on.

    If Discord refuses, the board is redrawn in its old message.
    """
    layout = _draw(responder, board.progress.match)
    pings = pings_for(*board.pings) if board.pings else None
    try:
        await _post_anew(responder, board.progress, layout, pings)
    except NETWORK_ERRORS:
        if not await _draw_unanswered(responder, board.progress):
            raise
        responder.told_id = pressed_message(responder.interaction).id


async def _redraw_in_place(responder: Responder, progress: Progress, layout: Layout) -> None:
    interaction, match = responder.interaction, progress.match
    await responder.redraw(layout, interaction.client.displays.on_lost(match.id))
    await matches.note_drawn(interaction.client, match)
    await _draw_reply(responder, progress, pressed_message(interaction).id, responder.edit_answer)


async def _draw_unanswered(responder: Responder, progress: Progress) -> bool:
    """Draw a match and the bot's move with the bot's own token; return whether Discord has accepted it."""
    client = responder.interaction.client
    await messages.attempt(responder.acknowledge())
    is_drawn = await matches.draw_again(client, progress.match.id, is_given_up=True)
    if is_drawn and progress.reply is not None:  # else upkeep draws both
        await asyncio.shield(progress.reply)
        await matches.draw_again(client, progress.match.id)
    return is_drawn


async def _move_on(
    responder: Responder,
    progress: Progress,
    message_id: int,
    edit: Callable[[Layout], Coroutine[object, object, object]],
) -> None:
    """Make a new message the match's message, let the old one say so, and show the bot's move."""
    interaction = responder.interaction
    client, language = interaction.client, public_language_of(interaction)
    shown, outdated_id = await client.displays.note_posted(progress.match, message_id)
    await matches.note_drawn(client, progress.match.shown_in(message_id))
    drawing = [_draw_reply(responder, progress, message_id, edit)]
    if outdated_id is not None:
        drawing.append(_leave(responder, shown, outdated_id, draw_old_board(language, shown)))
    await asyncio.gather(*drawing)


async def _leave(responder: Responder, match: Match, message_id: int, old: Layout) -> None:
    """Redraw a match's former message, which says that the match goes on in another."""
    interaction = responder.interaction

    async def edit() -> None:
        if interaction.message is not None and interaction.message.id == message_id:
            await messages.once(responder.edit_answer(old))
        else:
            await messages.edit(interaction.client, match.place.channel_id, message_id, old)

    await messages.attempt(messages.repeat(edit))


async def _draw_reply(
    responder: Responder,
    progress: Progress,
    message_id: int,
    edit: Callable[[Layout], Coroutine[object, object, object]],
) -> None:
    """Show the bot's move in the match's message, once it is made."""
    if progress.reply is None:
        return
    after, drawn = await asyncio.shield(progress.reply), None  # the move is stored even if this is cancelled
    client = responder.interaction.client
    if progress.match.needs_thread:  # another message shows the match by now
        await matches.draw_again(client, after.id)
        return
    as_shown, as_told = client.context.storage.matches.as_shown, client.context.now.as_told
    on_lost = client.displays.on_lost(after.id)
    try:
        while drawn != (shown := as_shown(after)):  # another message may show it meanwhile
            layout = draw_on(public_language_of(responder.interaction), message_id, as_told(shown))
            await messages.once(edit(layout), on_lost)
            drawn = shown
    except NETWORK_ERRORS as error:
        _log.info("Maxine's move is drawn in another way: %r", error)
        await matches.draw_again(client, after.id)
    else:
        await matches.note_drawn(client, after.shown_in(message_id))


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
