"""One careful step short of telling: what to look for, and when asked again the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import StaleHintError
from bot.models import Question
from bot.services import analyses, find, guards

if TYPE_CHECKING:
    from bot.models import Asker, Match
    from bot.services import Context
    from engine import Analysis


async def by_command(context: Context, asker: Asker) -> Question:
    """Ask about the present position of the person's newest running match in the channel, at their turn."""
    match = await find.own_match(context, asker.place, asker.user_id)
    _refuse(match, asker.user_id)
    return Question(match, match.ply, asker.user_id)


async def by_press(context: Context, asker: Asker, match_id: int, ply: int) -> Question:
    """Ask about the position of a match that a hint was given for, if it is still the present one."""
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_strangers(match, asker.user_id)
    if match.is_over or match.ply != ply:
        raise StaleHintError(match)
    _refuse(match, asker.user_id)
    return Question(match, ply, asker.user_id)


async def answer(context: Context, question: Question) -> Analysis:
    """Say what every move is worth, exactly if that can be worked out in time."""
    seconds, asker_id = context.explanation_seconds, question.asker_id
    return await analyses.analyse(context, question.match, question.ply, seconds=seconds, asker_id=asker_id)


def _refuse(match: Match, user_id: int) -> None:
    guards.refuse_while_people_play(match)
    guards.refuse_out_of_turn(match, user_id)
