"""The boards of matches: how they look, where they are shown, and their buttons."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.components import messages, parts, positions
from bot.components.answers import NO_PINGS, give, is_answered, language_in, public_language_of
from bot.components.explanations import ExplainButton
from bot.components.messages import pressed_message
from bot.components.parts import Layout, button
from bot.components.press import Press, board_press, custom_id
from bot.components.reviews import ReviewButton
from bot.errors import ReplyError, UnknownButtonError
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

REMATCH = "n"
"""The kind of the button that asks for a rematch, which `invitations` defines: it may post an invitation."""


def draw_board(language: Language, match: Match, asked_id: int | None = None, mark: int = 0) -> Layout:
    """Draw a match.

    `asked_id` is the player to whom the question "Really resign?" is put; `mark` is the one that is to be
    placed next, in games in which it is chosen.
    """
    shown, files = positions.picture_above_keys(
        language, match.state, match.move_to(match.ply), is_over=match.is_over
    )
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
    return positions.layout(language, above, match.state, last, below, parts.OVER)


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
    progress = await messages.promise_post(interaction, playing)
    await post_progress(interaction, progress, pings_mover=pings_mover)


async def post_progress(interaction: Interaction, progress: Progress, *, pings_mover: bool = False) -> None:
    """Do the same with what is known already."""
    match = progress.match
    pings = _pings(match) if pings_mover and match.to_move.user_id != interaction.user.id else NO_PINGS
    layout = draw_board(public_language_of(interaction), match)
    message_id = await messages.send(interaction, messages.posted_with(layout, pings))
    await _move_on(interaction, progress, message_id, interaction.edit_original_response)


async def redraw(interaction: Interaction, playing: Awaitable[Progress]) -> None:
    """Answer a press on the match's board with what came of it: in place, or posted anew if it is too old."""
    progress = await messages.promise_redraw(interaction, playing)
    if messages.is_too_old(interaction):
        await _post_anew(interaction, progress)
        return
    language, message_id = public_language_of(interaction), pressed_message(interaction).id
    await messages.redraw(interaction, draw_board(language, progress.match))
    await _draw_reply(language, progress, message_id, interaction.edit_original_response)


async def _redraw_as(interaction: Interaction, layout: Layout, match: Match) -> None:
    """Answer a press that changes only how the board looks."""
    if messages.is_too_old(interaction):
        await _post_anew(interaction, Progress(match), layout)
    else:
        await messages.redraw(interaction, layout)


async def _post_anew(interaction: Interaction, progress: Progress, layout: Layout | None = None) -> None:
    if not is_answered(interaction):
        await give(interaction, interaction.response.defer())
    match = progress.match
    shown = layout or draw_board(public_language_of(interaction), match)
    fields = messages.posted_with(shown, _pings(match))
    posted = await interaction.followup.send(**fields, wait=True)
    await _move_on(interaction, progress, posted.id, posted.edit)


async def _move_on(
    interaction: Interaction, progress: Progress, message_id: int, edit: Callable[..., Awaitable[object]]
) -> None:
    """Let a new message show the match from now on, and the old one say so, and show Maxine's move."""
    client, language = interaction.client, public_language_of(interaction)
    shown, outdated_id = await show.posted(client.context, progress.match, message_id)
    drawing = [_draw_reply(language, progress, message_id, edit)]
    if outdated_id is not None:
        old = draw_old_board(language, shown)
        if interaction.message is not None and interaction.message.id == outdated_id:
            drawing.append(messages.attempt(interaction.edit_original_response(**messages.redrawn_with(old))))
        else:
            drawing.append(messages.edit(client, shown.place.channel_id, outdated_id, old))
    await asyncio.gather(*drawing)


async def _draw_reply(
    language: Language, progress: Progress, message_id: int, edit: Callable[..., Awaitable[object]]
) -> None:
    """Show Maxine's move in the message that shows the match, once she has made it."""
    if progress.reply is not None:
        after = await asyncio.shield(progress.reply)  # if we are stopped, her move may yet be stored
        await edit(**messages.redrawn_with(draw_on(language, message_id, after)))


async def catch_up(client: Client, match: Match) -> None:
    """Make the reply that nobody is waiting for any more, and redraw the message that shows the match."""
    progress = play.follow(client.context, match)
    if progress.reply is None:
        return
    with suppress(ReplyError):  # logged already
        after = await asyncio.shield(progress.reply)
        if after.message_id is not None:
            layout = draw_board(language_in(client, after.place.guild_id), after)
            await messages.edit(client, after.place.channel_id, after.message_id, layout)


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
        shown = await messages.promise_redraw(interaction, _pressed_match(interaction, match_id, ply))
        guards.refuse_out_of_turn(shown, interaction.user.id)
        if mark >= len(get_view(shown.game).marks):
            raise UnknownButtonError
        layout = draw_board(public_language_of(interaction), shown, mark=mark)
        await _redraw_as(interaction, layout, shown)


class ResignButton(Press, kind="r", numbers=2):
    """Resign, first press: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Ask once more."""
        asked = await messages.promise_redraw(interaction, _pressed_match(interaction, *self.numbers))
        layout = draw_board(public_language_of(interaction), asked, interaction.user.id)
        await _redraw_as(interaction, layout, asked)


class ReallyResignButton(Press, kind="q", numbers=3):
    """Resign, second press: match, ply, the player who was asked."""

    async def act(self, interaction: Interaction) -> None:
        """End the match."""
        match_id, ply, asked_id = self.numbers
        pressed = board_press(interaction, match_id, ply)
        await redraw(interaction, resign.confirm(interaction.client.context, pressed, asked_id))


async def _pressed_match(interaction: Interaction, match_id: int, ply: int) -> Match:
    return await find.pressed_match(interaction.client.context, board_press(interaction, match_id, ply))
