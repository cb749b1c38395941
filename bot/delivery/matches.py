"""The boards of matches, drawn with the bot's own token where no answer does it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.components import parts
from bot.components.answers import EDITABLE_SECONDS
from bot.components.boards import draw_board, draw_old_board, id_prefix
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

_ANSWERED_SECONDS = 15.0  # after a match was touched, the answer that shows it is there, or was given up
_UNKNOWN_MESSAGE = 10008  # what Discord says of one that is gone

NOTICED_SECONDS = 60.0
"""For so long after a board was posted whoever waits for the other is taken to look at it."""


async def note_drawn(client: Client, match: Match) -> None:
    """Note that Discord has taken a drawing; if the match has gone on since, that is drawn once more.

    One that is to get a thread gets it now, and the channel is told of the end of one in a thread; where that
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
    """Draw a match in its message with the bot's own token, once more whenever it has gone on meanwhile.

    So the last that is drawn is the newest, whatever else was on its way. A running match whose message is
    lost gets another, and so does one of which somebody is still to be told that it is their turn; for that,
    an answer that may yet come is waited for, unless it `is_given_up`. One that is to get a thread gets it
    first, once there is a message to begin it from. Returns whether Discord has taken it. Where that is not
    known upkeep tries again, and where a thread is locked or the clock of the match stops, as she may not see
    the place or it is gone; any other refusal that is final is accepted.
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

    That of a whole channel is not drawn soon after the last time, nor while she thinks.
    """
    await client.displays.take_turn(match_id)
    match = await find.match_by_id(client.context, match_id)
    reply = client.context.replies.get(match_id)
    if match.together is None or reply is None:
        return match
    await asyncio.wait([reply])
    return await find.match_by_id(client.context, match_id)


async def find_language(client: Client, shown: Match | Invitation) -> Language | None:
    """Return in which language she can draw a match or an invitation, None if she cannot.

    She can in a direct message or as a member of the server.
    """
    guild_id = shown.place.guild_id
    return client.languages.default if guild_id is None else await client.servers.find_language(guild_id)


async def _accept(client: Client, match: Match, refusal: Exception | None) -> bool:
    """Take a refusal for the last word; False if a place may open again that is closed to her.

    The clock of a match stops there. `refusal`: what Discord says to it, None where she is no member.
    """
    guild_id = match.place.guild_id
    if refusal is None:
        is_closed = guild_id is not None and not client.servers.is_guest(guild_id)
    else:
        is_closed = guild_id is not None and messages.is_closed(refusal)
    if is_closed and await deadlines.stop(client.context, match):
        client.displays.shown.pop(match.id, None)  # it is not shown as it is
        return False
    is_young = client.context.now() - match.touched_at < upkeep.UNTOUCHED
    return refusal is None or not messages.is_locked(refusal) or not is_young


async def _tell_if_lost(client: Client, match: Match) -> None:
    """Tell those who play in direct messages that their match ended because it could not be shown.

    Once it is not to be drawn again; and those who take any such messages from her.
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
    """Let the clock of a match go on if it stands still, as its board is shown, and say so."""
    if not match.is_stopped:
        return
    resumed = await deadlines.resume(client.context, match.id)
    client.displays.note_lost_edit(match.id)  # so that it is drawn with its deadline, or this tried again
    language = None if resumed is None else await find_language(client, resumed)
    if resumed is not None and language is not None:
        said = format_resumption(language, client.context.now.as_told(resumed))
        message = messages.posted_with(
            Layout(parts.text(said), accent=parts.ASKING), pings_for(resumed.to_move.user_id)
        )
        await messages.attempt(messages.post(client, resumed.place.channel_id, message))


def _is_answer_due(context: Context, match: Match) -> bool:
    """Return whether a message may yet come that shows the match, as the answer to whoever touched it last.

    Those who did before the bot began are not answered any more, unless another process may do it.
    """
    since = context.now() - _ANSWERED_SECONDS
    if not context.storage.leases.is_shared:
        since = max(since, context.now.begun_at)
    return match.touched_at > since


def _is_untold(match: Match) -> bool:
    """Return whether somebody was never told that the other has moved, or that time or a moderator ended it.

    A message that is older than the minute for which edits are noticed would have given way to a new one.
    """
    if match.message_id is None:
        return False
    if match.ending is not None and match.ending.manner == "stop":
        is_news = True
    elif match.together is not None:  # whom nobody pings
        return match.touched_at - messages.posted_at(match.message_id) > EDITABLE_SECONDS
    elif match.level is not None:
        is_news = False
    elif match.ending is not None:
        is_news = match.ending.manner == "time"
    else:
        is_news = bool(match.ply) and match.state_at(match.ply - 1).to_move != match.state.to_move
    return is_news and match.touched_at - messages.posted_at(match.message_id) > NOTICED_SECONDS


async def _draw(client: Client, match: Match, language: Language, *, is_untold: bool) -> Match | None:
    """Draw a match where it is to be seen now, and return what `_show_anew` does, or else the match."""
    if is_untold:
        with suppress(discord.Forbidden):  # she may change what is there all the same
            return await _show_anew(client, match, language)
    is_redrawn = await _redraw_message(client, match, language)
    return match if is_redrawn else await _show_anew(client, match, language)


async def _draw_end(client: Client, match: Match) -> None:
    """Draw the end of a match where its thread begins, for those who see only the channel."""
    if not match.is_over or not match.place.is_thread:
        return
    language = await find_language(client, match)
    if language is not None:
        await threads.draw_end(client, match, language, client.displays.on_lost(match.id))


async def _redraw_message(client: Client, match: Match, language: Language) -> bool:
    """Draw a match in its message; False if the match is running and there is none, or no longer."""
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
    """Post the board of a match below its message, or for one that is lost; return the match as shown then.

    None: it was posted before, and only that was not noted; so it may show the match as it was.
    """
    channel_id, prefix = match.place.channel_id, id_prefix(match)
    async with messages.pen_for(client, channel_id):
        found_id = await messages.find_posted(client, channel_id, match.message_id or 0, prefix)
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
    """Return whom a board pings that is posted anew: by the first one in a thread all who play join it.

    A moderator has ended it for all of them, too.
    """
    if match.needs_thread:
        return []
    is_first = match.message_id is None and match.place.parent_id is not None
    if is_first or (match.ending is not None and match.ending.manner == "stop"):
        return [player.user_id for player in match.players]
    return [(match.winner or match.to_move).user_id or match.person_id]


async def catch_up(client: Client, match_id: int) -> bool:
    """Make the reply that nobody is waiting for any more, and draw the match; return whether it went well."""
    progress = play.follow(client.context, await find.match_by_id(client.context, match_id))
    if progress.reply is not None:
        await asyncio.wait([progress.reply])  # if it fails, that is logged already
    is_drawn = await draw_again(client, match_id)
    return is_drawn and (progress.reply is None or progress.reply.exception() is None)
