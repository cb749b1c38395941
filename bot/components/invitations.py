"""Invitations between people: their messages, and the buttons that answer them or ask for a rematch."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from math import inf
from typing import get_args

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, Manner, Post, Request, on_press
from bot.components.parts import Layout, button
from bot.components.threads import find_usual_place, tell_hindrance
from bot.errors import Reason, Refused, UnknownButtonError
from bot.models import First, Invitation, PressedInvitation
from bot.services import invite, start
from bot.words import labels
from bot.words.invitations import format_invitation
from bot.words.language import Language


def draw_invitation(language: Language, invitation: Invitation) -> Layout:
    """Draw an invitation; once it is closed it has no buttons."""
    text = format_invitation(language, invitation)
    if invitation.status is not None:
        return Layout(text, accent=parts.OVER)
    accept = button(language.say(labels.ACCEPT), accept_button.id_for(invitation.id), ButtonStyle.success)
    decline = button(language.say(labels.DECLINE), decline_button.id_for(invitation.id), ButtonStyle.danger)
    cancel = button(language.say(labels.CANCEL), cancel_button.id_for(invitation.id))
    buttons = (accept, cancel) if invitation.invitee_id is None else (accept, decline, cancel)
    return Layout(text, buttons, accent=parts.ASKING)


def make_post(request: Request, invitation: Invitation) -> Post:
    """Return an invitation as a post: it pings the invited person; an open one pings no person."""
    layout = draw_invitation(request.public_language, invitation)
    noted = partial(invite.record_message, request.context, invitation)
    return Post(layout, (invitation.invitee_id,), noted)


async def _refuse_timed_out(request: Request, opponent_id: int | None) -> None:
    """Refuse a person who could not answer; if Discord does not say, they are invited all the same."""
    until = 0.0 if opponent_id is None else await request.find_absence(opponent_id)
    if request.context.now() < until < inf:
        raise Refused(Reason.TIMED_OUT_OPPONENT, player_id=opponent_id, until=until)


def _press_on(request: Request, invitation_id: int) -> PressedInvitation:
    is_shown = request.asker.is_shown
    return PressedInvitation(invitation_id, request.user_id, request.pressed.id, is_shown, request.place)


@on_press("a")
async def accept_button(request: Request, invitation_id: int) -> Board:
    """Accept: turn the invitation into the board."""
    return Board(await invite.accept(request.context, _press_on(request, invitation_id)))


@on_press("d")
async def decline_button(request: Request, invitation_id: int) -> Layout:
    """Decline: close the invitation."""
    declined = await invite.decline(request.context, _press_on(request, invitation_id))
    return draw_invitation(request.public_language, declined)


@on_press("c")
async def cancel_button(request: Request, invitation_id: int) -> Layout:
    """Cancel: withdraw the invitation."""
    cancelled = await invite.cancel(request.context, _press_on(request, invitation_id))
    return draw_invitation(request.public_language, cancelled)


@on_press("n", Manner.PUBLIC)
async def rematch_button(request: Request, match_id: int) -> AsyncIterator[Answer]:
    """Rematch: begin the rematch, or between people send an invitation to it."""
    place, hindrance = find_usual_place(request)
    opponent_id = await start.rematch_opponent(request.context, request.asker, match_id)
    await _refuse_timed_out(request, opponent_id)
    begun = await start.rematch(request.context, replace(request.asker, place=place), match_id)
    yield make_post(request, begun) if isinstance(begun, Invitation) else Board(begun)
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)


def read_first(word: str) -> First:
    """Return who begins; UnknownButtonError if the word of an id does not say."""
    for first in get_args(First):
        if first == word:
            return first  # type: ignore[no-any-return]  # it is one of them
    raise UnknownButtonError
