"""Invitations between people: a match begins only when the invited person accepts."""

from contextlib import suppress
from dataclasses import replace
from typing import Literal, NoReturn

from bot import policy
from bot.errors import (
    InvitationClosedError,
    MatchRefused,
    NotInvitedError,
    Reason,
    Refused,
    StorageError,
    UnknownButtonError,
)
from bot.models import (
    WHOEVER_ACCEPTS,
    Asker,
    Challenge,
    First,
    Invitation,
    InvitationWindow,
    Match,
    Participant,
    PressedInvitation,
    Relation,
)
from bot.services import Context, guards, settings
from bot.services.play import begin_match

_PAUSES = (600.0, 3600.0, 24 * 3600.0)
"""Seconds after each decline in a row until the same person may ask again."""


async def invite(context: Context, challenge: Challenge, invitee_id: int | None) -> Invitation:
    """Invite another person to a match, or the first one who accepts."""
    guards.refuse_unknown_game(challenge.game_slug)
    await settings.refuse_elsewhere(context, challenge.place)
    return await _store_draft(context, _draft_invitation(context, challenge, invitee_id))


async def find_last(context: Context, user_id: int) -> Match | Invitation | None:
    """Return what shows a person's last choices: their newest match or invitation, None if there is none."""
    match = await context.storage.matches.find_newest_of(user_id)
    sent = await context.storage.invitations.find_newest(user_id)
    return match if sent is None or (match and match.created_at >= sent.created_at) else sent


async def invite_again(context: Context, old: Match, asker: Asker) -> Invitation:
    """Invite the other player to the rematch of a match between people; the one who was second begins."""
    user_id = asker.user_id
    first, second = (player.user_id or 0 for player in old.players)
    other = second if user_id == first else first
    if other < 0:
        raise Refused(Reason.LEFT_OPPONENT)
    begins: First = "me" if user_id == second else "opponent"
    challenge = Challenge(asker.place, user_id, old.game_slug, begins, old.pace, is_rated=old.is_rated)
    # An expired invitation must not stand in the way.
    await context.storage.invitations.expire(context.now() - policy.INVITATION_SECONDS)
    return await _store_draft(
        context, replace(_draft_invitation(context, challenge, other), rematch_of=old.id)
    )


def _draft_invitation(context: Context, challenge: Challenge, invitee_id: int | None) -> Invitation:
    inviter_id, opponent_id = challenge.user_id, invitee_id or WHOEVER_ACCEPTS
    return Invitation(
        id=0,
        game_slug=challenge.game_slug,
        place=challenge.place,
        inviter_id=inviter_id,
        invitee_id=invitee_id,
        begins={"me": inviter_id, "opponent": opponent_id, "random": None}[challenge.first],
        created_at=context.now(),
        pace=challenge.pace,
        is_rated=challenge.is_rated is not False,
    )


async def _store_draft(context: Context, draft: Invitation) -> Invitation:
    invitations, now, sent = context.storage.invitations, draft.created_at, None
    window = InvitationWindow(now - policy.INVITATIONS_WINDOW_SECONDS, now - policy.INVITATION_SECONDS)
    while sent is None:  # other processes may write meanwhile, and each write changes what this one decides
        await refuse_rematch(context, draft.rematch_of)
        relation = await invitations.find_relation(draft, window)
        _refuse_pestering(draft, relation)
        sent = await invitations.add(draft, relation, window)
    return sent


def _refuse_pestering(draft: Invitation, relation: Relation) -> None:
    if relation.unaccepted >= policy.MOST_INVITATIONS:
        raise Refused(Reason.MANY_INVITATIONS, number=policy.MOST_INVITATIONS)
    if draft.invitee_id is None:
        return
    if relation.is_blocking:
        raise Refused(Reason.BLOCKING, player_id=draft.invitee_id)
    if relation.is_blocked:
        raise Refused(Reason.BLOCKED, player_id=draft.invitee_id)
    if relation.declined_at is not None:
        until = relation.declined_at + _PAUSES[min(relation.declined, len(_PAUSES)) - 1]
        if until > draft.created_at:
            raise Refused(Reason.DECLINED, player_id=draft.invitee_id, until=until)
    if relation.waiting >= policy.MOST_WAITING_INVITATIONS:
        raise Refused(Reason.PESTERED, player_id=draft.invitee_id, number=relation.waiting)


async def refuse_rematch(context: Context, rematch_of: int | None) -> None:
    """Refuse a second rematch: MatchRefused, or Refused if an invitation to it is waiting."""
    if rematch_of is not None:
        rematch = await context.storage.matches.find_rematch(rematch_of)
        if rematch is not None:
            raise MatchRefused(rematch, Reason.REMATCH_BEGUN)
        if await context.storage.invitations.find_rematch(rematch_of) is not None:
            raise Refused(Reason.REMATCH_INVITED)


