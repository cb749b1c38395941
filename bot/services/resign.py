"""Ends a match after a second question: players resign, on its board or by command, moderators stop it."""

from bot.errors import ForgottenMatchError, MatchRefused, Reason, Refused, StaleBoardError
from bot.models import Asker, Match, Participant, Pressed
from bot.services import Context, find, guards
from bot.services.play import change_match, pressed_match, take_press
from bot.services.votes import IsAbsent, find_principal
from engine import Outcome


async def ask(context: Context, pressed: Pressed, is_gone: IsAbsent) -> Match:
    """Return the match to ask the person about at the first press."""
    match = await pressed_match(context, pressed)
    guards.refuse_strangers(match, await find_principal(context, match, pressed.user_id, is_gone))
    return match


async def confirm_resignation(context: Context, pressed: Pressed, asked_id: int, is_gone: IsAbsent) -> Match:
    """End the match at the second press; MatchRefused if the question was put to the other player."""
    known = await find.match_by_id(context, pressed.match_id)
    principal_id = await find_principal(context, known, pressed.user_id, is_gone)

    def step(match: Match) -> Match:
        match = take_press(match, pressed)
        _refuse_unasked(match, pressed, asked_id, principal_id)
        return resigned(context, match, principal_id)

    return await change_match(context, pressed.match_id, step)


async def keep_playing(context: Context, pressed: Pressed, asked_id: int, is_gone: IsAbsent) -> Match:
    """Return the match that goes on after all; MatchRefused if the question was put to the other player."""
    match = await pressed_match(context, pressed)
    _refuse_unasked(match, pressed, asked_id, await find_principal(context, match, pressed.user_id, is_gone))
    return match


def _refuse_unasked(match: Match, pressed: Pressed, asked_id: int, principal_id: int) -> None:
    guards.refuse_strangers(match, principal_id)
    if pressed.user_id != asked_id:
        raise MatchRefused(match, Reason.NOT_ASKED, Participant(asked_id))


async def by_command(context: Context, asker: Asker, match_id: int | None, is_gone: IsAbsent) -> Match:
    """Return the match to ask the person about: the one with this number, or their newest one in the channel.

    Raises:
        MatchOverError: it has ended.
    """
    if match_id is None:
        own = await find.own_match(context, asker.place, asker.user_id)
        guards.refuse_strangers(own, await find_principal(context, own, asker.user_id, is_gone))
        return own
    match = await context.storage.matches.find(match_id)
    if match is None or match.place.channel_id != asker.place.channel_id:
        raise Refused(Reason.UNKNOWN_MATCH, number=match_id)
    guards.refuse_strangers(match, await find_principal(context, match, asker.user_id, is_gone))
    guards.refuse_if_over(match)
    return match


async def confirm_command(
    context: Context, asker: Asker, match_id: int, version: int, is_gone: IsAbsent
) -> Match:
    """End the match by the answer to the question that the command put at this version of the match.

    Raises:
        StaleBoardError: the match was changed since, and the question is to be put anew.
        ForgottenMatchError: no such question was put here.
    """
    if not asker.is_shown:
        raise ForgottenMatchError
    known = await find.match_by_id(context, match_id)
    principal_id = await find_principal(context, known, asker.user_id, is_gone)

    def step(match: Match) -> Match:
        guards.refuse_strangers(match, principal_id)
        guards.refuse_if_over(match)
        if match.version != version:
            raise StaleBoardError(match)
        return resigned(context, match, principal_id)

    return await change_match(context, match_id, step)


def resigned(context: Context, match: Match, user_id: int) -> Match:
    """Return the match after one of its players has resigned."""
    return match.with_end(Outcome.SECOND if match.seat_of(user_id) == 0 else Outcome.FIRST, context.now())


async def find_stoppable(context: Context, asker: Asker, match_id: int) -> Match:
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
