"""What must end by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.services.invite import LIFETIME

if TYPE_CHECKING:
    from bot.services import Desk

UNTOUCHED = 7 * 24 * 3600.0
"""Seconds after its last move when a running match counts as abandoned."""


async def tidy(desk: Desk) -> tuple[int, int]:
    """Abandon untouched matches and expire unanswered invitations; return how many of each."""
    now = desk.now()
    return (
        await desk.storage.abandon_untouched(now - UNTOUCHED, now),
        await desk.storage.expire_invitations(now - LIFETIME),
    )
