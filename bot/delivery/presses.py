"""Which button a press belongs to, and how every press is answered and logged."""

from __future__ import annotations

import time
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from bot import components
from bot.components.boards import draw_on
from bot.components.invitations import draw_invitation
from bot.components.press import find_press
from bot.delivery import answers, matches, messages, refusals, requests
from bot.delivery.requests import request_of
from bot.delivery.responder import pressed_message, responder_of
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

    from bot.components.answers import Request
    from bot.components.parts import Layout
    from bot.components.press import Press
    from bot.delivery.client import Interaction
    from bot.models import Invitation

_SETTLED_SECONDS = 5.0  # by then no other redraw of the same match is on its way

for _module in iter_modules(components.__path__):  # to define a button is to register it
    import_module(f"{components.__name__}.{_module.name}")


async def press(interaction: Interaction) -> None:
    """Answer the press of any button by its id alone, whatever happens, and log the line.

    discord.py's own dynamic items would first rebuild the whole message from its components at every press,
    and would drop a press on a button that its message no longer has.
    """
    if not requests.begin(interaction):
        return
    started = time.perf_counter()
    data: Mapping[str, Any] = interaction.data or {}
    pressed = find_press(str(data.get("custom_id")))
    name = pressed.name if pressed else "unknown"
    try:
        await _act(interaction, pressed)
    except Exception as error:  # noqa: BLE001 - whatever it is, the person who pressed gets an answer
        await _refuse(interaction, error)
        requests.end_press(interaction, name, started, error)
    else:
        requests.end_press(interaction, name, started, None)


async def _act(interaction: Interaction, pressed: Press | None) -> None:
    await interaction.client.servers.prepare(interaction)
    if pressed is None:
        raise UnknownButtonError
    request = request_of(interaction)
    await answers.answer(interaction, request, pressed.act, pressed.choose_manner(request))


async def _refuse(interaction: Interaction, error: Exception) -> None:
    """Refuse a press, and redraw its message if the press shows that it is outdated.

    That there is a match is told only to those who may see it: an id can be forged.
    """
    request = request_of(interaction)
    if isinstance(error, MatchError) and not find.is_seen(error.match, request.asker):
        error = ForgottenMatchError()
    due = _find_due(request, error)
    if due is None:
        await refusals.refuse(interaction, error)
    elif interaction.is_guild_integration():
        await refusals.refuse(interaction, error)
        await _edit(interaction, due)
    else:  # where she is no member, she can edit a message only by answering
        await messages.attempt(responder_of(interaction).redraw(_draw_pressed(interaction, due)))
        await refusals.refuse(interaction, error)


def _find_due(request: Request, error: Exception) -> Match | Invitation | None:
    """Return what the pressed message should show, None if it is not known to be outdated."""
    if isinstance(error, InvitationClosedError) and error.match is None:
        return error.invitation if request.asker.is_shown else None
    if not isinstance(error, StaleBoardError | MatchOverError | InvitationClosedError) or error.match is None:
        return None
    match = error.match
    if request.pressed.is_private:  # it showed no board
        return None
    if match.message_id != request.pressed.id and not request.asker.is_shown:  # any may be named with an id
        return None
    if not match.is_over and request.context.now() - match.touched_at <= _SETTLED_SECONDS:
        return None
    return match


async def _edit(interaction: Interaction, due: Match | Invitation) -> None:
    """Let the pressed message show what it should; its own match may have gone on since."""
    client, message = interaction.client, pressed_message(interaction)
    if isinstance(due, Match) and due.message_id == message.id:
        await matches.draw_again(client, due.id)
    else:
        layout = _draw_pressed(interaction, due)
        await messages.attempt(messages.edit(client, message.channel.id, message.id, layout))


def _draw_pressed(interaction: Interaction, due: Match | Invitation) -> Layout:
    language = requests.public_language_of(interaction)
    if isinstance(due, Match):
        told = show.as_told(interaction.client.context, due)
        return draw_on(language, pressed_message(interaction).id, told)
    return draw_invitation(language, due)
