"""Invitations between people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bot.models.matches import Place

InvitationStatus = Literal["accepted", "declined", "cancelled", "expired"]


@dataclass(frozen=True)
class Invitation:
    """One person's offer of a match to another; `begins` is who moves first (None: drawn when it begins).

    `id` is 0 until it is stored.
    """

    id: int
    game_slug: str
    place: Place
    inviter_id: int
    invitee_id: int
    begins: int | None
    created_at: float
    status: InvitationStatus | None = None
    rematch_of: int | None = None


@dataclass(frozen=True)
class PressedInvitation:
    """A press on an invitation: which one, who pressed, on which message, and whether that has the button."""

    invitation_id: int
    user_id: int
    message_id: int
    has_button: bool
