"""Giving up a match: asked twice by button, at once by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import NotAskedError
from bot.services import find
from bot.services.play import Progress
from engine import Outcome

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Context


async def confirm(context: Context, pressed: Pressed, asked_id: int) -> Progress:
    """End the match by the second press; NotAskedError if the question was put to the other player."""

    def step(match: Match) -> Match:
        match = find.pressed_match(match, pressed)
        if pressed.user_id != asked_id:
            raise NotAskedError(match, asked_id)
        return _resigned(context, match, asked_id)

    return Progress(await find.changed(context, pressed.match_id, step))


async def by_command(context: Context, place: Place, user_id: int) -> Progress:
    """End the person's newest running match in the channel."""
    ended = await find.own_changed(context, place, user_id, lambda match: _resigned(context, match, user_id))
    return Progress(ended)


def _resigned(context: Context, match: Match, user_id: int) -> Match:
    return match.ended(Outcome.SECOND if match.seat_of(user_id) == 0 else Outcome.FIRST, context.now())
