"""Replays a match, position by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Question, Replay
from bot.services import analyses, assistance, find, guards, review

if TYPE_CHECKING:
    from bot.models import Asker, Match
    from bot.services import Context


async def by_command(context: Context, asker: Asker, match_id: int | None, reader_id: int | None) -> Question:
    """Ask for where to begin with the match with this number, or the likeliest one without a number.

    That is the position before the gravest error of the only reader; if there is none, the first one.
    """
    return await _open(context, await find.chosen_match(context, asker, match_id), asker, reader_id)


async def from_list(context: Context, asker: Asker, match_id: int) -> Question:
    """Ask likewise for a match that is listed for one person."""
    return await _open(context, await find.seen_match(context, asker, match_id), asker, asker.user_id)


async def _open(context: Context, match: Match, asker: Asker, reader_id: int | None) -> Question:
    guards.refuse_while_people_play(match)
    errors = await _find_errors(context, match, reader_id, asker.user_id)
    ply, *_ = *errors, match.first_ply
    return Question(match, ply, asker.user_id)


async def by_press(context: Context, asker: Asker, match_id: int, ply: int) -> Question:
    """Ask for the position of a match after `ply` moves, or the nearest one that exists."""
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_while_people_play(match)
    return Question(match, min(max(ply, match.first_ply), match.ply), asker.user_id)


async def answer(context: Context, question: Question, reader_id: int | None) -> Replay:
    """Return what the moves in the position are worth, if there are any; a match may end before its game.

    In a running match it counts as help.
    """
    match, ply, asker_id = question.match, question.ply, question.asker_id
    errors = await _find_errors(context, match, reader_id, asker_id)
    if match.state_at(ply).is_terminal:
        return Replay(match, ply, None, errors=errors)
    seconds = context.review_seconds
    analysis = await analyses.analyse(context, match, ply, seconds=seconds, asker_id=asker_id)
    return Replay(match, ply, analysis, await assistance.record_help(context, match, asker_id), errors)


async def _find_errors(
    context: Context, match: Match, reader_id: int | None, asker_id: int
) -> tuple[int, ...]:
    """Return the plies before which the reader erred in a finished match, the gravest first."""
    seat = match.side_of(reader_id)
    if seat is None or not match.is_over:
        return ()
    reviewed = await review.at_once(context, match, asker_id)
    return tuple(error.ply for error in reviewed.errors(seat))