async def accept(context: Context, pressed: PressedInvitation) -> Match:
    """Begin the match; only the invited person can. If they accept once more, return the match as it stands.

    They may, as the answer to the first press can be lost. An open invitation is to the first person who
    accepts it.
    """
    try:
        return await _accept_invitation(context, pressed)
    except InvitationClosedError as closed:
        is_invitee = pressed.user_id == closed.invitation.invitee_id
        if closed.match is None or closed.match.message_id != pressed.message_id or not is_invitee:
            raise
        return closed.match


async def _accept_invitation(context: Context, pressed: PressedInvitation) -> Match:
    invitation = await _open_invitation(context, pressed)
    await settings.refuse_elsewhere(context, pressed.place)
    is_own = pressed.user_id == invitation.inviter_id
    if is_own or invitation.invitee_id not in {None, pressed.user_id}:
        raise NotInvitedError(invitation, pressed.user_id, invitation.invitee_id)
    accepted = invitation.accepted_by(pressed.user_id, context.now())
    draft = _match_of(context, accepted, pressed.message_id)
    match = await context.storage.invitations.accept(invitation, accepted, draft)
    if match is None:
        await _refuse_apart(context, accepted)
        await _refuse_closed(context, pressed)
    return match


async def _refuse_apart(context: Context, invitation: Invitation) -> None:
    """Raise Refused if one of two people blocks the other by name."""
    inviter_id, invitee_id = invitation.inviter_id, invitation.invitee_id
    if invitee_id in (await context.storage.blocks.find(inviter_id)).people:
        raise Refused(Reason.APART, player_id=inviter_id)
    if inviter_id in (await context.storage.blocks.find(invitee_id or 0)).people:
        raise Refused(Reason.BLOCKING, player_id=inviter_id)


async def decline(context: Context, pressed: PressedInvitation) -> Invitation:
    """Decline the invitation; only the invited person can."""
    return await _close_invitation(context, pressed, "declined")


async def cancel(context: Context, pressed: PressedInvitation) -> Invitation:
    """Withdraw the invitation; only the inviter can."""
    return await _close_invitation(context, pressed, "cancelled")


def _match_of(context: Context, invitation: Invitation, message_id: int) -> Match:
    people = (invitation.inviter_id, invitation.invitee_id)
    begins = context.rng.choice(people) if invitation.begins is None else invitation.begins
    second = people[1] if begins == people[0] else people[0]
    draft = Match(
        id=0,
        game_slug=invitation.game_slug,
        place=invitation.place,
        players=(Participant(begins), Participant(second)),
        message_id=message_id,
        rematch_of=invitation.rematch_of,
        pace=invitation.pace,
        is_rated=invitation.is_rated,
    )
    return begin_match(context, draft)


async def _invitation(context: Context, pressed: PressedInvitation) -> Invitation:
    """Return the invitation whose button was pressed; Refused if there is none.

    Only its two people learn of it, and others where a message shows it: an id can be forged.
    """
    invitation = await context.storage.invitations.find(pressed.invitation_id)
    if invitation is None:
        raise Refused(Reason.FORGOTTEN_INVITATION)
    if not pressed.has_button and pressed.user_id not in {invitation.inviter_id, invitation.invitee_id}:
        raise Refused(Reason.FORGOTTEN_INVITATION)
    return invitation


async def _open_invitation(context: Context, pressed: PressedInvitation) -> Invitation:
    """Return the invitation whose button was pressed; UnknownButtonError if the message is not its own."""
    invitation = await _invitation(context, pressed)
    is_late = invitation.created_at < context.now() - policy.INVITATION_SECONDS
    if invitation.status is None and is_late:
        await context.storage.invitations.save(invitation, invitation.closed("expired", context.now()))
    if invitation.status is not None or is_late:
        await _refuse_closed(context, pressed)
    if not pressed.has_button:
        raise UnknownButtonError
    return invitation


async def _close_invitation(
    context: Context, pressed: PressedInvitation, status: Literal["declined", "cancelled"]
) -> Invitation:
    invitation = await _open_invitation(context, pressed)
    closer_id = invitation.invitee_id if status == "declined" else invitation.inviter_id
    if pressed.user_id != closer_id:
        raise NotInvitedError(invitation, pressed.user_id, closer_id)
    closed = invitation.closed(status, context.now())
    if not await context.storage.invitations.save(invitation, closed):
        await _refuse_closed(context, pressed)
    return closed


async def _refuse_closed(context: Context, pressed: PressedInvitation) -> NoReturn:
    invitation = await _invitation(context, pressed)
    raise InvitationClosedError(invitation, await context.storage.matches.find_accepted(invitation.id))


async def record_message(context: Context, invitation: Invitation, message_id: int) -> None:
    """Store which message shows the invitation; if that fails, the message is not redrawn when it expires."""
    with suppress(StorageError):  # logged already
        await context.storage.invitations.set_message(invitation.id, message_id)
