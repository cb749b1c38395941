"""Reviews: what every move of a finished match gave away, and its errors as questions to learn from."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import engine
from bot.errors import MatchRefused, Reason, StorageError
from bot.models import Asker, Finding, Knowledge, Lesson, Match, OpenReview, Reviewed
from bot.services import Context, analyses, find
from engine import Action

_AT_ONCE = 0.6  # seconds for all positions of a match before its review is shown
_TOGETHER = 8.0  # seconds for all positions before it is complete

DUE_SECONDS = 45.0
"""Seconds after which another process completes a review, as the one that began it may be gone."""


async def by_match(context: Context, asker: Asker, match_id: int) -> Match:
    """Return the finished match with the id in a button; MatchRefused if it has not ended."""
    return _finished(await find.seen_match(context, asker, match_id))


async def by_command(context: Context, asker: Asker, match_id: int | None) -> Match:
    """Return the finished match that a command means, as `find.chosen_match` does."""
    return _finished(await find.chosen_match(context, asker, match_id))


async def at_once(context: Context, match: Match, asker_id: int) -> Reviewed:
    """Review a finished match by stored results, and what a short search finds.

    Raises:
        AnalysisError: a position could not be worked out at all.
    """
    known = await _at_hand(context, match)
    if known is not None:
        return known
    before = await analyses.recall(context, match)
    missing = [ply for ply in _plies(match) if before.analyses[ply] is None]
    after = await _search_positions(context, before, missing, _AT_ONCE, asker_id)
    return await _remember_review(context, _reviewed(after, is_complete=not _list_open_plies(context, after)))


async def stored(context: Context, match: Match) -> Reviewed:
    """Review a finished match by stored results alone."""
    known = await _at_hand(context, match)
    return known or _reviewed(await analyses.recall(context, match), is_complete=False)


def judge_known(known: Knowledge) -> Reviewed:
    """Judge the moves of a match by what is stored, of a small game by its solution: this takes a while."""
    is_small = engine.is_instant(known.match.game)
    return _reviewed(_instant(known.match) if is_small else known, is_complete=is_small)


async def review_match(context: Context, match: Match, asker_id: int) -> Reviewed:
    """Review a finished match for a person, with proofs wherever the search finds them in time.

    The positions are searched one after the other, the last one first, as its proofs help with those before;
    so other people's requests come in between. What the time does not suffice for, the next review searches.

    Raises:
        AnalysisError: a position could not be worked out at all.
    """
    known = await at_once(context, match, asker_id)
    if known.is_complete:
        return known
    before = await analyses.recall(context, match)
    after = await _search_positions(context, before, _list_open_plies(context, before), _TOGETHER, asker_id)
    known = _reviewed(after, is_complete=True)
    return known if _list_open_plies(context, after) else await _remember_review(context, known)


async def leave_open(context: Context, review: OpenReview) -> None:
    """Store that a message is to be completed; if the database refuses, it stays incomplete after a crash."""
    with suppress(StorageError):  # logged already
        await context.storage.findings.open_review(review)


async def close_review(context: Context, review: OpenReview) -> None:
    """Store that a message is complete; if the database refuses, it is completed once more."""
    with suppress(StorageError):  # logged already
        await context.storage.findings.close_review(review.message_id)


async def list_due(context: Context) -> list[int]:
    """Return the messages of reviews that no process completes any more.

    They are due, or where there is only one process, were begun before it started.
    """
    before = context.now()
    if not context.storage.leases.is_shared:
        before = max(before, context.now.begun_at + DUE_SECONDS)
    return await context.storage.findings.list_open(before)


async def find_lesson(context: Context, match: Match, ply: int, asker_id: int) -> Lesson:
    """Ask a person for a better move than the one that followed the first `ply` moves of the match.

    It needs no review of the whole match, so it is quick even after a restart.
    """
    known = _find_remembered(context, match)
    if engine.is_instant(match.game) or known is not None:
        return (known or await review_match(context, match, asker_id)).lesson_at(ply)
    seconds = _seconds_per_position(context, match, _TOGETHER)
    analysis = await analyses.analyse(context, match, ply, seconds=seconds, asker_id=asker_id)
    return Lesson(match, engine.judge(analysis, match.actions[ply]))


async def judge_answer(context: Context, match: Match, ply: int, action: Action, asker_id: int) -> Lesson:
    """Judge a person's answer to the question; IllegalActionError if it is not legal there."""
    asked = await find_lesson(context, match, ply, asker_id)
    played = asked.judgement
    is_same = action == played.move.action
    return replace(asked, tried=played if is_same else engine.judge(played.analysis, action))


