"""The boards of matches: where they are shown, and their buttons."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.components import drawings, messages, promises, threads
from bot.components.answers import NO_PINGS, public_language_of
from bot.components.board_layouts import (
    MARK,
    MOVE,
    REALLY_RESIGN,
    RESIGN,
    draw_board,
    draw_old_board,
    draw_on,
)
from bot.components.explanations import ExplainButton
from bot.components.messages import pressed_message
from bot.components.press import Press, board_press, find_press
from bot.components.promises import NETWORK_ERRORS
from bot.errors import NoBoardError, UnknownButtonError
from bot.rendering.views import get_view
from bot.services import find, guards, play, resign, show
from bot.services import threads as service
from bot.services.play import Progress

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import discord

    from bot.components.answers import Interaction
    from bot.components.parts import Layout
    from bot.models import Hindrance, Match

_log = logging.getLogger(__name__)


async def post(interaction: Interaction, playing: Awaitable[Progress], *, pings_mover: bool = False) -> None:
    """Answer with the match's board as a new message, the match's message from now on.

    It pings whoever has to move, or at the end the other, if that is wanted and they are not who asked.
    """
    promises.will_post(interaction)
    await post_progress(interaction, await playing, pings_mover=pings_mover)


async def post_progress(interaction: Interaction, progress: Progress, *, pings_mover: bool = False) -> None:
    """Do the same with what is known already."""
    match, told_id = progress.match, _find_told(progress.match, interaction.user.id)
    pings = drawings.pings_for(told_id) if pings_mover and told_id != interaction.user.id else NO_PINGS
    layout = _draw(interaction, match)
    message = messages.posted_with(layout, pings)
    message_id = await messages.send(
        interaction, message, doubt=drawings.doubt_about(interaction.client, match.id)
    )
    await _move_on(interaction, progress, message_id, interaction.edit_original_response)


async def redraw(interaction: Interaction, playing: Awaitable[Progress], *, is_moved: bool = False) -> None:
    """Answer a press on the match's board with what came of it: in place, or posted anew.

    It is posted anew if the board is too old, or if another person is to be told of it, who may have gone; if
    it `is_moved` in any case.
    """
    progress, hindrance = await _place(interaction, await playing)
    layout = _draw(interaction, progress.match)
    is_news = is_moved or _is_news(interaction, progress.match)
    await _answer(interaction, progress, layout, is_plain=True, is_news=is_news)
    await threads.tell(interaction, hindrance)


def _draw(interaction: Interaction, match: Match, asked_id: int | None = None, mark: int = 0) -> Layout:
    told = show.as_told(interaction.client.context, match)
    return draw_board(public_language_of(interaction), told, asked_id, mark)


async def _place(interaction: Interaction, progress: Progress) -> tuple[Progress, Hindrance | None]:
    """Let a match be played right here that gets no thread after all; return why that is so, too."""
    match = progress.match
    hindrance = threads.find_hindrance(interaction) if match.needs_thread else None
    if hindrance is None:
        return progress, None
    here = match.place.without_thread()
    return Progress(await service.move(interaction.client.context, match, here), progress.reply), hindrance


async def _look_anew(
    interaction: Interaction, match: Match, asked_id: int | None = None, mark: int = 0
) -> None:
    """Answer a press that changes only how the board looks."""
    layout = _draw(interaction, match, asked_id, mark)
    await _answer(interaction, Progress(match), layout, is_plain=False)


async def _answer(
    interaction: Interaction,
    progress: Progress,
    layout: Layout,
    *,
    is_plain: bool,
    is_news: bool = False,
) -> None:
    """Answer a press with a board, by a new message if it is news.

    A plain one may as well be drawn without being the answer. What is to get a thread is drawn in place, as
    the thread is news enough.
    """
    is_new = not progress.match.needs_thread and (is_news or messages.is_too_old(interaction))
    answer = _post_anew if is_new else _redraw_in_place
    try:
        await answer(interaction, progress, layout)
    except NETWORK_ERRORS:
        if not await _draw_unanswered(interaction, progress) or not is_plain:
            raise
        promises.note_told(interaction, pressed_message(interaction).id)


def _is_news(interaction: Interaction, match: Match) -> bool:
    """Return whether another person is to be told of a move by more than an edit, which notifies nobody."""
    is_told = _find_told(match, interaction.user.id) not in {None, interaction.user.id}
    return is_told and messages.is_too_old(interaction, drawings.NOTICED_SECONDS)


async def _post_anew(
    interaction: Interaction,
    progress: Progress,
    layout: Layout,
    pings: discord.AllowedMentions | None = None,
) -> None:
    pings = pings or drawings.pings_for(_find_told(progress.match, interaction.user.id))
    message = messages.posted_with(layout, pings)
    posted = await messages.follow_up(interaction, message)
    await _move_on(interaction, progress, posted.id, posted.edit)


async def post_below(
    interaction: Interaction, progress: Progress, pings: discord.AllowedMentions | None = None
) -> None:
    """Post the match's board below the message that was answered, the match's message from now on.

    If Discord does not take it there, it is drawn where it is.
    """
    layout = _draw(interaction, progress.match)
    try:
        await _post_anew(interaction, progress, layout, pings)
    except NETWORK_ERRORS:
        if not await _draw_unanswered(interaction, progress):
            raise
        promises.note_told(interaction, pressed_message(interaction).id)


async def _redraw_in_place(interaction: Interaction, progress: Progress, layout: Layout) -> None:
    client, match = interaction.client, progress.match
    await messages.redraw(interaction, layout, drawings.doubt_about(client, match.id))
    await drawings.note_drawn(client, match)
    await _draw_reply(
        interaction, progress, pressed_message(interaction).id, interaction.edit_original_response
    )


async def _draw_unanswered(interaction: Interaction, progress: Progress) -> bool:
    """Draw a match and Maxine's move, though not as the answer; return whether Discord has taken it."""
    await messages.attempt(messages.acknowledge(interaction))
    is_drawn = await drawings.draw_again(interaction.client, progress.match.id, is_given_up=True)
    if is_drawn and progress.reply is not None:  # else upkeep draws both
        await asyncio.shield(progress.reply)
        await drawings.draw_again(interaction.client, progress.match.id)
    return is_drawn


