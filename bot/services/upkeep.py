"""What must end, or go on, by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.services.invite import LIFETIME

if TYPE_CHECKING:
    from bot.models import Match
    from bot.services import Context

UNTOUCHED = 7 * 24 * 3600.0
"""Seconds after its last move when a running match counts as abandoned."""

_LEASE = "tidy"


async def tidy(context: Context) -> tuple[int, int]:
    """Abandon untouched matches and expire unanswered invitations; return how many of each.

    A clock that was not compared lately ends nothing: it may be wrong, above all at a start. Processes do it
    one at a time, but each in its turn, as any clock may be the only one that was compared.
    """
    leases = context.storage.leases
    if not context.now.is_confirmed or not await leases.take(_LEASE):
        return 0, 0
    try:
        now = context.now()
        return (
            await context.storage.matches.abandon(now - UNTOUCHED, now),
            await context.storage.invitations.expire(now - LIFETIME),
        )
    finally:
        leases.drop(_LEASE)


async def awaited(context: Context) -> list[Match]:
    """Return the matches that wait for Maxine's reply, as after a crash while she was thinking."""
    return await context.storage.matches.list_awaited()


async def undrawn(context: Context) -> list[Match]:
    """Return the matches that are not confirmed to be shown as they are, as after a crash before that."""
    return await context.storage.matches.list_undrawn()
