"""Invitations between people, and what prevents them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from bot.models.places import Place

InvitationStatus = Literal["accepted", "declined", "cancelled", "expired"]

WHOEVER_ACCEPTS: Final = 0
"""Who begins, where that is the person who accepts an open invitation."""


@dataclass(frozen=True)
class Invitation:
    """One person's offer of a match to another, or to the first one who accepts (`invitee_id` None).

    `begins` is who moves first (None: drawn when it begins). `id` is 0 until it is stored. `pace` and
    `is_rated` are those of the match. `closed_at` is when it was answered. `message_id` is the message that
    shows it open, None once that was redrawn.
    """

    id: int
    game_slug: str
    place: Place
    inviter_id: int
    invitee_id: int | None
    begins: int | None
    created_at: float
    status: InvitationStatus | None = None
    rematch_of: int | None = None
    pace: int | None = None
    is_rated: bool = False
    closed_at: float | None = None
    message_id: int | None = None

    def closed(self, status: InvitationStatus, now: float) -> Invitation:
        """Return the invitation answered, cancelled or expired."""
        return replace(self, status=status, closed_at=now)

    def accepted_by(self, user_id: int, now: float) -> Invitation:
        """Return the invitation accepted; an open one then belongs to that person."""
        begins = user_id if self.begins == WHOEVER_ACCEPTS else self.begins
        return replace(self.closed("accepted", now), invitee_id=user_id, begins=begins)


@dataclass(frozen=True)
class PressedInvitation:
    """A press on an invitation: which one, who pressed, on which message, if that has the button, where."""

    invitation_id: int
    user_id: int
    message_id: int
    has_button: bool
    place: Place


class InvitationWindow(NamedTuple):
    """Times from which invitations count: those that a person sent, and those that one has not answered."""

    sent: float
    waiting_since: float


@dataclass(frozen=True)
class Relation:
    """The relation of an inviter and an invitee; of an open invitation only the inviter is known.

    `unaccepted`: how many of the inviter's invitations were not accepted; `waiting`: how many from all
    senders the invitee has yet to answer; `declined`: how many of the inviter's the invitee has declined
    since the last that they accepted, and when the last of them (`declined_at`). `is_blocked`: the invitee
    blocks the inviter, or everybody; `is_blocking`: the inviter blocks the invitee.
    """

    unaccepted: int
    waiting: int
    declined: int
    declined_at: float | None
    is_blocked: bool
    is_blocking: bool


@dataclass(frozen=True)
class Blocks:
    """The people whose challenges a person blocks: some by name, or everybody."""

    people: tuple[int, ...] = ()
    has_everybody: bool = False
