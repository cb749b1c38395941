"""Where a match is shown: one message, redrawn in place, or posted anew."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.components import answers, layouts
from bot.components.answers import NETWORK_ERRORS, NO_PINGS
from bot.errors import InvitationClosedError, MatchOverError, ReplyError, StaleBoardError
from bot.services import explain, play, show

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.components.answers import Client, Interaction
    from bot.components.parts import Layout
    from bot.models import Invitation, Match, Question
    from bot.services.play import Progress

_log = logging.getLogger(__name__)

_EDITABLE_SECONDS = 50 * 60.0  # Discord limits edits of messages older than an hour
_SETTLED_SECONDS = 5.0  # by then no other redraw of the same match is on its way


async def redraw(
    interaction: Interaction, progress: Progress, asked_id: int | None = None, mark: int = 0
) -> None:
    """Answer a press on the match's board: redraw it in place, or post it anew if the message is too old.

    `asked_id` is the player to whom the question "Really resign?" is put; `mark` is the one that is to be
    placed next, in games in which it is chosen. If Maxine replies, the board is redrawn once more.
    """
    match = progress.match
    layout, message_id = layouts.board(match, asked_id, mark), pressed_message(interaction).id
    if not is_too_old(interaction):
        await interaction.response.edit_message(**drawn(layout))
        await _redraw_reply(progress, message_id, interaction.edit_original_response)
        return
    await interaction.response.defer()
    posted = await interaction.followup.send(**sent(layout, _pings(match)), wait=True)
    shown, _ = await show.posted(interaction.client.context, match, posted.id)
    await interaction.edit_original_response(**drawn(layouts.old_board(shown)))
    await _redraw_reply(progress, posted.id, posted.edit)


def is_too_old(interaction: Interaction) -> bool:
    """Return whether the pressed message is too old to be redrawn in place."""
    posted = discord.utils.snowflake_time(pressed_message(interaction).id).timestamp()
    return interaction.client.context.now() - posted > _EDITABLE_SECONDS


async def post(
    interaction: Interaction, progress: Progress, pings: discord.AllowedMentions = NO_PINGS
) -> None:
    """Answer with the match's board as a new message, the match's message from now on.

    If Maxine replies, the board is redrawn.
    """
    match = progress.match
    response = await interaction.response.send_message(**sent(layouts.board(match), pings))
    if response.message_id is None:
        raise AssertionError("Discord tells the id of every message it makes")
    shown, outdated_id = await show.posted(interaction.client.context, match, response.message_id)
    if outdated_id is not None:
        await _edit(interaction.client, match.place.channel_id, outdated_id, layouts.old_board(shown))
    await _redraw_reply(progress, response.message_id, interaction.edit_original_response)


async def _redraw_reply(progress: Progress, message_id: int, edit: Callable[..., Awaitable[object]]) -> None:
    """Wait for Maxine's reply if she is thinking, and redraw the message that has just shown the match."""
    if progress.reply is not None:
        await edit(**drawn(_layout_on(message_id, await asyncio.shield(progress.reply))))


async def catch_up(client: Client, match: Match) -> None:
    """Make the reply that nobody is waiting for any more, and redraw the message that shows the match."""
    progress = play.follow(client.context, match)
    try:
        after = match if progress.reply is None else await asyncio.shield(progress.reply)
    except ReplyError:  # logged where it was met
        return
    if after.message_id is not None:
        await _edit(client, after.place.channel_id, after.message_id, layouts.board(after))


async def post_move(interaction: Interaction, progress: Progress) -> None:
    """Answer a typed move with the board as a new message that pings whoever has to move now."""
    match = progress.match
    is_own_turn = not match.is_over and match.to_move.user_id == interaction.user.id
    await post(interaction, progress, NO_PINGS if is_own_turn else _pings(match))


async def post_invitation(interaction: Interaction, invitation: Invitation) -> None:
    """Answer with an invitation that pings the invited person."""
    pings = discord.AllowedMentions(users=[discord.Object(invitation.invitee_id)])
    await interaction.response.send_message(**sent(layouts.invitation(invitation), pings))


async def redraw_invitation(interaction: Interaction, invitation: Invitation) -> None:
    """Answer a press on an invitation by redrawing it."""
    await interaction.response.edit_message(**drawn(layouts.invitation(invitation)))


async def post_explanation(interaction: Interaction, question: Question, *, is_public: bool = False) -> None:
    """Answer a question with an explanation, for the person alone unless it is public."""

    async def answer() -> Layout:
        return await layouts.explanation(await explain.answered(interaction.client.context, question))

    await post_answer(interaction, answer, is_quick=question.is_quick, is_public=is_public)


