"""The boards of matches: how they look, where they are shown, and their buttons."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.components import messages, parts, positions, promises
from bot.components.answers import NO_PINGS, language_in, public_language_of
from bot.components.explanations import ExplainButton
from bot.components.messages import pressed_message
from bot.components.parts import Layout, button
from bot.components.press import Press, board_press, custom_id
from bot.components.promises import NETWORK_ERRORS
from bot.components.reviews import ReviewButton
from bot.errors import StorageError, UnknownButtonError
from bot.rendering.views import get_view
from bot.services import find, guards, play, resign, show
from bot.services.play import Progress
from bot.words import labels, matches

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from bot.components.answers import Client, Interaction
    from bot.components.parts import Component
    from bot.models import Match
    from bot.words.language import Language

_log = logging.getLogger(__name__)

REMATCH = "n"
"""The kind of the button that asks for a rematch, which `invitations` defines: it may post an invitation."""


def draw_board(language: Language, match: Match, asked_id: int | None = None, mark: int = 0) -> Layout:
    """Draw a match.

    `asked_id` is the player to whom the question "Really resign?" is put; `mark` is the one that is to be
    placed next, in games in which it is chosen.
    """
    last, seat = match.move_to(match.ply), match.seat_seen_by(None)
    shown, files = positions.picture_above_keys(language, match.state, last, seat=seat, is_over=match.is_over)
    return Layout(
        parts.text(matches.heading(language, match)),
        *shown,
        *_keys(language, match, mark),
        parts.text(matches.format_status(language, match)),
        *_controls(language, match, asked_id),
        accent=parts.OVER if match.is_over else parts.RUNNING,
        files=files,
    )


def draw_old_board(language: Language, match: Match) -> Layout:
    """Draw a match that goes on in another message: the position without buttons, and a link."""
    above, below = matches.heading(language, match), matches.forwarding(language, match)
    last = match.move_to(match.ply)
    seat = match.seat_seen_by(None)
    return positions.layout(language, above, match.state, last, below, parts.OVER, seat)


def draw_on(language: Language, message_id: int, match: Match) -> Layout:
    """Draw what a message should look like that shows the match, or showed it once."""
    draw = draw_board if message_id >= (match.message_id or 0) else draw_old_board
    return draw(language, match)


def _keys(language: Language, match: Match, mark: int) -> Iterator[Component]:
    move_id = MoveButton.id_for(match.id, match.ply)
    mark_id = MarkButton.id_for(match.id, match.ply)
    can_move = not match.is_over and match.to_move.user_id is not None
    return positions.keys(language, match.state, move_id, mark_id, mark if can_move else None)


def _controls(language: Language, match: Match, asked_id: int | None) -> Iterable[Component]:
    explain = button(language.say(labels.EXPLAIN), ExplainButton.id_for(match.id))
    if match.is_over:
        rematch = button(language.say(labels.REMATCH), custom_id(REMATCH, match.id), ButtonStyle.success)
        review = button(language.say(labels.REVIEW), ReviewButton.id_for(match.id))
        yield parts.row((explain, rematch, review))
    elif asked_id is None:
        give_up = button(language.say(labels.RESIGN), ResignButton.id_for(match.id, match.ply))
        yield parts.row((explain, give_up))
    else:  # in a row of its own, so that a double press on Resign does not meet it
        really = ReallyResignButton.id_for(match.id, match.ply, asked_id)
        yield parts.row((explain,))
        yield parts.row((button(language.say(labels.REALLY_RESIGN), really, ButtonStyle.danger),))


async def post(interaction: Interaction, playing: Awaitable[Progress], *, pings_mover: bool = False) -> None:
    """Answer with the match's board as a new message, the match's message from now on.

    It pings whoever has to move, if that is wanted and they are not who asked.
    """
    promises.will_post(interaction)
    await post_progress(interaction, await playing, pings_mover=pings_mover)


async def post_progress(interaction: Interaction, progress: Progress, *, pings_mover: bool = False) -> None:
    """Do the same with what is known already."""
    match = progress.match
    pings = _pings(match) if pings_mover and match.to_move.user_id != interaction.user.id else NO_PINGS
    layout = draw_board(public_language_of(interaction), match)
    message = messages.posted_with(layout, pings)
    message_id = await messages.send(interaction, message, doubt=_doubt(interaction.client, match.id))
    await _move_on(interaction, progress, message_id, interaction.edit_original_response)


async def redraw(interaction: Interaction, playing: Awaitable[Progress]) -> None:
    """Answer a press on the match's board with what came of it: in place, or posted anew if it is too old."""
    progress = await playing
    layout = draw_board(public_language_of(interaction), progress.match)
    await _answer(interaction, progress, layout, is_plain=True)


