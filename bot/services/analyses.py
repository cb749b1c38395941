"""Analyses of a match's positions, for every service that explains, reviews or teaches.

Results are stored with the match, so that these services never contradict each other. Help is stored after
it is worked out and before it is given: what fails until then is no help, and no help that is given goes
unstored.
"""

from contextlib import suppress

import engine
from bot.errors import StorageError
from bot.models import Finding, Knowledge, Match
from bot.services import Context
from engine import Analysis


async def analyse(context: Context, match: Match, ply: int, *, seconds: float, asker_id: int) -> Analysis:
    """Return what every legal action is worth after the first `ply` moves, as far as a search can tell.

    The search takes `seconds` at most, and is left out if the result of one as long is stored.

    Raises:
        AnalysisError: no worker could answer, or the bot is shutting down.
        ManyQuestionsError: the person has asked too many other questions since.
    """
    if engine.is_instant(match.game):
        return engine.analyse(match.state_at(ply))
    known = await recall(context, match)
    analysis = known.analyses[ply]
    if analysis is not None and known.suffices(ply, seconds):
        return analysis
    found = await search_position(context, match, ply, seconds=seconds, asker_id=asker_id)
    after = known.with_finding(found)
    if after.analyses != known.analyses:
        await store_findings(context, match, [found])
    return after.analyses[ply] or Analysis(match.state_at(ply), found.moves)


async def recall(context: Context, match: Match) -> Knowledge:
    """Return all that is stored about the positions of a match, and of the match it was taken over from."""
    findings = await context.storage.findings.list_of(match.id)
    if match.origin is not None and match.origin.match_id is not None:
        before = await context.storage.findings.list_of(match.origin.match_id)
        findings += [finding for finding in before if finding.ply <= match.first_ply]
    return Knowledge.of(match, findings)


async def search_position(
    context: Context, match: Match, ply: int, *, seconds: float, asker_id: int
) -> Finding:
    """Search a position, whatever is already stored about it."""
    analysis = await context.analysts.analyse(match.state_at(ply), seconds=seconds, asker_id=asker_id)
    return Finding(match.id, ply, seconds, analysis.moves)


async def store_findings(context: Context, match: Match, findings: list[Finding]) -> None:
    """Store what was found out; if the database refuses, a later request searches again."""
    context.reviews.pop(match.id, None)
    for seat in (0, 1):
        context.missed.pop((match.id, seat), None)
    with suppress(StorageError):  # logged already
        await context.storage.findings.add(findings, match.changes)


async def record_help(context: Context, match: Match, user_id: int) -> bool:
    """Store that a person is told what moves are worth; return whether that ends the rating of a match.

    That is true the first time in a running rated match of their own against Maxine.
    """
    is_own = match.level is not None and match.seat_of(user_id) is not None
    if not is_own or match.is_over or match.is_helped:
        return False
    return await context.storage.matches.add_help(match.id) and match.is_rated
