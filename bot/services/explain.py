"""Why: what every legal move of a position of a match is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import CheatingError, NoMatchError, UnknownPlyError
from bot.models import Explanation
from bot.services.find import match_by_id

if TYPE_CHECKING:
    from bot.models import Match, Place
    from bot.services import Desk


async def by_match(desk: Desk, match_id: int) -> Explanation:
    """Explain the present position of a match, of a finished one the position before its last move."""
    return _explain(await match_by_id(desk, match_id), None)


async def by_command(desk: Desk, place: Place, user_id: int, ply: int | None) -> Explanation:
    """Explain the person's newest running match in the channel, else the one that finished last there.

    `ply` counts moves from 1 and asks for the position before that move.
    """
    storage = desk.storage
    match = await storage.running_match(place.channel_id, user_id) or await storage.last_finished_match(
        place.channel_id
    )
    if match is None:
        raise NoMatchError("There is no match here to explain. Start one with `/challenge`.")
    return _explain(match, ply)


def _explain(match: Match, ply: int | None) -> Explanation:
    if match.level is None and not match.is_over:
        raise CheatingError(
            "While two people play, I keep my thoughts to myself. Ask again when the match is over.", match
        )
    index = _default_ply(match) if ply is None else _checked_ply(match, ply)
    analysis = engine.analyse(match.state_at(index))
    played = match.actions[index] if index < match.ply else None
    return Explanation(match, index, analysis, engine.reasons(analysis), played)


def _default_ply(match: Match) -> int:
    return max(match.ply - 1, 0) if match.is_over else match.ply


def _checked_ply(match: Match, ply: int) -> int:
    if not match.ply:
        raise UnknownPlyError("This match has no moves yet. Leave `ply` out.", match)
    if not 1 <= ply <= match.ply:
        moves = (
            "one move; `ply` can only be 1"
            if match.ply == 1
            else f"{match.ply} moves; choose `ply` from 1 to {match.ply}"
        )
        raise UnknownPlyError(f"This match has {moves}.", match)
    return ply - 1
