"""Moves, and Maxine's replies to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import NotYourTurnError, UnknownMoveError
from bot.services import find

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Desk


async def press(desk: Desk, pressed: Pressed, action: int) -> Match:
    """Play the action of a pressed cell and Maxine's reply, and return the match once both are safe."""

    def step(match: Match) -> Match:
        return _played(desk, find.pressed_match(match, pressed), action, pressed.user_id)

    return await find.changed(desk, pressed.match_id, step)


async def by_name(desk: Desk, place: Place, user_id: int, name: str) -> Match:
    """Play the move of this name in the person's newest running match in the channel."""

    def step(match: Match) -> Match:
        refuse_out_of_turn(match, user_id)
        return _played(desk, match, _action_named(match, name), user_id)

    return await find.own_changed(desk, place, user_id, step)


async def names(desk: Desk, place: Place, user_id: int, typed: str) -> list[str]:
    """Return the names of the person's legal moves that begin with what was typed."""
    match = await desk.storage.running_match(place.channel_id, user_id)
    if match is None or match.to_move.user_id != user_id:
        return []
    return [name for name in _legal_names(match) if name.startswith(typed.strip().lower())]


def with_reply(desk: Desk, match: Match) -> Match:
    """Return the match after Maxine's move, if it is her turn."""
    while not match.is_over and (level := match.to_move.level) is not None:
        action = engine.choose(engine.analyse(match.state), level, desk.rng)
        match = match.played(action, desk.now())
    return match


def _played(desk: Desk, match: Match, action: int, user_id: int) -> Match:
    refuse_out_of_turn(match, user_id)
    try:
        return with_reply(desk, match.played(action, desk.now()))
    except engine.IllegalActionError as error:
        legal = ", ".join(_legal_names(match))
        raise UnknownMoveError(f"This cell is taken. The legal moves are {legal}.", match) from error


def _action_named(match: Match, name: str) -> int:
    try:
        return match.game.action_named(match.state, name)
    except ValueError as error:
        raise UnknownMoveError(str(error), match) from error


def _legal_names(match: Match) -> list[str]:
    return [match.game.name_of(match.state, action) for action in match.state.actions()]


def refuse_out_of_turn(match: Match, user_id: int) -> None:
    """Raise NotYourTurnError if the person is not the one to move."""
    if match.to_move.user_id != user_id:
        raise NotYourTurnError(
            f"It is not your turn. Please wait until {match.to_move.name} has moved.", match
        )
