"""Invitations between people: a match begins only when the invited one accepts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from bot.errors import (
    ForgottenInvitationError,
    InvitationClosedError,
    ManyInvitationsError,
    NotInvitedError,
    RematchBegunError,
    RematchInvitedError,
    SelfChallengeError,
    UnknownButtonError,
)
from bot.models import Invitation, Match, Participant
from bot.services import guards
from bot.services.play import Progress, follow

if TYPE_CHECKING:
    from bot.models import Challenge, InvitationStatus, PressedInvitation
    from bot.services import Context

LIFETIME = 24 * 3600.0
"""Seconds until an unanswered invitation expires."""

_MOST, _WINDOW = 5, 3600.0  # so many may one person send within so many seconds that nobody accepts: all ping


async def invite(context: Context, challenge: Challenge, invitee_id: int) -> Invitation:
    """Invite another person to a match; SelfChallengeError if it is oneself."""
    guards.refuse_unknown_game(challenge.game_slug)
    inviter_id = challenge.user_id
    if inviter_id == invitee_id:
        raise SelfChallengeError
    begins = {"me": inviter_id, "opponent": invitee_id, "random": None}[challenge.first]
    draft = Invitation(0, challenge.game_slug, challenge.place, inviter_id, invitee_id, begins, context.now())
    return await _sent(context, draft)


async def invite_again(context: Context, old: Match, user_id: int) -> Invitation:
    """Invite the other player to the rematch of a match between people; whoever was second begins."""
    first, second = (player.user_id or 0 for player in old.players)
    other = second if user_id == first else first
    draft = Invitation(0, old.game_slug, old.place, user_id, other, second, context.now(), rematch_of=old.id)
    # One that has expired must not stand in the way.
    await context.storage.invitations.expire(context.now() - LIFETIME)
    return await _sent(context, draft)


async def _sent(context: Context, draft: Invitation) -> Invitation:
    sent = await context.storage.invitations.add(draft, _MOST, draft.created_at - _WINDOW)
    return sent or await refuse_draft(context, draft.rematch_of)


async def refuse_draft(context: Context, rematch_of: int | None) -> NoReturn:
    """Say why a match or an invitation was not stored.

    The rematch of this match has begun, the invitation to it is out, or the person has sent enough of them.
    """
    if rematch_of is not None:
        rematch = await context.storage.matches.find_rematch(rematch_of)
        if rematch is not None:
            raise RematchBegunError(rematch)
        if await context.storage.invitations.find_rematch(rematch_of) is not None:
            raise RematchInvitedError
    raise ManyInvitationsError(_MOST)


async def accept(context: Context, pressed: PressedInvitation) -> Progress:
    """Begin the match; only the invited person can. If they accept once more, it is the match as it stands.

    For the answer to the first press may be lost, and its message not be drawn.
    """
    try:
        match = await _accept(context, pressed)
    except InvitationClosedError as closed:
        is_invitee = pressed.user_id == closed.invitation.invitee_id
        if closed.match is None or closed.match.message_id != pressed.message_id or not is_invitee:
            raise
        match = closed.match
    return follow(context, match)


async def _accept(context: Context, pressed: PressedInvitation) -> Match:
    invitation = await _open_invitation(context, pressed)
    _refuse_all_but(invitation.invitee_id, pressed.user_id, invitation)
    draft = _match_of(context, invitation, pressed.message_id)
    match = await context.storage.invitations.accept(invitation, draft)
    return match or await _refuse_closed(context, pressed)


async def decline(context: Context, pressed: PressedInvitation) -> Invitation:
    """Say no; only the invited person can."""
    invitation = await _open_invitation(context, pressed)
    _refuse_all_but(invitation.invitee_id, pressed.user_id, invitation)
    return await _close(context, pressed, invitation, "declined")


async def cancel(context: Context, pressed: PressedInvitation) -> Invitation:
    """Take the invitation back; only the inviter can."""
    invitation = await _open_invitation(context, pressed)
    _refuse_all_but(invitation.inviter_id, pressed.user_id, invitation)
    return await _close(context, pressed, invitation, "cancelled")


def _match_of(context: Context, invitation: Invitation, message_id: int) -> Match:
    people = (invitation.inviter_id, invitation.invitee_id)
    begins = context.rng.choice(people) if invitation.begins is None else invitation.begins
    second = people[1] if begins == people[0] else people[0]
    now = context.now()
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


async def _invitation(context: Context, pressed: PressedInvitation) -> Invitation:
    """Return the invitation that is pressed on; ForgottenInvitationError if there is none.

    That there is one is told only to the two, and where a message shows it: an id can be forged.
    """
    invitation = await context.storage.invitations.find(pressed.invitation_id)
    if invitation is None or not _is_seen(invitation, pressed):
        raise ForgottenInvitationError
    return invitation


def _is_seen(invitation: Invitation, pressed: PressedInvitation) -> bool:
    return pressed.has_button or pressed.user_id in {invitation.inviter_id, invitation.invitee_id}


async def _open_invitation(context: Context, pressed: PressedInvitation) -> Invitation:
    """Return the invitation that is pressed on; UnknownButtonError if the message is not its own."""
    invitation = await _invitation(context, pressed)
    is_late = invitation.created_at < context.now() - LIFETIME
    if invitation.status is None and is_late:
        await context.storage.invitations.save(invitation, replace(invitation, status="expired"))
    if invitation.status is not None or is_late:
        await _refuse_closed(context, pressed)
    if not pressed.has_button:
        raise UnknownButtonError
    return invitation


async def _close(
    context: Context, pressed: PressedInvitation, invitation: Invitation, status: InvitationStatus
) -> Invitation:
    closed = replace(invitation, status=status)
    if not await context.storage.invitations.save(invitation, closed):
        await _refuse_closed(context, pressed)
    return closed


async def _refuse_closed(context: Context, pressed: PressedInvitation) -> NoReturn:
    invitation = await _invitation(context, pressed)
    raise InvitationClosedError(invitation, await context.storage.matches.find_accepted(invitation.id))


def _refuse_all_but(allowed_id: int, user_id: int, invitation: Invitation) -> None:
    if user_id != allowed_id:
        raise NotInvitedError(invitation, user_id, allowed_id)