async def _at_hand(context: Context, match: Match) -> Reviewed | None:
    """Return the review if it takes no search: it is in memory, or the game is small."""
    known = _find_remembered(context, match)
    if known is None and engine.is_instant(match.game):
        return await _remember_review(context, _reviewed(_instant(match), is_complete=True))
    return known


def _find_remembered(context: Context, match: Match) -> Reviewed | None:
    """Return the review in memory, unless one of the players has left since."""
    known = context.reviews.get(match.id)
    return known if known is not None and known.match.players == match.players else None


def _finished(match: Match) -> Match:
    if not match.is_over:
        raise MatchRefused(match, Reason.STILL_RUNNING)
    return match


def _plies(match: Match) -> range:
    """Return the plies of the positions with a choice of moves."""
    return range(match.first_ply, match.ply + (not match.state.is_terminal))


def _seconds_per_position(context: Context, match: Match, together: float) -> float:
    return min(context.review_seconds, together / (match.ply - match.first_ply + 1))


def _list_open_plies(context: Context, known: Knowledge) -> list[int]:
    """Return the positions about which a longer search may find more."""
    seconds = _seconds_per_position(context, known.match, _TOGETHER)
    return [ply for ply in _plies(known.match) if not (known.suffices(ply, seconds) or _is_clear(known, ply))]


def _is_clear(known: Knowledge, ply: int) -> bool:
    """Return whether the move played in a position is proven to be no error.

    About an error the review needs every move, as a person may answer any of them.
    """
    analysis = known.analyses[ply]
    if analysis is None:
        return False
    if ply == known.match.ply:
        return engine.proofs.is_settled(analysis)
    judgement = engine.judge(analysis, known.match.actions[ply])
    return judgement.is_proven and not judgement.is_error


async def _search_positions(
    context: Context, known: Knowledge, plies: Sequence[int], together: float, asker_id: int
) -> Knowledge:
    """Search positions, the last one first, while there is time, and store the results."""
    findings: list[Finding] = []
    seconds, time = _seconds_per_position(context, known.match, together), asyncio.get_running_loop().time
    end = time() + together
    try:
        for ply in reversed(plies):
            if findings and time() > end:
                break
            if _is_clear(known, ply):
                continue  # by the results of a later position
            found = await analyses.search_position(
                context, known.match, ply, seconds=seconds, asker_id=asker_id
            )
            findings.append(found)
            known = known.with_finding(found)
    finally:
        if findings:
            await analyses.store_findings(context, known.match, findings)
    return known


def _instant(match: Match) -> Knowledge:
    found = [engine.analyse(match.state_at(ply)) for ply in _plies(match)]
    before = (None,) * match.first_ply
    return Knowledge(match, (*before, *found, None)[: match.ply + 1], (0.0,) * (match.ply + 1))


def _reviewed(known: Knowledge, *, is_complete: bool) -> Reviewed:
    match, first = known.match, known.match.first_ply
    judged = [
        analysis or engine.proofs.nothing_known(match.state_at(ply))
        for ply, analysis in enumerate(known.analyses[first : match.ply], first)
    ]
    outcome = match.ending.outcome if match.ending else None
    review = engine.review(judged, match.actions[first:], outcome, known.thoughts[first:])
    return Reviewed(match, review, known.analyses[match.ply], is_complete)


async def _remember_review(context: Context, reviewed: Reviewed) -> Reviewed:
    """Keep a complete review in memory: a search would find no more.

    The accuracies are stored; if the database refuses, the next review after a restart stores them.
    """
    if reviewed.is_complete:
        context.reviews[reviewed.match.id] = reviewed
        with suppress(StorageError):  # logged already
            await context.storage.profiles.add_accuracies(reviewed)
    return reviewed
