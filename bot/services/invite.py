"""Invitations between people: a match begins only when the invited one accepts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import engine
from bot.errors import (
    InvitationClosedError,
    NotInvitedError,
    OpponentError,
    UnknownButtonError,
)
from bot.models import Invitation, Match, Participant
from bot.services.find import refuse_second, refuse_unknown

if TYPE_CHECKING:
    from bot.models import Challenge, Fate
    from bot.services import Desk

LIFETIME = 24 * 3600.0
"""Seconds until an unanswered invitation expires."""

_FATES = {
    "accepted": "was accepted already. See the match with `/board`.",
    "declined": "was declined. Send a new one with `/challenge`.",
    "cancelled": "was cancelled. Send a new one with `/challenge`.",
    "expired": "has expired. Send a new one with `/challenge`.",
}


async def invite(desk: Desk, challenge: Challenge, invitee_id: int) -> Invitation:
    """Invite another person to a match; OpponentError if it is oneself."""
    refuse_unknown("game", challenge.game_slug, engine.game_slugs())
    inviter_id = challenge.user_id
    if inviter_id == invitee_id:
        raise OpponentError("You cannot challenge yourself. Leave `opponent` out to play against me.")
    begins = {"me": inviter_id, "opponent": invitee_id, "random": None}[challenge.first]
    draft = Invitation(0, challenge.game_slug, challenge.place, inviter_id, invitee_id, begins, desk.now())
    return await _sent(desk, draft)


async def invite_again(desk: Desk, old: Match, user_id: int) -> Invitation:
    """Invite the other player to the rematch of a match between people; whoever was second begins."""
    first, second = (player.user_id or 0 for player in old.players)
    other = second if user_id == first else first
    draft = Invitation(0, old.game_slug, old.place, user_id, other, second, desk.now(), rematch_of=old.id)
    # One that has expired must not stand in the way.
    await desk.storage.expire_invitations(desk.now() - LIFETIME)
    return await _sent(desk, draft)


async def _sent(desk: Desk, draft: Invitation) -> Invitation:
    return await desk.storage.add_invitation(draft) or await refuse_second(desk, draft.rematch_of)


async def accept(desk: Desk, invitation_id: int, user_id: int, message_id: int) -> Match:
    """Begin the match; only the invited person can."""
    invitation = await _open_invitation(desk, invitation_id)
    _refuse_all_but(invitation.invitee_id, user_id, invitation, "accept")
    return await desk.storage.accept_invitation(
        invitation_id, _match_of(desk, invitation, message_id)
    ) or await _refuse_closed(desk, invitation_id)


async def decline(desk: Desk, invitation_id: int, user_id: int) -> Invitation:
    """Say no; only the invited person can."""
    invitation = await _open_invitation(desk, invitation_id)
    _refuse_all_but(invitation.invitee_id, user_id, invitation, "decline")
    return await _close(desk, invitation, "declined")


async def cancel(desk: Desk, invitation_id: int, user_id: int) -> Invitation:
    """Take the invitation back; only the inviter can."""
    invitation = await _open_invitation(desk, invitation_id)
    _refuse_all_but(invitation.inviter_id, user_id, invitation, "cancel")
    return await _close(desk, invitation, "cancelled")


def _match_of(desk: Desk, invitation: Invitation, message_id: int) -> Match:
    people = (invitation.inviter_id, invitation.invitee_id)
    begins = desk.rng.choice(people) if invitation.begins is None else invitation.begins
    second = people[1] if begins == people[0] else people[0]
    now = desk.now()
    return Match(
        id=0,
        game_slug=invitation.game_slug,
        place=invitation.place,
        players=(Participant(begins), Participant(second)),
        created_at=now,
        touched_at=now,
        message_id=message_id,
        rematch_of=invitation.rematch_of,
    )


async def _invitation(desk: Desk, invitation_id: int) -> Invitation:
    invitation = await desk.storage.invitation(invitation_id)
    if invitation is None:
        raise UnknownButtonError("This invitation is one I no longer know. Send a new one with `/challenge`.")
    return invitation


async def _open_invitation(desk: Desk, invitation_id: int) -> Invitation:
    invitation = await _invitation(desk, invitation_id)
    if invitation.fate is None and invitation.created_at < desk.now() - LIFETIME:
        await desk.storage.close_invitation(invitation_id, "expired")
        invitation = await _invitation(desk, invitation_id)
    if invitation.fate is not None:
        raise _closed(invitation)
    return invitation


async def _close(desk: Desk, invitation: Invitation, fate: Fate) -> Invitation:
    if not await desk.storage.close_invitation(invitation.id, fate):
        await _refuse_closed(desk, invitation.id)
    return replace(invitation, fate=fate)


async def _refuse_closed(desk: Desk, invitation_id: int) -> NoReturn:
    raise _closed(await _invitation(desk, invitation_id))


def _closed(invitation: Invitation) -> InvitationClosedError:
    fate = _FATES[invitation.fate or "expired"]
    return InvitationClosedError(f"This invitation {fate}", invitation)


def _refuse_all_but(allowed_id: int, user_id: int, invitation: Invitation, verb: str) -> None:
    if user_id == allowed_id:
        return
    advice = {
        invitation.inviter_id: "You can cancel it.",
        invitation.invitee_id: "You can decline it.",
    }.get(user_id, "Challenge somebody yourself with `/challenge`.")
    raise NotInvitedError(f"Only <@{allowed_id}> can {verb} this invitation. {advice}")