async def post_answer(
    interaction: Interaction,
    answer: Callable[[], Awaitable[Layout]],
    *,
    is_quick: bool,
    is_public: bool = False,
) -> None:
    """Answer with a new message, for the person alone unless it is public.

    What takes thought is promised first, for Discord waits no longer than three seconds.
    """
    if is_quick:
        await interaction.response.send_message(**sent(await answer()), ephemeral=not is_public)
        return
    await interaction.response.defer(ephemeral=not is_public, thinking=True)
    try:
        await interaction.edit_original_response(**drawn(await answer()))
    except Exception:
        if is_public:  # a refusal in its place would be public too
            await interaction.delete_original_response()
        raise


async def redraw_answer(
    interaction: Interaction,
    answer: Callable[[], Awaitable[Layout]],
    *,
    is_quick: bool,
    can_be_public: bool = False,
) -> None:
    """Answer a press by redrawing its message; what takes thought is promised first.

    It must be a message for the person alone, or if it `can_be_public` one that they asked for. Where it is
    not, the answer is a new message for them alone.
    """
    if not (_is_private(interaction) or (can_be_public and _is_own(interaction))):
        await post_answer(interaction, answer, is_quick=is_quick)
    elif is_quick:
        await interaction.response.edit_message(**drawn(await answer()))
    else:
        await interaction.response.defer()
        await interaction.edit_original_response(**drawn(await answer()))


def _is_private(interaction: Interaction) -> bool:
    return pressed_message(interaction).flags.ephemeral


def _is_own(interaction: Interaction) -> bool:
    """Return whether the pressed message answers the person who pressed."""
    asked = pressed_message(interaction).interaction_metadata
    return asked is not None and asked.user == interaction.user


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Refuse a press, and redraw its message if the press shows that it is outdated."""
    if isinstance(error, StaleBoardError) and is_too_old(interaction):
        error = _on_its_way(interaction, error)
    layout = _due_layout(interaction, error)
    if layout is None:
        await answers.refuse(interaction, error)
    elif interaction.is_guild_integration():
        await answers.refuse(interaction, error)
        message = pressed_message(interaction)
        await _edit(interaction.client, message.channel.id, message.id, layout)
    else:  # where she is no member, she can edit a message only by answering
        await _attempt(interaction.response.edit_message(**drawn(layout)))
        await answers.refuse(interaction, error)


def _on_its_way(interaction: Interaction, error: StaleBoardError) -> StaleBoardError:
    """Do not link to a message that is being left for a new one whose address nobody knows yet."""
    if error.match.message_id != pressed_message(interaction).id:
        return error
    return StaleBoardError(error.match, is_being_posted=True)


def _due_layout(interaction: Interaction, error: Exception) -> Layout | None:
    """Return what the pressed message should look like, None if it is not known to be outdated."""
    if isinstance(error, InvitationClosedError):
        return None if error.invitation.status == "accepted" else layouts.invitation(error.invitation)
    if not isinstance(error, StaleBoardError | MatchOverError):
        return None
    match = error.match
    if not match.is_over and interaction.client.context.now() - match.touched_at <= _SETTLED_SECONDS:
        return None
    return _layout_on(pressed_message(interaction).id, match)


def _layout_on(message_id: int, match: Match) -> Layout:
    """Return what a message should look like that shows the match, or showed it once."""
    return layouts.board(match) if message_id >= (match.message_id or 0) else layouts.old_board(match)


async def _edit(client: Client, channel_id: int, message_id: int, layout: Layout) -> None:
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    await _attempt(message.edit(**drawn(layout)))


def sent(layout: Layout, pings: discord.AllowedMentions = NO_PINGS) -> dict[str, Any]:
    """Return what a new message is sent with."""
    return {"view": layout, "files": layout.files, "allowed_mentions": pings}


def drawn(layout: Layout) -> dict[str, Any]:
    """Return what a message is redrawn with; the pictures of how it looked before go."""
    return {"view": layout, "attachments": layout.files, "allowed_mentions": NO_PINGS}


async def _attempt(edit: Awaitable[object]) -> None:
    """Redraw an old message if possible; where it is not, its buttons still say what is wrong."""
    try:
        await edit
    except NETWORK_ERRORS as error:
        _log.info("An old message could not be redrawn: %s", error)


def pressed_message(interaction: Interaction) -> discord.Message:
    """Return the message whose button was pressed."""
    if interaction.message is None:
        raise AssertionError("a press always comes from a message")
    return interaction.message


def _pings(match: Match) -> discord.AllowedMentions:
    user_id = None if match.is_over else match.to_move.user_id
    return discord.AllowedMentions(users=[discord.Object(user_id)] if user_id else False)
