"""Matches that cannot be shown where they are played, and go on where a player is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import MatchRefused, Reason, UnknownButtonError
from bot.services import find, guards, settings, show, threads
from bot.services.play import Progress

if TYPE_CHECKING:
    from bot.models import Asker, Match
    from bot.services import Context


async def movable(context: Context, asker: Asker, match_id: int) -> Match:
    """Return a match of a player whose clock stands still; MatchRefused if it does not."""
    match = await find.match_by_id(context, match_id)
    guards.refuse_strangers(match, asker.user_id)
    guards.refuse_if_over(match)
    await settings.refuse_elsewhere(context, asker.place)
    if not match.is_stopped:
        raise MatchRefused(match, Reason.NOT_STOPPED)
    return match


async def agree(context: Context, asker: Asker, match_id: int, seat: int, message_id: int) -> Progress:
    """Go on with a match in the message by which the other player, who has this seat, wished it."""
    match = await movable(context, asker, match_id)
    if not asker.is_shown or seat > 1:
        raise UnknownButtonError
    if match.seat_of(asker.user_id) == seat:
        raise MatchRefused(match, Reason.NOT_MOVED, match.players[1 - seat])
    moved = await move_here(context, asker, match)
    return Progress((await show.note(context, moved.match, message_id))[0])


async def move_here(context: Context, asker: Asker, match: Match) -> Progress:
    """Go on with a match where the person is, as its clock stands still where it was."""
    moved = await threads.move(context, match, asker.place)
    if moved.place != asker.place:  # others were faster
        raise MatchRefused(moved, Reason.NOT_STOPPED)
    return Progress(moved)
