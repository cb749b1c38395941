"""Which button a press belongs to, and how every press is answered and logged."""

from __future__ import annotations

import time
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from bot import components
from bot.components import answers, drawings, messages, refusals
from bot.components.board_layouts import draw_on
from bot.components.invitations import draw_invitation
from bot.components.messages import pressed_message
from bot.components.press import asker_of, find_press, has_pressed
from bot.errors import (
    ForgottenMatchError,
    InvitationClosedError,
    MatchError,
    MatchOverError,
    StaleBoardError,
    UnknownButtonError,
)
from bot.models import Match
from bot.services import find, show

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.components.answers import Interaction
    from bot.components.parts import Layout
    from bot.models import Invitation

_SETTLED_SECONDS = 5.0  # by then no other redraw of the same match is on its way

for _module in iter_modules(components.__path__):  # to define a button is to register it
    import_module(f"{components.__name__}.{_module.name}")


async def press(interaction: Interaction) -> None:
    """Answer the press of any button by its id alone, whatever happens, and log the line.

    discord.py's own dynamic items would first rebuild the whole message from its components at every press,
    and would drop a press on a button that its message no longer has.
    """
    if not answers.take_in_hand(interaction):
        return
    started = time.perf_counter()
    data: Mapping[str, Any] = interaction.data or {}
    pressed = find_press(str(data.get("custom_id")))
    name = pressed.name if pressed else "unknown"
    try:
        await interaction.client.servers.prepare(interaction)
        await (pressed.act(interaction) if pressed else _unknown())
    except Exception as error:  # noqa: BLE001 - whatever it is, the person who pressed gets an answer
        await _refuse(interaction, error)
        answers.end_press(interaction, name, started, error)
    else:
        answers.end_press(interaction, name, started, None)


async def _unknown() -> None:
    raise UnknownButtonError


async def _refuse(interaction: Interaction, error: Exception) -> None:
    """Refuse a press, and redraw its message if the press shows that it is outdated.

    That there is a match is told only to those who may see it: an id can be forged.
    """
    if isinstance(error, MatchError) and not find.is_seen(error.match, asker_of(interaction)):
        error = ForgottenMatchError()
    due = _find_due(interaction, error)
    if due is None:
        await refusals.refuse(interaction, error)
    elif interaction.is_guild_integration():
        await refusals.refuse(interaction, error)
        await _edit(interaction, due)
    else:  # where she is no member, she can edit a message only by answering
        layout = _draw_pressed(interaction, due)
        await messages.attempt(messages.redraw(interaction, layout))
        await refusals.refuse(interaction, error)


def _find_due(interaction: Interaction, error: Exception) -> Match | Invitation | None:
    """Return what the pressed message should show, None if it is not known to be outdated."""
    if isinstance(error, InvitationClosedError) and error.match is None:
        return error.invitation if has_pressed(interaction) else None
    if not isinstance(error, StaleBoardError | MatchOverError | InvitationClosedError) or error.match is None:
        return None
    match, message_id = error.match, pressed_message(interaction).id
    if pressed_message(interaction).flags.ephemeral:  # it showed no board
        return None
    if match.message_id != message_id and not has_pressed(interaction):  # any message may be named with an id
        return None
    if not match.is_over and interaction.client.context.now() - match.touched_at <= _SETTLED_SECONDS:
        return None
    return match


async def _edit(interaction: Interaction, due: Match | Invitation) -> None:
    """Let the pressed message show what it should; its own match may have gone on since."""
    client, message = interaction.client, pressed_message(interaction)
    if isinstance(due, Match) and due.message_id == message.id:
        await drawings.draw_again(client, due.id)
    else:
        layout = _draw_pressed(interaction, due)
        await messages.attempt(messages.edit(client, message.channel.id, message.id, layout))


def _draw_pressed(interaction: Interaction, due: Match | Invitation) -> Layout:
    language = answers.public_language_of(interaction)
    if isinstance(due, Match):
        told = show.as_told(interaction.client.context, due)
        return draw_on(language, pressed_message(interaction).id, told)
    return draw_invitation(language, due)
