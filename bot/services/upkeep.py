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
    return await context.storage.awaited_matches(
        [slug for slug in engine.game_slugs() if _is_awaited_in(slug)]
    )


def _is_awaited_in(game_slug: str) -> bool:
    """Whether somebody may have to wait for a reply in that game: those of all others are made at once."""
    game = engine.get_game(game_slug)
    return not all(engine.get_player(name).is_instant(game) for name in engine.player_names())
