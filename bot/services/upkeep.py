"""What must end, or go on, by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.services.invite import LIFETIME

if TYPE_CHECKING:
    from bot.models import Match
    from bot.services import Context

UNTOUCHED = 7 * 24 * 3600.0
"""Seconds after its last move when a running match counts as abandoned."""


async def tidy(context: Context) -> tuple[int, int]:
    """Abandon untouched matches and expire unanswered invitations; return how many of each."""
    now = context.now()
    return (
        await context.storage.abandon_untouched(now - UNTOUCHED, now),
        await context.storage.expire_invitations(now - LIFETIME),
    )


async def awaited(context: Context) -> list[Match]:
    """Return the matches that wait for Maxine's reply, as after a crash while she was thinking."""
    large = [slug for slug in engine.game_slugs() if not engine.get_game(slug).is_small]
    return await context.storage.awaited_matches(large)
