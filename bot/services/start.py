"""How matches against Maxine begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import EarlyRematchError, UnknownLevelError
from bot.models import Match, Participant
from bot.services import invite
from bot.services.find import match_by_id, refuse_second, refuse_strangers, refuse_unknown_game
from bot.services.play import Progress, follow, with_reply

if TYPE_CHECKING:
    from bot.models import Challenge, Invitation, Place
    from bot.services import Context


async def challenge_maxine(context: Context, challenge: Challenge, level: str) -> Progress:
    """Begin a match against Maxine, her first move made if she begins."""
    refuse_unknown_game(challenge.game_slug)
    if level not in engine.LEVELS:
        raise UnknownLevelError(level, engine.LEVELS)
    players = (Participant(challenge.user_id), Participant(None, level))
    if challenge.first == "opponent" or (challenge.first == "random" and context.rng.choice((True, False))):
        players = players[::-1]
    return await _begun(context, _new_match(context, challenge.place, challenge.game_slug, players))


async def rematch(context: Context, match_id: int, user_id: int) -> Progress | Invitation:
    """Begin the same match with sides changed, or between people invite the other player to it."""
    old = await match_by_id(context, match_id)
    refuse_strangers(old, user_id)
    if not old.is_over:
        raise EarlyRematchError(old)
    if old.level is None:
        return await invite.invite_again(context, old, user_id)
    return await _begun(context, _new_match(context, old.place, old.game_slug, old.players[::-1], old.id))


async def _begun(context: Context, match: Match) -> Progress:
    begun = await context.storage.add_match(match) or await refuse_second(context, match.rematch_of)
    return follow(context, begun)


def _new_match(
    context: Context,
    place: Place,
    game: str,
    players: tuple[Participant, Participant],
    rematch_of: int | None = None,
) -> Match:
    """Return a match that begins now, with Maxine's first move if she begins."""
    now = context.now()
    match = Match(
        id=0,
        game_slug=game,
        place=place,
        players=players,
        created_at=now,
        touched_at=now,
        rematch_of=rematch_of,
    )
    return with_reply(context, match)
