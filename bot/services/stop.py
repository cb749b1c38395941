"""Ends a match for a moderator, without a result."""

from bot.errors import ForgottenMatchError, Reason, Refused
from bot.models import Asker, Match
from bot.services import Context, guards
from bot.services.play import change_match


async def by_number(context: Context, asker: Asker, match_id: int) -> Match:
    """Return the match about which a moderator is to be asked.

    Raises:
        MatchOverError: it has ended.
    """
    _refuse_others(asker)
    match = await context.storage.matches.find(match_id)
    if match is None:
        raise Refused(Reason.UNKNOWN_MATCH, number=match_id)
    return _stoppable(match, asker)


async def confirm_stop(context: Context, asker: Asker, match_id: int) -> Match:
    """End the match by the answer to the question; ForgottenMatchError if it was not put in this channel."""
    _refuse_others(asker)
    if not asker.is_shown:
        raise ForgottenMatchError

    def step(match: Match) -> Match:
        return _stoppable(match, asker).with_end(None, context.now(), "stop")

    return await change_match(context, match_id, step)


def _refuse_others(asker: Asker) -> None:
    if not asker.is_moderator:
        raise Refused(Reason.NOT_MODERATOR)


def _stoppable(match: Match, asker: Asker) -> Match:
    if not match.place.is_in(asker.place.channel_id):
        raise Refused(Reason.UNKNOWN_MATCH, number=match.id)
    guards.refuse_if_over(match)
    return match