async def _look_anew(
    interaction: Interaction, match: Match, asked_id: int | None = None, mark: int = 0
) -> None:
    """Answer a press that changes only how the board looks."""
    layout = draw_board(public_language_of(interaction), match, asked_id, mark)
    await _answer(interaction, Progress(match), layout, is_plain=False)


async def _answer(interaction: Interaction, progress: Progress, layout: Layout, *, is_plain: bool) -> None:
    """Answer a press with a board; one that `is_plain` may as well be drawn without being the answer."""
    client, match = interaction.client, progress.match
    if messages.is_too_old(interaction):
        await _post_anew(interaction, progress, layout)
        return
    try:
        await messages.redraw(interaction, layout, _doubt(client, match.id))
    except NETWORK_ERRORS:
        if not await _draw_unanswered(interaction, progress) or not is_plain:
            raise
    else:
        await _note_drawn(client, match)
        message_id = pressed_message(interaction).id
        await _draw_reply(interaction, progress, message_id, interaction.edit_original_response)


async def _post_anew(interaction: Interaction, progress: Progress, layout: Layout) -> None:
    message = messages.posted_with(layout, _pings(progress.match))
    try:
        posted = await messages.follow_up(interaction, message)
    except NETWORK_ERRORS:
        await _draw_unanswered(interaction, progress)
        raise
    await _move_on(interaction, progress, posted.id, posted.edit)


async def post_below(interaction: Interaction, progress: Progress) -> None:
    """Post the match's board below the message that was answered, the match's message from now on."""
    await _post_anew(interaction, progress, draw_board(public_language_of(interaction), progress.match))


async def _draw_unanswered(interaction: Interaction, progress: Progress) -> bool:
    """Draw a match and Maxine's move, though not as the answer; return whether Discord has taken it."""
    await messages.attempt(messages.acknowledge(interaction))
    is_drawn = await draw_again(interaction.client, progress.match.id)
    if is_drawn and progress.reply is not None:  # else upkeep draws both
        await asyncio.shield(progress.reply)
        await draw_again(interaction.client, progress.match.id)
    return is_drawn


async def _move_on(
    interaction: Interaction, progress: Progress, message_id: int, edit: Callable[..., Awaitable[object]]
) -> None:
    """Let a new message show the match from now on, and the old one say so, and show Maxine's move."""
    client, language = interaction.client, public_language_of(interaction)
    shown, outdated_id = await show.posted(client.context, progress.match, message_id)
    await _note_drawn(client, progress.match.shown_in(message_id))
    drawing = [_draw_reply(interaction, progress, message_id, edit)]
    if outdated_id is not None:
        drawing.append(_leave(interaction, shown, outdated_id, draw_old_board(language, shown)))
    await asyncio.gather(*drawing)


async def _leave(interaction: Interaction, match: Match, message_id: int, old: Layout) -> None:
    """Let a message say that the match goes on in another."""

    async def edit() -> None:
        if interaction.message is not None and interaction.message.id == message_id:
            await messages.once(interaction.edit_original_response(**messages.redrawn_with(old)))
        else:
            await messages.edit(interaction.client, match.place.channel_id, message_id, old)

    await messages.attempt(messages.repeat(edit))


async def _draw_reply(
    interaction: Interaction, progress: Progress, message_id: int, edit: Callable[..., Awaitable[object]]
) -> None:
    """Show Maxine's move in the message that shows the match, once she has made it."""
    if progress.reply is None:
        return
    after = await asyncio.shield(progress.reply)  # if we are stopped, her move may yet be stored
    layout = draw_on(public_language_of(interaction), message_id, after)
    try:
        await messages.once(edit(**messages.redrawn_with(layout)), _doubt(interaction.client, after.id))
    except NETWORK_ERRORS as error:
        _log.info("Maxine's move is drawn in another way: %r", error)
        await draw_again(interaction.client, after.id)
    else:
        await _note_drawn(interaction.client, after.shown_in(message_id))


