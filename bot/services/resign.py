"""Giving up a match: asked twice by button, at once by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import NotAskedError
from bot.services import guards
from bot.services.changes import change_match, change_own_match
from bot.services.play import Progress, follow
from engine import Outcome

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Context


async def confirm(context: Context, pressed: Pressed, asked_id: int) -> Progress:
    """End the match by the second press; NotAskedError if the question was put to the other player."""

    def step(match: Match) -> Match:
        match = guards.take_press(match, pressed)
        if pressed.user_id != asked_id:
            raise NotAskedError(match, asked_id)
        return _resigned(context, match, asked_id)

    return follow(context, await change_match(context, pressed.match_id, step))


async def by_command(context: Context, place: Place, user_id: int) -> Progress:
    """End the person's newest running match in the channel."""

    def step(match: Match) -> Match:
        return _resigned(context, match, user_id)

    return follow(context, await change_own_match(context, place, user_id, step))


def _resigned(context: Context, match: Match, user_id: int) -> Match:
    return match.with_end(Outcome.SECOND if match.seat_of(user_id) == 0 else Outcome.FIRST, context.now())
