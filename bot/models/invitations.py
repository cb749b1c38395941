"""Invitations between people, and what keeps them from inviting each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from bot.models.places import Place

InvitationStatus = Literal["accepted", "declined", "cancelled", "expired"]

WHOEVER_ACCEPTS: Final = 0
"""Who begins, where that is whoever accepts an open invitation."""


@dataclass(frozen=True)
class Invitation:
    """One person's offer of a match to another, or to whoever accepts it first (`invitee_id` None).

    `begins` is who moves first (None: drawn when it begins). `id` is 0 until it is stored. `pace` and
    `is_rated` are those of the match. `closed_at` is when it was answered.
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

    def closed(self, status: InvitationStatus, now: float) -> Invitation:
        """Return the invitation answered, cancelled or expired."""
        return replace(self, status=status, closed_at=now)

    def accepted_by(self, user_id: int, now: float) -> Invitation:
        """Return the invitation accepted; an open one is to that person from then on."""
        begins = user_id if self.begins == WHOEVER_ACCEPTS else self.begins
        return replace(self.closed("accepted", now), invitee_id=user_id, begins=begins)


@dataclass(frozen=True)
class PressedInvitation:
    """A press on an invitation: which one, who pressed, on which message, whether that has it, and where."""

    invitation_id: int
    user_id: int
    message_id: int
    has_button: bool
    place: Place


class Since(NamedTuple):
    """Since when invitations count: those that somebody sent, and those that somebody has not answered."""

    sent: float
    waiting: float


@dataclass(frozen=True)
class Footing:
    """How an inviter and an invitee stand to each other; of an open invitation only the first is known.

    `unaccepted`: how many invitations of the inviter nobody has accepted; `waiting`: how many the invitee,
    whoever sent them, has yet to answer; `declined`: how many of the inviter's the invitee has declined since
    the last that they accepted, and when the last of them (`declined_at`). `is_blocked`: the invitee does not
    want to be challenged by the inviter, or by anybody; `is_blocking`: nor the inviter by the invitee.
    """

    unaccepted: int
    waiting: int
    declined: int
    declined_at: float | None
    is_blocked: bool
    is_blocking: bool


@dataclass(frozen=True)
class Blocks:
    """Whose challenges somebody does not want: those of some people, or those of everybody."""

    people: tuple[int, ...] = ()
    has_everybody: bool = False
