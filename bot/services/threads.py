"""Matches that are played in a thread of their own, which the delivery creates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.services import find

if TYPE_CHECKING:
    from bot.models import Match, Place
    from bot.services import Context


async def move(context: Context, match: Match, place: Place) -> Match:
    """Return the match moved to the thread that was created for it, or to its channel if none could be.

    If another process was faster, it is where that one moved it.
    """
    await context.storage.matches.move(match, place)
    return await find.match_by_id(context, match.id)