async def _move_on(
    interaction: Interaction, progress: Progress, message_id: int, edit: Callable[..., Awaitable[object]]
) -> None:
    """Let a new message show the match from now on, and the old one say so, and show Maxine's move."""
    client, language = interaction.client, public_language_of(interaction)
    shown, outdated_id = await show.posted(client.context, progress.match, message_id)
    await drawings.note_drawn(client, progress.match.shown_in(message_id))
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
    after, drawn = await asyncio.shield(progress.reply), None  # if we are stopped, her move may yet be stored
    if progress.match.needs_thread:  # the message is not that which shows it any more
        await drawings.draw_again(interaction.client, after.id)
        return
    context, doubt = interaction.client.context, drawings.doubt_about(interaction.client, after.id)
    try:
        while drawn != (shown := show.shown_now(context, after)):  # another message may show it meanwhile
            layout = draw_on(public_language_of(interaction), message_id, show.as_told(context, shown))
            await messages.once(edit(**messages.redrawn_with(layout)), doubt)
            drawn = shown
    except NETWORK_ERRORS as error:
        _log.info("Maxine's move is drawn in another way: %r", error)
        await drawings.draw_again(interaction.client, after.id)
    else:
        await drawings.note_drawn(interaction.client, after.shown_in(message_id))


def _find_told(match: Match, doer_id: int | None) -> int | None:
    """Return who is to be told of what somebody has done.

    It is whoever has to answer an offer, or to move, or at the end the other person.
    """
    if match.offer is not None:
        return match.players[1 - match.offer.seat].user_id
    if not match.is_over:
        return match.to_move.user_id
    return next((player.user_id for player in match.players if player.user_id not in {None, doer_id}), None)


def find_match_id(interaction: Interaction, message: discord.Message) -> int:
    """Return which match the board in a message shows; NoBoardError if it is none of hers, or shows none."""
    is_own = message.author == interaction.client.user
    shown = messages.parts_in(message.components) if is_own else ()
    presses = (find_press(str(getattr(part, "custom_id", ""))) for part in shown)
    for press in presses:
        if isinstance(press, MoveButton | ExplainButton):
            return press.numbers[0]
    raise NoBoardError


class MoveButton(Press, kind=MOVE, numbers=3):
    """A cell of the board: match, its stand, action."""

    async def act(self, interaction: Interaction) -> None:
        """Play the cell."""
        match_id, stand, action = self.numbers
        pressed = board_press(interaction, match_id, stand)
        await redraw(interaction, play.press(interaction.client.context, pressed, action))


class MarkButton(Press, kind=MARK, numbers=3):
    """Another mark to place: match, its stand, the index of the mark."""

    async def act(self, interaction: Interaction) -> None:
        """Redraw the board with cells that place the mark."""
        match_id, stand, mark = self.numbers
        shown = await _pressed_match(interaction, match_id, stand)
        guards.refuse_out_of_turn(shown, interaction.user.id)
        if mark >= len(get_view(shown.game).marks):
            raise UnknownButtonError
        await _look_anew(interaction, shown, mark=mark)


class ResignButton(Press, kind=RESIGN, numbers=2):
    """Resign, first press: match, its stand."""

    async def act(self, interaction: Interaction) -> None:
        """Ask once more."""
        asked = await _pressed_match(interaction, *self.numbers)
        await _look_anew(interaction, asked, interaction.user.id)


class ReallyResignButton(Press, kind=REALLY_RESIGN, numbers=3):
    """Resign, second press: match, its stand, the player who was asked."""

    async def act(self, interaction: Interaction) -> None:
        """End the match."""
        match_id, stand, asked_id = self.numbers
        pressed = board_press(interaction, match_id, stand)
        await redraw(interaction, resign.confirm(interaction.client.context, pressed, asked_id))


async def _pressed_match(interaction: Interaction, match_id: int, stand: int) -> Match:
    return await find.pressed_match(interaction.client.context, board_press(interaction, match_id, stand))
