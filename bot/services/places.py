"""Matches that move to a thread of their own, or to another channel, as theirs is gone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot import policy
from bot.errors import MatchRefused, Reason, UnknownButtonError
from bot.models import Asker, DormantMatch, Match, Place
from bot.services import Context, find, guards, settings

MOST_DORMANT = 50
"""Matches checked in a round."""


@asynccontextmanager
async def dormant_matches(context: Context, after: float) -> AsyncIterator[list[DormantMatch]]:
    """Yield some matches, touched after a time, whose channels are to be checked.

    Only one process at a time gets them, while the block runs; none if the clock was not compared lately.
    """
    before = context.now() - policy.DORMANT_MATCH_SECONDS
    async with context.storage.leases.held("places") as is_ours:
        is_due = is_ours and context.now.is_confirmed
        yield await context.storage.matches.list_dormant(after, before, MOST_DORMANT) if is_due else []


async def record_presence(context: Context, dormant: DormantMatch, *, is_gone: bool) -> None:
    """Note whether the channel of a match is gone; if it was for a day, end the match without a result."""
    matches, now = context.storage.matches, context.now()
    if not is_gone:
        if dormant.gone_at != 0:
            await matches.record_place(dormant, 0)
    elif not dormant.gone_at or dormant.gone_at < dormant.touched_at:
        await matches.record_place(dormant, now)
    elif dormant.gone_at < now - policy.STOPPED_CLOCK_SECONDS:
        await matches.lose(dormant, now)


async def movable(context: Context, asker: Asker, match_id: int) -> Match:
    """Return a match of a player whose clock is stopped; MatchRefused if it is not."""
    match = await find.match_by_id(context, match_id)
    guards.refuse_strangers(match, asker.user_id)
    guards.refuse_if_over(match)
    await settings.refuse_elsewhere(context, asker.place)
    if not match.is_stopped:
        raise MatchRefused(match, Reason.NOT_STOPPED)
    return match


async def agree(context: Context, asker: Asker, match_id: int, seat: int, message_id: int) -> Match:
    """Continue a match in the message by which the other player, who has this seat, asked for it."""
    match = await movable(context, asker, match_id)
    if not asker.is_shown or seat > 1:
        raise UnknownButtonError
    if match.seat_of(asker.user_id) == seat:
        raise MatchRefused(match, Reason.NOT_MOVED, match.players[1 - seat])
    moved = await move_here(context, asker, match)
    shown_id, _ = await context.storage.matches.set_message(match_id, message_id)
    return moved.shown_in(shown_id)


async def move_here(context: Context, asker: Asker, match: Match) -> Match:
    """Move a match whose clock is stopped to the channel of the request, and continue it."""
    moved = await move_to(context, match, asker.place)
    if moved.place != asker.place:  # another request was faster
        raise MatchRefused(moved, Reason.NOT_STOPPED)
    return moved


async def move_to(context: Context, match: Match, place: Place) -> Match:
    """Return the match moved to the thread that was created for it, or to its channel if none could be.

    If another process was faster, it is where that one moved it.
    """
    await context.storage.matches.move_to(match, place)
    return await find.match_by_id(context, match.id)