def _doubt(client: Client, match_id: int) -> Callable[[], None]:
    """Return what is to be told of an edit of the match's message that may yet arrive."""
    return partial(show.doubt, client.context, match_id)


async def _note_drawn(client: Client, match: Match) -> None:
    """Note that Discord has taken a drawing; if the match has gone on since, that is drawn once more."""
    if not show.drawn(client.context, match):
        await draw_again(client, match.id)


async def draw_again(client: Client, match_id: int) -> bool:
    """Draw a match in its message with the bot's own token, once more whenever it has gone on meanwhile.

    So the last that is drawn is the newest, whatever else was on its way. Returns whether Discord has taken
    it. Where that is not known upkeep tries again; a final refusal is accepted.
    """
    context, drawn, begun_at = client.context, None, time.monotonic()
    try:
        while (match := await find.match_by_id(context, match_id)) != drawn and _is_editable(client, match):
            layout = draw_board(language_in(client, match.place.guild_id), match)
            place, message_id = match.place, match.message_id or 0
            await messages.edit(client, place.channel_id, message_id, layout, _doubt(client, match_id))
            drawn = match
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("The board of match %d could not be drawn again: %r", match_id, error)
        if not messages.is_final(error):
            return False
    show.settle(context, match, begun_at)
    return drawn == match


def _is_editable(client: Client, match: Match) -> bool:
    """Return whether a message shows the match where she can edit it: in a direct message, or as a member."""
    guild_id = match.place.guild_id
    return match.message_id is not None and (guild_id is None or client.get_guild(guild_id) is not None)


async def catch_up(client: Client, match_id: int) -> bool:
    """Make the reply that nobody is waiting for any more, and draw the match; return whether it went well."""
    progress = play.follow(client.context, await find.match_by_id(client.context, match_id))
    if progress.reply is not None:
        await asyncio.wait([progress.reply])  # if it fails, that is logged already
    is_drawn = await draw_again(client, match_id)
    return is_drawn and (progress.reply is None or progress.reply.exception() is None)


def _pings(match: Match) -> discord.AllowedMentions:
    user_id = None if match.is_over else match.to_move.user_id
    return discord.AllowedMentions(users=[discord.Object(user_id)] if user_id else False)


class MoveButton(Press, kind="m", numbers=3):
    """A cell of the board: match, ply, action."""

    async def act(self, interaction: Interaction) -> None:
        """Play the cell."""
        match_id, ply, action = self.numbers
        pressed = board_press(interaction, match_id, ply)
        await redraw(interaction, play.press(interaction.client.context, pressed, action))


class MarkButton(Press, kind="w", numbers=3):
    """Another mark to place: match, ply, the index of the mark."""

    async def act(self, interaction: Interaction) -> None:
        """Redraw the board with cells that place the mark."""
        match_id, ply, mark = self.numbers
        shown = await _pressed_match(interaction, match_id, ply)
        guards.refuse_out_of_turn(shown, interaction.user.id)
        if mark >= len(get_view(shown.game).marks):
            raise UnknownButtonError
        await _look_anew(interaction, shown, mark=mark)


class ResignButton(Press, kind="r", numbers=2):
    """Resign, first press: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Ask once more."""
        asked = await _pressed_match(interaction, *self.numbers)
        await _look_anew(interaction, asked, interaction.user.id)


class ReallyResignButton(Press, kind="q", numbers=3):
    """Resign, second press: match, ply, the player who was asked."""

    async def act(self, interaction: Interaction) -> None:
        """End the match."""
        match_id, ply, asked_id = self.numbers
        pressed = board_press(interaction, match_id, ply)
        await redraw(interaction, resign.confirm(interaction.client.context, pressed, asked_id))


async def _pressed_match(interaction: Interaction, match_id: int, ply: int) -> Match:
    return await find.pressed_match(interaction.client.context, board_press(interaction, match_id, ply))
