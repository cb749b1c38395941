"""Draws the boards of matches with the bot's own token, where no answer does it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.components import parts
from bot.components.answers import EDITABLE_SECONDS
from bot.components.boards import draw_board, draw_old_board, id_prefixes
from bot.components.parts import Layout
from bot.delivery import messages, threads
from bot.delivery.messages import NETWORK_ERRORS, pings_for
from bot.errors import StorageError
from bot.services import deadlines, find, play, upkeep
from bot.services import threads as service
from bot.words import matches
from bot.words.deadlines import format_resumption

if TYPE_CHECKING:
    from bot.delivery.client import Client
    from bot.models import Invitation, Match
    from bot.services import Context
    from bot.words.language import Language

_log = logging.getLogger(__name__)

_ANSWERED_SECONDS = 15.0  # after a match was touched, its answer has arrived or was given up
_UNKNOWN_MESSAGE = 10008  # Discord's code for a message that is gone

NOTICED_SECONDS = 60.0
"""For so long after a board was posted the player who waits for the other counts as looking at it."""


async def note_drawn(client: Client, match: Match) -> None:
    """Note that Discord has accepted a drawing; if the match was changed since, draw it once more.

    A match that needs a thread gets it now, and its end in a thread is drawn in the channel, too; where that
    fails, upkeep does both again.
    """
    try:
        await _draw_end(client, match)
        await _resume(client, match)
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("It could not be told that match %d is over, or goes on: %r", match.id, error)
        return
    if match.needs_thread or not client.displays.note_shown(match):
        await draw_again(client, match.id, is_given_up=match.needs_thread)


async def draw_again(client: Client, match_id: int, *, is_given_up: bool = False) -> bool:
    """Draw a match in its message with the bot's own token, again whenever it was changed meanwhile.

    So the last drawing is the newest, whatever other edits were on their way. A running match gets a new
    message if its own is lost, or if a player must still be told that it is their turn; but an answer that
    may still come has precedence, unless it `is_given_up`. A match that needs a thread gets it first, once
    there is a message to create it from. Returns whether Discord has accepted the drawing. Upkeep tries
    again where that is unknown, where the thread is locked, or where the clock of the match stops because
    the bot may not see the channel or it is gone; any other final refusal is accepted.
    """
    context, drawn, begun_at = client.context, None, asyncio.get_running_loop().time()
    refusal: Exception | None = None
    try:
        while (match := await _find(client, match_id)) != drawn:
            language = await find_language(client, match)
            if match.needs_thread and language is None:
                await service.move(context, match, match.place.without_thread())
                continue
            if language is None:
                break
            if match.needs_thread and match.message_id is not None:
                await threads.begin(client, match, language)
                is_given_up = True  # no answer shows it there
                continue
            is_untold = _is_untold(match)
            is_owed = not match.is_over and (match.message_id is None or is_untold)
            if is_owed and not is_given_up and _is_answer_due(context, match):
                return False
            await _draw_end(client, match)
            client.displays.note_turn(match)
            shown = await _draw(client, match, language, is_untold=is_untold)
            client.displays.note_turn(match)
            drawn = None if match.needs_thread else shown
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("The board of match %d could not be drawn again: %r", match_id, error)
        if not messages.is_final(error):
            return False
        refusal = error
    if drawn != match and not await _accept(client, match, refusal):
        return False
    client.displays.note_redrawn(match, begun_at)
    is_shown = drawn == match and not (match.is_over and match.message_id is None)
    await (_resume if is_shown else _tell_if_lost)(client, match)
    return drawn == match


async def _find(client: Client, match_id: int) -> Match:
    """Return a match as it is when it may be drawn.

    That of a whole channel is not drawn soon after the last time, nor while the bot thinks.
    """
    await client.displays.take_turn(match_id)
    match = await find.match_by_id(client.context, match_id)
    reply = client.context.replies.get(match_id)
    if match.together is None or reply is None:
        return match
    await asyncio.wait([reply])
    return await find.match_by_id(client.context, match_id)


async def find_language(client: Client, shown: Match | Invitation) -> Language | None:
    """Return the language in which the bot draws a match or an invitation, None if it cannot draw it.

    It can in a direct message or as a member of the server.
    """
    guild_id = shown.place.guild_id
    return client.languages.default if guild_id is None else await client.servers.find_language(guild_id)


async def _accept(client: Client, match: Match, refusal: Exception | None) -> bool:
    """Accept a refusal as final; False if the channel is closed to the bot but may open again.

    The clock of the match stops there. `refusal` is Discord's error, None where the bot is no member.
    """
    guild_id = match.place.guild_id
    if refusal is None:
        is_closed = guild_id is not None and not client.servers.is_guest(guild_id)
    else:
        is_closed = guild_id is not None and messages.is_closed(refusal)
    if is_closed and await deadlines.stop(client.context, match):
        client.displays.shown.pop(match.id, None)  # its message does not show this state
        return False
    is_young = client.context.now() - match.touched_at < upkeep.UNTOUCHED
    return refusal is None or not messages.is_locked(refusal) or not is_young


async def _tell_if_lost(client: Client, match: Match) -> None:
    """Tell the players by direct message that their match ended because it could not be shown.

    Once the match is not drawn any more, and only those who accept direct messages.
    """
    could_be_shown = match.pace is None and match.message_id is not None
    is_lost = match.ending is not None and match.ending.manner == "abandonment" and not could_be_shown
    if not is_lost or match.id in client.displays.uncertain:
        return
    language = client.languages.default
    said = f"{matches.heading(language, match)}\n{matches.format_end(language, match)}"
    message = messages.posted_with(Layout(parts.text(said), accent=parts.OVER))
    for player in match.players:
        if player.user_id is not None and player.user_id > 0:  # else all about them was removed
            await messages.attempt(messages.post_directly(client, player.user_id, message))


async def _resume(client: Client, match: Match) -> None:
    """Restart the stopped clock of a match, as its board is shown again, and say so."""
    if not match.is_stopped:
        return
    resumed = await deadlines.resume(client.context, match.id)
    client.displays.note_lost_edit(match.id)  # so that it is drawn with its deadline, or this is tried again
    language = None if resumed is None else await find_language(client, resumed)
    if resumed is not None and language is not None:
        said = format_resumption(language, client.context.now.as_told(resumed))
        message = messages.posted_with(
            Layout(parts.text(said), accent=parts.ASKING), pings_for(resumed.to_move.user_id)
        )
        await messages.attempt(messages.post(client, resumed.place.channel_id, message))


def _is_answer_due(context: Context, match: Match) -> bool:
    """Return whether the answer to the last command or press may still come, and show the match.

    Those from before this process began are not answered any more, unless another process may do it.
    """
    since = context.now() - _ANSWERED_SECONDS
    if not context.storage.leases.is_shared:
        since = max(since, context.now.begun_at)
    return match.touched_at > since


def _is_untold(match: Match) -> bool:
    """Return whether a player was not told yet that the other has moved, or why the match has ended.

    Edits are noticed for a minute; in an older message the change must be posted as a new one.
    """
    if match.message_id is None:
        return False
    if match.ending is not None and match.ending.manner == "stop":
        is_news = True
    elif match.together is not None:  # these players are not pinged
        return match.touched_at - messages.posted_at(match.message_id) > EDITABLE_SECONDS
    elif match.level is not None:
        is_news = False
    elif match.ending is not None:
        is_news = match.ending.manner == "time"
    else:
        is_news = bool(match.ply) and match.state_at(match.ply - 1).to_move != match.state.to_move
    return is_news and match.touched_at - messages.posted_at(match.message_id) > NOTICED_SECONDS


async def _draw(client: Client, match: Match, language: Language, *, is_untold: bool) -> Match | None:
    """Draw a match in its message, or else a new one; return what `_show_anew` does, or else the match."""
    if is_untold:
        with suppress(discord.Forbidden):  # the bot may still be allowed to edit the old message
            return await _show_anew(client, match, language)
    is_redrawn = await _redraw_message(client, match, language)
    return match if is_redrawn else await _show_anew(client, match, language)


async def _draw_end(client: Client, match: Match) -> None:
    """Draw the end of a match in the message that its thread begins from, for the readers of the channel."""
    if not match.is_over or not match.place.is_thread:
        return
    language = await find_language(client, match)
    if language is not None:
        await threads.draw_end(client, match, language, client.displays.on_lost(match.id))


async def _redraw_message(client: Client, match: Match, language: Language) -> bool:
    """Draw a match in its message; False if the match is running and has no message, or it is gone."""
    if match.message_id is None:
        return match.is_over
    on_lost, channel_id = client.displays.on_lost(match.id), match.place.channel_id
    board = draw_board(language, client.context.now.as_told(match))
    try:
        await messages.edit(client, channel_id, match.message_id, board, on_lost, is_quiet=match.is_over)
    except discord.NotFound as error:
        if match.is_over or error.code != _UNKNOWN_MESSAGE:
            raise
        return False
    return True


async def _show_anew(client: Client, match: Match, language: Language) -> Match | None:
    """Post the board of a match in a new message; return the match as shown then.

    None if the message was posted before without being stored; so it may show an older state.
    """
    channel_id, prefixes = match.place.channel_id, id_prefixes(match)
    async with messages.channel_lock(client, channel_id):
        found_id = await messages.find_posted(client, channel_id, match.message_id or 0, prefixes)
        board = draw_board(language, client.context.now.as_told(match))
        message = messages.posted_with(board, pings_for(*_find_pinged(match)))
        posted_id = found_id or await messages.post(client, channel_id, message)
        shown_id, outdated_id = await client.context.storage.matches.show(match.id, posted_id)
        shown = match.shown_in(shown_id)
    if outdated_id is not None:
        old = draw_old_board(language, shown)
        await messages.attempt(messages.edit(client, channel_id, outdated_id, old))
    return None if found_id else shown


def _find_pinged(match: Match) -> list[int | None]:
    """Return whom a new board pings: the first one in a thread pings all players, who thereby join it.

    The end by a moderator pings all of them, too.
    """
    if match.needs_thread:
        return []
    is_first = match.message_id is None and match.place.parent_id is not None
    if is_first or (match.ending is not None and match.ending.manner == "stop"):
        return [player.user_id for player in match.players]
    return [(match.winner or match.to_move).user_id or match.person_id]


async def catch_up(client: Client, match_id: int) -> bool:
    """Let the bot make its due reply, and draw the match; return whether both were done."""
    progress = play.follow(client.context, await find.match_by_id(client.context, match_id))
    if progress.reply is not None:
        await asyncio.wait([progress.reply])  # if it fails, that is logged already
    is_drawn = await draw_again(client, match_id)
    return is_drawn and (progress.reply is None or progress.reply.exception() is None)
