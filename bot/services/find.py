"""Which match a command or a press is about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import engine
from bot.errors import (
    CheatingError,
    ForgottenMatchError,
    MatchOverError,
    NoFinishedMatchError,
    NoMatchError,
    NoRunningMatchError,
    NotYourMatchError,
    RematchBegunError,
    RematchInvitedError,
    StaleBoardError,
    UnknownGameError,
    UnknownMatchError,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.models import Match, Place, Pressed
    from bot.services import Context

_RECENT = 50


async def match_by_id(context: Context, match_id: int) -> Match:
    """Return the match a button names; ForgottenMatchError if there is none."""
    return await context.storage.match(match_id) or _refuse_unknown_button()


async def own_match(context: Context, place: Place, user_id: int) -> Match:
    """Return the person's newest running match in the channel; NoRunningMatchError if there is none."""
    match = await context.storage.running_match(place.channel_id, user_id)
    if match is None:
        raise NoRunningMatchError
    return match


async def shown_match(context: Context, place: Place, user_id: int) -> Match:
    """Return the person's newest running match in the channel, else the channel's newest match of all.

    Raises:
        NoMatchError: there has been none.
    """
    storage = context.storage
    match = await storage.running_match(place.channel_id, user_id) or await storage.newest_match(
        place.channel_id
    )
    if match is None:
        raise NoMatchError
    return match


async def chosen_match(context: Context, place: Place, user_id: int, match_id: int | None) -> Match:
    """Return the match of this number, or the one that is meant without any.

    A number is known in the match's channel, and to its players everywhere. Without one it is, of those in
    the channel, the person's newest finished match, else the one that finished last, else the person's
    running one.

    Raises:
        NoMatchError: there is none.
    """
    if match_id is not None:
        return await _numbered_match(context, place, user_id, match_id)
    storage = context.storage
    match = (
        await storage.last_finished_match_of(place.channel_id, user_id)
        or await storage.last_finished_match(place.channel_id)
        or await storage.running_match(place.channel_id, user_id)
    )
    if match is None:
        raise NoFinishedMatchError
    return match


async def _numbered_match(context: Context, place: Place, user_id: int, match_id: int) -> Match:
    match = await context.storage.match(match_id)
    if match is None or (match.place.channel_id != place.channel_id and match.seat_of(user_id) is None):
        raise UnknownMatchError(match_id)
    return match


async def recent_matches(context: Context, place: Place, user_id: int) -> list[Match]:
    """Return the newest matches of the channel that can be looked at, the person's own first."""
    matches = await context.storage.newest_matches(place.channel_id, user_id, _RECENT)
    return [match for match in matches if not _is_between_people_now(match)]


async def changed(context: Context, match_id: int, step: Callable[[Match], Match]) -> Match:
    """Return the match as `step` changes it, once that is safe; ForgottenMatchError if there is none."""
    return await context.storage.change(match_id, step) or _refuse_unknown_button()


async def own_changed(context: Context, place: Place, user_id: int, step: Callable[[Match], Match]) -> Match:
    """Return the person's newest running match in the channel as `step` changes it.

    Raises:
        NoMatchError: there is none.
        MatchOverError: it has just ended.
    """

    def step_if_running(match: Match) -> Match:
        refuse_if_over(match)
        return step(match)

    return await changed(context, (await own_match(context, place, user_id)).id, step_if_running)


def pressed_match(match: Match, pressed: Pressed) -> Match:
    """Return the running match on whose board a button was pressed, shown by the pressed message.

    Raises:
        NotYourMatchError: the person is not one of the players.
        MatchOverError: it has ended.
        StaleBoardError: the board shows another ply, or the match goes on in a newer message.
    """
    refuse_strangers(match, pressed.user_id)
    refuse_if_over(match)
    if pressed.ply != match.ply or pressed.message_id < (match.message_id or 0):
        raise StaleBoardError(match)
    return replace(match, message_id=pressed.message_id)


def refuse_strangers(match: Match, user_id: int) -> None:
    """Raise NotYourMatchError if the person is not one of the players."""
    if match.seat_of(user_id) is None:
        raise NotYourMatchError(match)


def refuse_if_over(match: Match) -> None:
    """Raise MatchOverError if the match has ended."""
    if match.is_over:
        raise MatchOverError(match)


def refuse_while_people_play(match: Match) -> None:
    """Raise CheatingError if two people are playing the match: nothing may help either of them meanwhile."""
    if _is_between_people_now(match):
        raise CheatingError(match)


def _is_between_people_now(match: Match) -> bool:
    return match.level is None and not match.is_over


async def refuse_second(context: Context, match_id: int | None) -> NoReturn:
    """Say that the rematch of this match has begun, or that the invitation to it is out."""
    rematch = await context.storage.rematch_of(match_id)
    if rematch is None:
        raise RematchInvitedError
    raise RematchBegunError(rematch)


def refuse_unknown_game(slug: str) -> None:
    """Raise UnknownGameError if there is no such game, as from a list that has changed."""
    if slug not in engine.game_slugs():
        raise UnknownGameError(slug, engine.game_slugs())


def _refuse_unknown_button() -> NoReturn:
    raise ForgottenMatchError
