"""Votes about the next move of a match that a whole channel plays: cast, and closed by a move."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from bot import policy
from bot.errors import AnalysisError, MatchRefused, Reason, Refused, StaleBoardError
from bot.models import Deadline, Finding, Match, Pressed, is_person
from bot.services import Context, analyses, deadlines, find, guards
from bot.services.play import change_match, pressed_match, with_instant_reply
from bot.services.replies import begin_reply
from engine import Action

IsAbsent: TypeAlias = Callable[[int], Awaitable[bool]]
"""Asks Discord whether a person cannot act on the server of a match; False if it does not say."""

_PAUSE = 0.05  # seconds until a vote is closed that could not be, as others were just voting


async def cast(context: Context, match: Match, user_id: int, action: Action) -> Match:
    """Vote for the next move of a match as it stands, and return it with all votes.

    Raises:
        Refused: who opened the match blocks the person.
        StaleBoardError: the vote is closed.
    """
    await _refuse_blocked(context, match, user_id)
    now, storage = context.now(), context.storage
    due_at = context.now.shared() + (match.pace or 0)
    voted = await storage.votes.cast(match, user_id, action, now, due_at)
    if voted is None:
        raise StaleBoardError(await find.match_by_id(context, match.id))
    storage.matches.record_votes(voted)
    return voted


async def close_complete(context: Context, match: Match, is_absent: IsAbsent | None = None) -> bool:
    """Close a vote in which no further people are waited for; return whether it was closed.

    People whom the opener blocks, and who are absent, are not waited for. Discord is asked about no more
    people after the first one who is there.
    """
    known = match.together
    missing = None if known is None or match.is_over else known.list_missing(match.ply)
    if missing is None:
        return False
    blocked = await _list_blocked(context, match) if missing else set()
    for user_id in missing:
        if user_id not in blocked and (is_absent is None or not await is_absent(user_id)):
            return False
    await _close_round(context, match)
    return True


async def _refuse_blocked(context: Context, match: Match, user_id: int) -> None:
    """Raise Refused if the opener of a match blocks the person."""
    if user_id in await _list_blocked(context, match):
        raise Refused(Reason.BLOCKED_VOTER, player_id=match.person_id)


async def _list_blocked(context: Context, match: Match) -> set[int]:
    """Return whom the opener of a match blocks by name."""
    return {*(await context.storage.blocks.find(match.person_id)).people}


async def close_due(context: Context, deadline: Deadline) -> bool:
    """Close a vote of which the time is up; False if the deadline is none of a vote."""
    match = await deadlines.still(context, deadline)
    if match is None or match.together is None:
        return False
    await _close_round(context, match)
    return True


async def play_now(context: Context, pressed: Pressed, is_gone: IsAbsent) -> Match:
    """Close the vote at once, as who opened the match."""
    match = await pressed_match(context, pressed)
    guards.refuse_strangers(match, await find_principal(context, match, pressed.user_id, is_gone))
    guards.refuse_out_of_turn(match, pressed.user_id)
    if match.together is None or not match.together.votes_at(match.ply):
        raise MatchRefused(match, Reason.NO_VOTES)
    await _close_round(context, match)
    return match


async def find_principal(context: Context, match: Match, user_id: int, is_gone: IsAbsent) -> int:
    """Return for whom a person acts in a match: for its opener if that is gone, else for themselves.

    Raises:
        Refused: the opener is gone, and blocks the person.
        MatchRefused: the opener is gone, and the person has voted in fewer than two rounds.
    """
    known = match.together
    if known is None or user_id == known.opener_id:
        return user_id
    if is_person(known.opener_id) and not await is_gone(known.opener_id):
        return user_id
    await _refuse_blocked(context, match, user_id)
    if await context.storage.votes.count_rounds(match.id, user_id) < policy.DEPUTY_ROUNDS:
        raise MatchRefused(match, Reason.OPENER_GONE)
    return known.opener_id


async def _close_round(context: Context, match: Match) -> None:
    """Play what most votes are for, and keep what the moves were worth.

    Nothing is done if another process was faster, or the last voter has deleted their data.
    """
    finding = await _evaluate_moves(context, match)

    def step(current: Match) -> Match:
        known = current.together
        if current.is_over or current.ply != match.ply or known is None or not known.votes_at(current.ply):
            return current
        chosen = known.tally(current.ply).chosen
        return with_instant_reply(context, current.with_move(chosen, context.now()))

    while True:
        with suppress(StaleBoardError):
            begin_reply(context, await change_match(context, match.id, step, finding))
            return
        await asyncio.sleep(_PAUSE)


async def _evaluate_moves(context: Context, match: Match) -> Finding | None:
    """Return what the moves are worth, None if no worker can say now."""
    seconds = context.reply_seconds
    with suppress(AnalysisError):
        analysis = await analyses.analyse(
            context, match, match.ply, seconds=seconds, asker_id=match.person_id
        )
        return Finding(match.id, match.ply, seconds, analysis.moves)
    return None
