"""Replays a match, position by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Question, Replay
from bot.services import analyses, assistance, find, guards

if TYPE_CHECKING:
    from bot.models import Asker
    from bot.services import Context


async def by_command(context: Context, asker: Asker, match_id: int | None) -> Question:
    """Ask for the beginning of the match with this number, or of the likeliest one without a number."""
    match = await find.chosen_match(context, asker, match_id)
    guards.refuse_while_people_play(match)
    return Question(match, match.first_ply, asker.user_id)


async def by_press(context: Context, asker: Asker, match_id: int, ply: int) -> Question:
    """Ask for the position of a match after `ply` moves, or the nearest one that exists."""
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_while_people_play(match)
    return Question(match, min(max(ply, match.first_ply), match.ply), asker.user_id)


async def answer(context: Context, question: Question) -> Replay:
    """Return what the moves in the position are worth, if there are any; a match may end before its game.

    In a running match it counts as help.
    """
    match, ply = question.match, question.ply
    if match.state_at(ply).is_terminal:
        return Replay(match, ply, None)
    seconds, asker_id = context.review_seconds, question.asker_id
    analysis = await analyses.analyse(context, match, ply, seconds=seconds, asker_id=asker_id)
    return Replay(match, ply, analysis, await assistance.record_help(context, match, asker_id))
