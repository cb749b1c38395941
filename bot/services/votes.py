"""Votes about the next move of a match that a whole channel plays: cast, and closed by a move."""

import asyncio
from contextlib import suppress

from bot.errors import AnalysisError, MatchRefused, Reason, StaleBoardError
from bot.models import Deadline, Finding, Match, Pressed
from bot.services import Context, analyses, deadlines, find, guards
from bot.services.changes import change_match
from bot.services.play import follow, with_instant_reply
from engine import Action

_PAUSE = 0.05  # seconds until a vote is closed that could not be, as others were just voting


async def cast(context: Context, match: Match, user_id: int, action: Action) -> Match:
    """Vote for the next move of a match as it stands, and return it with all votes.

    Raises:
        StaleBoardError: the vote is closed.
    """
    now, votes = context.now(), context.storage.votes
    due_at = context.now.shared() + (match.pace or 0)
    voted = await votes.cast(match, user_id, action, now, due_at)
    if voted is None:
        raise StaleBoardError(await find.match_by_id(context, match.id))
    return voted


async def close_complete(context: Context, match: Match) -> None:
    """Close a vote for which nobody is waited any more."""
    if match.together is not None and match.together.is_complete(match.ply):
        await _close_round(context, match)


async def close_due(context: Context, deadline: Deadline) -> bool:
    """Close a vote of which the time is up; False if the deadline is none of a vote."""
    match = await deadlines.still(context, deadline)
    if match is None or match.together is None:
        return False
    await _close_round(context, match)
    return True


async def play_now(context: Context, pressed: Pressed) -> Match:
    """Close the vote at once, as who opened the match."""
    match = await find.pressed_match(context, pressed)
    guards.refuse_strangers(match, pressed.user_id)
    guards.refuse_out_of_turn(match, pressed.user_id)
    if match.together is None or not match.together.votes_at(match.ply):
        raise MatchRefused(match, Reason.NO_VOTES)
    await _close_round(context, match)
    return match


async def _close_round(context: Context, match: Match) -> None:
    """Play what most votes are for, and keep what the moves were worth; nothing if others have done it."""
    finding = await _evaluate_moves(context, match)

    def step(current: Match) -> Match:
        if current.is_over or current.ply != match.ply or current.together is None:
            return current
        chosen = current.together.tally(current.ply).chosen
        return with_instant_reply(context, current.with_move(chosen, context.now()))

    while True:
        with suppress(StaleBoardError):
            follow(context, await change_match(context, match.id, step, finding))
            return
        await asyncio.sleep(_PAUSE)


async def _evaluate_moves(context: Context, match: Match) -> Finding | None:
    """Return what the moves are worth, None if nobody can tell just now."""
    seconds = context.reply_seconds
    with suppress(AnalysisError):
        analysis = await analyses.analyse(
            context, match, match.ply, seconds=seconds, asker_id=match.person_id
        )
        return Finding(match.id, match.ply, seconds, analysis.moves)
    return None
