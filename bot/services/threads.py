"""Matches that are played in a thread of their own, which the delivery creates."""

from bot.models import Match, Place
from bot.services import Context, find


async def move_to(context: Context, match: Match, place: Place) -> Match:
    """Return the match moved to the thread that was created for it, or to its channel if none could be.

    If another process was faster, it is where that one moved it.
    """
    await context.storage.matches.move_to(match, place)
    return await find.match_by_id(context, match.id)
