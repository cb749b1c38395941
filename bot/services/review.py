"""What every move of a finished match gave away, and its errors as questions to learn from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import engine
from bot.errors import StillRunningError
from bot.models import Lesson, Reviewed
from bot.services import find

if TYPE_CHECKING:
    from bot.models import Match, Place
    from bot.services import Desk
    from engine import Action, Analysis

_TOGETHER = 8.0  # seconds of search for all positions of a match
_KEPT = 30  # reviews; those of long matches hold thousands of lines of play


async def by_match(desk: Desk, match_id: int) -> Match:
    """Return the finished match a button names; StillRunningError if it has not ended."""
    return _finished(await find.match_by_id(desk, match_id))


async def by_command(desk: Desk, place: Place, user_id: int, match_id: int | None) -> Match:
    """Return the finished match that is meant, as `find.chosen_match` does.

    Raises:
        StillRunningError: it has not ended.
    """
    return _finished(await find.chosen_match(desk, place, user_id, match_id))


def is_quick(desk: Desk, match: Match) -> bool:
    """Whether the match can be reviewed in no time."""
    return engine.is_instant(match.game) or match.id in desk.reviews


async def reviewed(desk: Desk, match: Match) -> Reviewed:
    """Review a finished match, exactly where that can be worked out in time.

    The positions are asked about one after the other, so that other people's requests come in between.

    Raises:
        AnalysisError: a position could not be worked out at all.
    """
    if match.id not in desk.reviews:
        analyses = [await _analysis(desk, match, ply) for ply in range(match.ply)]
        final = None if match.state.is_terminal else await _analysis(desk, match, match.ply)
        _keep(desk, Reviewed(match, engine.review(analyses, match.actions), final))
    return desk.reviews[match.id]


async def lesson(desk: Desk, match: Match, ply: int) -> Lesson:
    """Ask for a better move than the one that followed the first `ply` moves of the match.

    Where a review of the whole match takes time, this does without it, so it is quick even after a restart.
    """
    if is_quick(desk, match):
        return (await reviewed(desk, match)).lesson(ply)
    return Lesson(match, engine.judge(await _analysis(desk, match, ply), match.actions[ply]))


async def attempt(desk: Desk, match: Match, ply: int, action: Action) -> Lesson:
    """Judge what somebody answers to the question; IllegalActionError if it is not legal there."""
    asked = await lesson(desk, match, ply)
    return replace(asked, tried=engine.judge(asked.played.analysis, action))


def _finished(match: Match) -> Match:
    if not match.is_over:
        first, second = match.players
        raise StillRunningError(
            f"The match of {first.name} against {second.name} is still running. I review it when it is over.",
            match,
        )
    return match


async def _analysis(desk: Desk, match: Match, ply: int) -> Analysis:
    seconds = min(desk.review_seconds, _TOGETHER / (match.ply + 1))
    return await desk.analysts.analyse(match.state_at(ply), seconds=seconds)


def _keep(desk: Desk, reviewed: Reviewed) -> None:
    if len(desk.reviews) >= _KEPT:
        del desk.reviews[next(iter(desk.reviews))]
    desk.reviews[reviewed.match.id] = reviewed
