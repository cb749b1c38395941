"""How matches against Maxine begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import UnknownButtonError
from bot.models import Match, Participant
from bot.services import invite
from bot.services.find import match_by_id, refuse_second, refuse_strangers, refuse_unknown
from bot.services.play import with_reply

if TYPE_CHECKING:
    from bot.models import Challenge, Invitation, Place
    from bot.services import Desk


async def challenge_maxine(desk: Desk, challenge: Challenge, level: str) -> Match:
    """Begin a match against Maxine, her first move made if she begins."""
    refuse_unknown("game", challenge.game_slug, engine.game_slugs())
    refuse_unknown("level", level, engine.LEVELS)
    players = (Participant(challenge.user_id), Participant(None, level))
    if challenge.first == "opponent" or (challenge.first == "random" and desk.rng.choice((True, False))):
        players = players[::-1]
    return await _begun(desk, _new_match(desk, challenge.place, challenge.game_slug, players))


async def rematch(desk: Desk, match_id: int, user_id: int) -> Match | Invitation:
    """Begin the same match with sides changed, or between people invite the other player to it."""
    old = await match_by_id(desk, match_id)
    refuse_strangers(old, user_id)
    if not old.is_over:
        raise UnknownButtonError("This match is still running; a rematch can follow when it is over.")
    if old.level is None:
        return await invite.invite_again(desk, old, user_id)
    return await _begun(desk, _new_match(desk, old.place, old.game_slug, old.players[::-1], old.id))


async def _begun(desk: Desk, match: Match) -> Match:
    return await desk.storage.add_match(match) or await refuse_second(desk, match.rematch_of)


def _new_match(
    desk: Desk,
    place: Place,
    game: str,
    players: tuple[Participant, Participant],
    rematch_of: int | None = None,
) -> Match:
    """Return a match that begins now, with Maxine's first move if she begins."""
    now = desk.now()
    match = Match(
        id=0,
        game_slug=game,
        place=place,
        players=players,
        created_at=now,
        touched_at=now,
        rematch_of=rematch_of,
    )
    return with_reply(desk, match)
