"""Why: what every legal move of a position of a match is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import NoMatchError, UnknownPlyError
from bot.models import Explanation, Question
from bot.services.find import match_by_id, refuse_while_people_play

if TYPE_CHECKING:
    from bot.models import Match, Place
    from bot.services import Desk


async def by_match(desk: Desk, match_id: int) -> Question:
    """Ask about the present position of a match, of a finished one about that before its last move.

    While Maxine is thinking, the present position is the one she is thinking about.
    """
    return _question(await match_by_id(desk, match_id), None)


async def by_command(desk: Desk, place: Place, user_id: int, ply: int | None) -> Question:
    """Ask about the person's newest running match in the channel, else the one that finished last there.

    `ply` counts moves from 1 and asks for the position before that move.
    """
    storage = desk.storage
    match = await storage.running_match(place.channel_id, user_id) or await storage.last_finished_match(
        place.channel_id
    )
    if match is None:
        raise NoMatchError(
            "You have no running match here, and none has ended yet. Press Explain on a board,"
            " or start a match with `/challenge`."
        )
    return _question(match, ply)


async def answered(desk: Desk, question: Question) -> Explanation:
    """Explain, exactly if that can be worked out in time; AnalysisError if it cannot be done at all."""
    match, ply = question.match, question.ply
    analysis = await desk.analysts.analyse(match.state_at(ply), seconds=desk.explanation_seconds)
    played = match.actions[ply] if ply < match.ply else None
    return Explanation(match, ply, analysis, engine.reasons(analysis), played)


def _question(match: Match, ply: int | None) -> Question:
    refuse_while_people_play(match)
    return Question(match, _default_ply(match) if ply is None else _checked_ply(match, ply))


def _default_ply(match: Match) -> int:
    return max(match.ply - 1, 0) if match.is_over else match.ply


def _checked_ply(match: Match, ply: int) -> int:
    if 1 <= ply <= match.ply:
        return ply - 1
    first, second = match.players
    moves = {
        0: "no moves yet; leave `ply` out",
        1: "one move; `ply` can only be 1",
    }.get(match.ply, f"{match.ply} moves; choose `ply` from 1 to {match.ply}")
    raise UnknownPlyError(f"The match of {first.name} against {second.name} has {moves}.", match)
