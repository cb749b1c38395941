"""Which match a command or a press is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import (
    ForgottenMatchError,
    NoFinishedMatchError,
    NoMatchError,
    NoRunningMatchError,
    UnknownMatchError,
)
from bot.services import guards

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Context

_RECENT = 50


async def match_by_id(context: Context, match_id: int) -> Match:
    """Return the match a button names; ForgottenMatchError if there is none."""
    match = await context.storage.matches.find(match_id)
    if match is None:
        raise ForgottenMatchError
    return match


async def pressed_match(context: Context, pressed: Pressed) -> Match:
    """Return the match on whose board a button was pressed; refused as `guards.take_press` does."""
    return guards.take_press(await match_by_id(context, pressed.match_id), pressed)


async def own_match(context: Context, place: Place, user_id: int) -> Match:
    """Return the person's newest running match in the channel; NoRunningMatchError if there is none."""
    match = await context.storage.matches.find_running(place.channel_id, user_id)
    if match is None:
        raise NoRunningMatchError
    return match


async def shown_match(context: Context, place: Place, user_id: int) -> Match:
    """Return the person's newest running match in the channel, else the channel's newest match of all.

    Raises:
        NoMatchError: there has been none.
    """
    matches = context.storage.matches
    match = await matches.find_running(place.channel_id, user_id) or await matches.find_newest(
        place.channel_id
    )
    if match is None:
        raise NoMatchError
    return match


async def chosen_match(context: Context, place: Place, user_id: int, match_id: int | None) -> Match:
    """Return the match of this number, or the one that is meant without any.

    A number is known in the match's channel, and to its players everywhere. Without one it is, of those in
    the channel, the person's newest finished match, else the one that finished last, else the person's
    running one.

    Raises:
        NoMatchError: there is none.
    """
    if match_id is not None:
        return await _numbered_match(context, place, user_id, match_id)
    matches = context.storage.matches
    match = (
        await matches.find_newest_finished(place.channel_id, user_id)
        or await matches.find_last_finished(place.channel_id)
        or await matches.find_running(place.channel_id, user_id)
    )
    if match is None:
        raise NoFinishedMatchError
    return match


async def _numbered_match(context: Context, place: Place, user_id: int, match_id: int) -> Match:
    match = await context.storage.matches.find(match_id)
    if match is None or (match.place.channel_id != place.channel_id and match.seat_of(user_id) is None):
        raise UnknownMatchError(match_id)
    return match


async def recent_matches(context: Context, place: Place, user_id: int) -> list[Match]:
    """Return the newest matches of the channel that can be looked at, the person's own first."""
    matches = await context.storage.matches.list_newest(place.channel_id, user_id, _RECENT)
    return [match for match in matches if not guards.is_between_people_now(match)]
