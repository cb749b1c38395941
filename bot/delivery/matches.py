"""Draws the boards of matches with the bot's own token, or by the interaction of an answer."""

import logging
from contextlib import suppress

import discord

from bot import policy
from bot.components import parts
from bot.components.boards import draw_board, draw_old_board, id_prefixes
from bot.components.parts import Layout
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS, OnLost, pings_for
from bot.delivery.responder import Responder
from bot.models import Match, is_person
from bot.services import deadlines
from bot.words import matches
from bot.words.deadlines import format_resumption
from bot.words.language import Language

_log = logging.getLogger(__name__)

_UNKNOWN_MESSAGE = 10008  # Discord's code for a message that is gone


def is_untold(match: Match) -> bool:
    """Return whether a player was not told yet that the other has moved, or why the match has ended.

    Edits are noticed for a minute; in an older message the change must be posted as a new one.
    """
    if match.message_id is None:
        return False
    if match.ending is not None and match.ending.manner == "stop":
        is_news = True
    elif match.together is not None:  # these players are not pinged
        return match.touched_at - messages.posted_at(match.message_id) > policy.EDITABLE_SECONDS
    elif match.level is not None:
        is_news = False
    elif match.ending is not None:
        is_news = match.ending.manner == "time"
    else:
        is_news = bool(match.ply) and match.state_at(match.ply - 1).to_move != match.state.to_move
    return is_news and match.touched_at - messages.posted_at(match.message_id) > policy.NOTICED_SECONDS


async def draw_match(
    client: Client, match: Match, language: Language, responder: Responder | None, on_lost: OnLost
) -> Match:
    """Draw a match in its message, or in a new one; return it as it is shown there.

    A running match gets a new message if its own is lost, or if a player must still be told of a move.
    """
    if match.message_id is None:
        return match if match.is_over else await _post_board(client, match, language)
    if is_untold(match):
        with suppress(discord.Forbidden):  # the bot may still be allowed to edit the old message
            return await _post_board(client, match, language)
    board = draw_board(language, client.context.now.with_discord_deadline(match))
    try:
        await _edit_board(client, match, match.message_id, board, responder, on_lost)
    except discord.NotFound as error:
        if match.is_over or error.code != _UNKNOWN_MESSAGE:
            raise
        return await _post_board(client, match, language)
    return match


async def _post_board(client: Client, match: Match, language: Language) -> Match:
    """Post the board of a match in a new message, unless one was posted before without being stored."""
    channel_id, prefixes = match.place.channel_id, id_prefixes(match)
    async with messages.channel_lock(client, channel_id):
        found_id = await messages.find_posted(client, channel_id, match.message_id or 0, prefixes)
        board = draw_board(language, client.context.now.with_discord_deadline(match))
        message = messages.posted_with(board, pings_for(*_find_pinged(match)))
        posted_id = found_id or await messages.post(client, channel_id, message)
        shown_id, outdated_id = await client.context.storage.matches.set_message(match.id, posted_id)
    shown = match.shown_in(shown_id)
    await leave_message(client, shown, outdated_id, language)
    if found_id is not None:  # it may show an older state
        await messages.edit(client, channel_id, shown_id, board)
    return shown


async def leave_message(
    client: Client,
    match: Match,
    message_id: int | None,
    language: Language,
    responder: Responder | None = None,
) -> None:
    """Let a message that has shown a match (None: there is none) say that it goes on in another."""
    if message_id is not None:
        old = draw_old_board(language, match)
        await messages.try_quietly(
            messages.repeat(lambda: _edit_board(client, match, message_id, old, responder))
        )


async def _edit_board(  # noqa: PLR0913, PLR0917 - what is edited, and how
    client: Client,
    match: Match,
    message_id: int,
    layout: Layout,
    responder: Responder | None,
    on_lost: OnLost | None = None,
) -> None:
    """Redraw a message of a match by a responder if that can, else with the bot's own token."""
    if responder is not None and responder.can_edit(message_id):
        try:
            await messages.once(responder.edit(message_id, layout), on_lost)
        except NETWORK_ERRORS as error:
            _log.info("The board of match %d is drawn in another way: %r", match.id, error)
        else:
            return
    channel_id, is_quiet = match.place.channel_id, match.is_over
    await messages.edit(client, channel_id, message_id, layout, on_lost, is_quiet=is_quiet)


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


async def accept_refusal(client: Client, match: Match, refusal: Exception | None) -> bool:
    """Accept a refusal as final; False if the channel is closed to the bot but may open again.

    The clock of the match stops there; a match of a whole channel goes on, and is drawn when that is open.
    `refusal` is Discord's error, None where the bot is no member.
    """
    guild_id = match.place.guild_id
    if refusal is None:
        is_closed = guild_id is not None and not client.servers.is_guest(guild_id)
    else:
        is_closed = guild_id is not None and messages.is_closed(refusal)
    if is_closed and await deadlines.stop_clock(client.context, match):
        return False
    is_young = client.context.now() - match.touched_at < policy.UNTOUCHED_SECONDS
    may_open = is_closed and match.together is not None
    may_open |= refusal is not None and messages.is_locked(refusal)
    return not (may_open and is_young)


async def tell_if_lost(client: Client, match: Match) -> None:
    """Tell the players by direct message that their match ended because it could not be shown.

    Only those who accept direct messages are told.
    """
    could_be_shown = match.pace is None and match.message_id is not None
    if match.ending is None or match.ending.manner != "abandonment" or could_be_shown:
        return
    language = client.languages.default
    said = f"{matches.heading(language, match)}\n{matches.format_end(language, match)}"
    message = messages.posted_with(Layout(said, accent=parts.OVER))
    for player in match.players:
        if is_person(player.user_id):  # else all about them was removed
            await messages.try_quietly(messages.post_directly(client, player.user_id, message))


async def resume_clock(client: Client, match: Match, language: Language) -> None:
    """Restart the stopped clock of a match, as its board is shown again, and say so."""
    resumed = await deadlines.resume_clock(client.context, match.id)
    if resumed is not None:
        layout = Layout(
            format_resumption(language, client.context.now.with_discord_deadline(resumed)),
            accent=parts.ASKING,
        )
        message = messages.posted_with(layout, pings_for(resumed.to_move.user_id))
        await messages.try_quietly(messages.post(client, resumed.place.channel_id, message))
