"""What every move of a finished match gave away, and its errors as questions to learn from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import engine
from bot.errors import StillRunningError
from bot.models import Lesson, Reviewed
from bot.services import find

if TYPE_CHECKING:
    from bot.models import Asker, Match
    from bot.services import Context
    from engine import Action, Analysis

_TOGETHER = 8.0  # seconds of search for all positions of a match


async def by_match(context: Context, asker: Asker, match_id: int) -> Match:
    """Return the finished match a button names; StillRunningError if it has not ended."""
    return _finished(await find.seen_match(context, asker, match_id))


async def by_command(context: Context, asker: Asker, match_id: int | None) -> Match:
    """Return the finished match that is meant, as `find.chosen_match` does.

    Raises:
        StillRunningError: it has not ended.
    """
    return _finished(await find.chosen_match(context, asker, match_id))


async def reviewed(context: Context, match: Match, asker_id: int) -> Reviewed:
    """Review a finished match for somebody, exactly where that can be worked out in time.

    The positions are asked about one after the other, so that other people's requests come in between.

    Raises:
        AnalysisError: a position could not be worked out at all.
    """
    known = context.reviews.get(match.id)
    if known is None:
        analyses = [await _analysis(context, match, ply, asker_id) for ply in range(match.ply)]
        final = None if match.state.is_terminal else await _analysis(context, match, match.ply, asker_id)
        known = Reviewed(match, engine.review(analyses, match.actions), final)
        context.reviews[match.id] = known
    return known


async def lesson(context: Context, match: Match, ply: int, asker_id: int) -> Lesson:
    """Ask somebody for a better move than the one that followed the first `ply` moves of the match.

    Where a review of the whole match takes time, this does without it, so it is quick even after a restart.
    """
    if engine.is_instant(match.game) or match.id in context.reviews:
        return (await reviewed(context, match, asker_id)).lesson(ply)
    return Lesson(match, engine.judge(await _analysis(context, match, ply, asker_id), match.actions[ply]))


async def attempt(context: Context, match: Match, ply: int, action: Action, asker_id: int) -> Lesson:
    """Judge what somebody answers to the question; IllegalActionError if it is not legal there."""
    asked = await lesson(context, match, ply, asker_id)
    return replace(asked, tried=engine.judge(asked.judgement.analysis, action))


def _finished(match: Match) -> Match:
    if not match.is_over:
        raise StillRunningError(match)
    return match


async def _analysis(context: Context, match: Match, ply: int, asker_id: int) -> Analysis:
    seconds = min(context.review_seconds, _TOGETHER / (match.ply + 1))
    return await context.analysts.analyse(match.state_at(ply), seconds=seconds, asker_id=asker_id)
