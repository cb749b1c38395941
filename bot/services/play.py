"""Moves, and Maxine's replies to them: in small games at once, in others when she has thought about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import AnalysisError, NotYourTurnError, ReplyError, StorageError, UnknownMoveError
from bot.services import find
from engine.games.in_a_row import InARow

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Desk
    from engine import Analysis


async def press(desk: Desk, pressed: Pressed, action: int) -> Match:
    """Play the action of a pressed cell, and Maxine's reply if it takes no thought; return the match."""

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
    """Return the match after Maxine's move, if it is her turn and she need not think about it."""
    level = match.awaited_level
    if level is None or not match.game.is_small:
        return match
    return _replied(desk, match, level, engine.analyse(match.state))


async def reply(desk: Desk, match: Match) -> Match:
    """Let Maxine think and move if it is her turn, and return the match as it stands then.

    If it has moved on or ended meanwhile, it is left as it is, so a reply asked for twice is made once.

    Raises:
        ReplyError: she could not, and it is still her turn.
    """
    level = match.awaited_level
    if level is None:
        return match
    try:
        return await _thought_out_reply(desk, match, level)
    except (AnalysisError, StorageError) as error:
        raise ReplyError(
            "I could not make my move just now. Nothing is lost: `/board` lets me try again."
        ) from error


async def _thought_out_reply(desk: Desk, match: Match, level: str) -> Match:
    analysis = await desk.analysts.analyse(match.state, seconds=desk.reply_seconds, depth=engine.depth(level))

    def step(current: Match) -> Match:
        if current.is_over or current.ply != match.ply:
            return current
        return _replied(desk, current, level, analysis)

    return await find.changed(desk, match.id, step)


def _replied(desk: Desk, match: Match, level: str, analysis: Analysis) -> Match:
    return match.played(engine.choose(analysis, level, desk.rng), desk.now())


def _played(desk: Desk, match: Match, action: int, user_id: int) -> Match:
    refuse_out_of_turn(match, user_id)
    try:
        return with_reply(desk, match.played(action, desk.now()))
    except engine.IllegalActionError as error:
        fault = "This cell is taken" if isinstance(match.game, InARow) else "This move is not legal"
        legal = ", ".join(_legal_names(match))
        raise UnknownMoveError(f"{fault}. The legal moves are {legal}.", match) from error


def _action_named(match: Match, name: str) -> int:
    try:
        return match.game.action_named(match.state, name)
    except engine.UnknownNameError as error:
        raise UnknownMoveError(str(error), match, error) from error


def _legal_names(match: Match) -> list[str]:
    return [match.game.name_of(match.state, action) for action in match.state.actions()]


def refuse_out_of_turn(match: Match, user_id: int) -> None:
    """Raise NotYourTurnError if the person is not the one to move."""
    if match.to_move.user_id != user_id:
        raise NotYourTurnError(
            f"It is not your turn. Please wait until {match.to_move.name} has moved.", match
        )
