"""Moves, and Maxine's replies to them: at once if she need not think, else when she has thought."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import engine
from bot.errors import (
    AnalysisError,
    IllegalMoveError,
    NotYourTurnError,
    OfflineError,
    ReplyError,
    StorageError,
    UnknownMoveError,
)
from bot.services import find

if TYPE_CHECKING:
    from bot.models import Match, Place, Pressed
    from bot.services import Context

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """What there is to show of a match: as it is now and, where Maxine has to think, after her move.

    `reply` raises ReplyError if she could not make it. She thinks whether or not anybody waits for it.
    """

    match: Match
    reply: asyncio.Task[Match] | None = None


def follow(context: Context, match: Match) -> Progress:
    """Let Maxine think if it is her turn; whoever asks about the match meanwhile waits for the same move."""
    if match.awaited_level is None:
        return Progress(match)
    task = context.replies.get(match.id)
    if task is None:
        task = context.replies[match.id] = asyncio.create_task(reply(context, match))
        task.add_done_callback(lambda done: _forget(context, match.id, done))
    return Progress(match, task)


def _forget(context: Context, match_id: int, task: asyncio.Task[Match]) -> None:
    del context.replies[match_id]
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error.__cause__, OfflineError):
        _log.warning("The reply in match %d is put off: %s", match_id, error.__cause__ or error)


async def shown(context: Context, place: Place, user_id: int) -> Progress:
    """Return the match that is shown where a person asks for a board, and let it go on."""
    return follow(context, await find.shown_match(context, place, user_id))


async def press(context: Context, pressed: Pressed, action: int) -> Progress:
    """Play the action of a pressed cell, and Maxine's reply if it takes no thought."""

    def step(match: Match) -> Match:
        return _played(context, find.pressed_match(match, pressed), action, pressed.user_id)

    return follow(context, await find.changed(context, pressed.match_id, step))


async def by_name(context: Context, place: Place, user_id: int, name: str) -> Progress:
    """Play the move of this name in the person's newest running match in the channel."""

    def step(match: Match) -> Match:
        refuse_out_of_turn(match, user_id)
        return _played(context, match, _action_named(match, name), user_id)

    return follow(context, await find.own_changed(context, place, user_id, step))


async def names(context: Context, place: Place, user_id: int, typed: str) -> list[str]:
    """Return the names of the person's legal moves that begin with what was typed."""
    match = await context.storage.running_match(place.channel_id, user_id)
    if match is None or match.to_move.user_id != user_id:
        return []
    return [name for name in _legal_names(match) if name.startswith(typed.strip().lower())]


def with_reply(context: Context, match: Match) -> Match:
    """Return the match after Maxine's move, if it is her turn and she need not think about it."""
    if match.awaited_level is None:
        return match
    player = engine.get_player(match.awaited_level)
    if not player.is_instant(match.game):
        return match
    return match.played(player.choose(match.state, None, context.rng).action, context.now())


async def reply(context: Context, match: Match) -> Match:
    """Let Maxine think and move if it is her turn, and return the match as it stands then.

    If it has moved on or ended meanwhile, it is left as it is, so a reply asked for twice is made once.

    Raises:
        ReplyError: she could not, and it is still her turn.
    """
    level = match.awaited_level
    if level is None:
        return match
    try:
        return await _thought_out_reply(context, match, level)
    except (AnalysisError, StorageError) as error:
        raise ReplyError from error


async def _thought_out_reply(context: Context, match: Match, level: str) -> Match:
    seconds, seed = context.reply_seconds, context.rng.getrandbits(64)
    choice = await context.analysts.choose(level, match.state, seconds=seconds, seed=seed)

    def step(current: Match) -> Match:
        if current.is_over or current.ply != match.ply:
            return current
        return current.played(choice.action, context.now())

    return await find.changed(context, match.id, step)


def _played(context: Context, match: Match, action: int, user_id: int) -> Match:
    refuse_out_of_turn(match, user_id)
    try:
        return with_reply(context, match.played(action, context.now()))
    except engine.IllegalActionError as error:
        raise IllegalMoveError(match) from error


def _action_named(match: Match, name: str) -> int:
    try:
        return match.game.action_named(match.state, name)
    except engine.UnknownNameError as error:
        raise UnknownMoveError(match, error) from error


def _legal_names(match: Match) -> list[str]:
    return [match.game.name_of(match.state, action) for action in match.state.actions()]


def refuse_out_of_turn(match: Match, user_id: int) -> None:
    """Raise NotYourTurnError if the person is not the one to move."""
    if match.to_move.user_id != user_id:
        raise NotYourTurnError(match)
