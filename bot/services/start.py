"""How matches against Maxine begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import EarlyRematchError, UnknownButtonError, UnknownLevelError
from bot.models import Match, Participant
from bot.services import find, guards, invite
from bot.services.play import Progress, follow, with_instant_reply

if TYPE_CHECKING:
    from bot.models import Asker, Challenge, Invitation, Place
    from bot.services import Context


async def challenge_maxine(context: Context, challenge: Challenge, level: str) -> Progress:
    """Begin a match against Maxine, her first move made if she begins."""
    guards.refuse_unknown_game(challenge.game_slug)
    if level not in engine.LEVELS:
        raise UnknownLevelError(level, engine.LEVELS)
    players = (Participant(challenge.user_id), Participant(None, level))
    if challenge.first == "opponent" or (challenge.first == "random" and context.rng.choice((True, False))):
        players = players[::-1]
    return await _begun(context, _new_match(context, challenge.place, challenge.game_slug, players))


async def rematch(context: Context, asker: Asker, match_id: int) -> Progress | Invitation:
    """Begin the same match with sides changed, or between people invite the other player to it.

    It begins where the button was pressed, so only a message that has the button is good enough.
    """
    old = await find.match_by_id(context, match_id)
    guards.refuse_strangers(old, asker.user_id)
    if not old.is_over:
        raise EarlyRematchError(old)
    if not asker.is_shown:
        raise UnknownButtonError
    if old.level is None:
        return await invite.invite_again(context, old, asker.user_id)
    return await _begun(context, _new_match(context, old.place, old.game_slug, old.players[::-1], old.id))


async def _begun(context: Context, draft: Match) -> Progress:
    match = await context.storage.matches.add(draft)
    if match is None:
        await invite.refuse_draft(context, draft.rematch_of)
    return follow(context, match)


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
    return with_instant_reply(context, match)
