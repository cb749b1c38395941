"""Giving up a match: asked twice by button, at once by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import NotAskedError
from bot.services import find
from engine import Outcome

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Desk


async def confirm(desk: Desk, pressed: Pressed, asked_id: int) -> Match:
    """End the match by the second press; NotAskedError if the question was put to the other player."""

    def step(match: Match) -> Match:
        match = find.pressed_match(match, pressed)
        if pressed.user_id != asked_id:
            sentence = f"This question is for <@{asked_id}>. If you want to resign, use `/resign`."
            raise NotAskedError(sentence, match)
        return _resigned(desk, match, asked_id)

    return await find.changed(desk, pressed.match_id, step)


async def by_command(desk: Desk, place: Place, user_id: int) -> Match:
    """End the person's newest running match in the channel."""
    return await find.own_changed(desk, place, user_id, lambda match: _resigned(desk, match, user_id))


def _resigned(desk: Desk, match: Match, user_id: int) -> Match:
    return match.ended(Outcome.SECOND if match.seat_of(user_id) == 0 else Outcome.FIRST, desk.now())
