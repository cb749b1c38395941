"""Giving up a match: asked twice by button, at once by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import NotAskedError
from bot.services.find import own_match, pressed_match, refuse_overtaken
from engine import Outcome

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Desk


async def confirm(desk: Desk, pressed: Pressed, asked_id: int) -> Match:
    """End the match by the second press; NotAskedError if the question was put to the other player."""
    match = await pressed_match(desk, pressed)
    if pressed.user_id != asked_id:
        raise NotAskedError(f"This question is for <@{asked_id}>. To resign yourself, use `/resign`.", match)
    return await _resigned(desk, match, pressed.user_id) or await refuse_overtaken(desk, match)


async def by_command(desk: Desk, place: Place, user_id: int) -> Match:
    """End the person's newest running match in the channel."""
    while True:
        match = await own_match(desk, place, user_id)
        if after := await _resigned(desk, match, user_id):
            return after


async def _resigned(desk: Desk, match: Match, user_id: int) -> Match | None:
    """End the match; None if the other player moved meanwhile, or it has ended."""
    after = match.ended(Outcome.SECOND if match.seat_of(user_id) == 0 else Outcome.FIRST, desk.now())
    return after if await desk.storage.advance(match, after) else None
