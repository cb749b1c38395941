"""A match seen again, position by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Question, Replay
from bot.services import find, guards

if TYPE_CHECKING:
    from bot.models import Place
    from bot.services import Context


async def by_command(context: Context, place: Place, user_id: int, match_id: int | None) -> Question:
    """Ask for the beginning of a match: that of the number, or the one that is meant without any."""
    match = await find.chosen_match(context, place, user_id, match_id)
    guards.refuse_while_people_play(match)
    return Question(match, 0)


async def by_press(context: Context, match_id: int, ply: int) -> Question:
    """Ask for the position of a match after so many moves, or for its last one if it has fewer."""
    match = await find.match_by_id(context, match_id)
    guards.refuse_while_people_play(match)
    return Question(match, min(ply, match.ply))


async def answer(context: Context, question: Question) -> Replay:
    """Say what the moves of the position are worth, if there are any; a match may end before its game."""
    match, ply = question.match, question.ply
    state = match.state_at(ply)
    if state.is_terminal:
        return Replay(match, ply, None)
    return Replay(match, ply, await context.analysts.analyse(state, seconds=context.review_seconds))
