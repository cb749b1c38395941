"""Matches that are to be played in a thread of their own, which somebody else begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.services import find

if TYPE_CHECKING:
    from bot.models import Match, Place
    from bot.services import Context


async def move(context: Context, match: Match, place: Place) -> Match:
    """Return the match as it stands, played in the thread that was begun for it, or where none could be.

    If others were faster, it is where they have moved it.
    """
    await context.storage.matches.move(match, place)
    return await find.match_by_id(context, match.id)
