"""Which match a command or a press is about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from bot.errors import (
    CheatingError,
    MatchOverError,
    NoMatchError,
    NotYourMatchError,
    RematchExistsError,
    StaleBoardError,
    UnknownButtonError,
    UnknownOptionError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.models import Match, Place, Pressed
    from bot.services import Desk

_RECENT = 50


async def match_by_id(desk: Desk, match_id: int) -> Match:
    """Return the match a button names; UnknownButtonError if there is none."""
    return await desk.storage.match(match_id) or _refuse_unknown_button()


async def own_match(desk: Desk, place: Place, user_id: int) -> Match:
    """Return the person's newest running match in the channel; NoMatchError if there is none."""
    match = await desk.storage.running_match(place.channel_id, user_id)
    if match is None:
        raise NoMatchError("You have no running match in this channel. Start one with `/challenge`.")
    return match


async def shown_match(desk: Desk, place: Place, user_id: int) -> Match:
    """Return the person's newest running match in the channel, else the channel's newest match of all.

    Raises:
        NoMatchError: there has been none.
    """
    storage = desk.storage
    match = await storage.running_match(place.channel_id, user_id) or await storage.newest_match(
        place.channel_id
    )
    if match is None:
        raise NoMatchError("There has been no match in this channel yet. Start one with `/challenge`.")
    return match


async def chosen_match(desk: Desk, place: Place, user_id: int, match_id: int | None) -> Match:
    """Return the match of this number, or the one that is meant without any.

    A number is known in the match's channel, and to its players everywhere. Without one it is, of those in
    the channel, the person's newest finished match, else the one that finished last, else the person's
    running one.

    Raises:
        NoMatchError: there is none.
    """
    if match_id is not None:
        return await _numbered_match(desk, place, user_id, match_id)
    storage = desk.storage
    match = (
        await storage.last_finished_match_of(place.channel_id, user_id)
        or await storage.last_finished_match(place.channel_id)
        or await storage.running_match(place.channel_id, user_id)
    )
    if match is None:
        raise NoMatchError("No match has ended in this channel yet. Start one with `/challenge`.")
    return match


async def _numbered_match(desk: Desk, place: Place, user_id: int, match_id: int) -> Match:
    match = await desk.storage.match(match_id)
    if match is None or (match.place.channel_id != place.channel_id and match.seat_of(user_id) is None):
        raise NoMatchError(
            f"I know no match #{match_id} here. Pick one that is suggested as you type, or leave `match` out."
        )
    return match


async def recent_matches(desk: Desk, place: Place, user_id: int) -> list[Match]:
    """Return the newest matches of the channel that can be looked at, the person's own first."""
    matches = await desk.storage.newest_matches(place.channel_id, user_id, _RECENT)
    return [match for match in matches if not _is_between_people_now(match)]


async def changed(desk: Desk, match_id: int, step: Callable[[Match], Match]) -> Match:
    """Return the match as `step` changes it, once that is safe; UnknownButtonError if there is none."""
    return await desk.storage.change(match_id, step) or _refuse_unknown_button()


async def own_changed(desk: Desk, place: Place, user_id: int, step: Callable[[Match], Match]) -> Match:
    """Return the person's newest running match in the channel as `step` changes it.

    Raises:
        NoMatchError: there is none.
        MatchOverError: it has just ended.
    """

    def step_if_running(match: Match) -> Match:
        refuse_if_over(match)
        return step(match)

    return await changed(desk, (await own_match(desk, place, user_id)).id, step_if_running)


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
        raise _stale(match)
    return replace(match, message_id=pressed.message_id)


def refuse_strangers(match: Match, user_id: int) -> None:
    """Raise NotYourMatchError if the person is not one of the players."""
    if match.seat_of(user_id) is None:
        first, second = match.players
        raise NotYourMatchError(
            f"This match is between {first.name} and {second.name}. Start your own with `/challenge`.", match
        )


def refuse_if_over(match: Match) -> None:
    """Raise MatchOverError if the match has ended."""
    if match.is_over:
        raise MatchOverError("This match is over. `/challenge` starts a new one.", match)


def refuse_while_people_play(match: Match) -> None:
    """Raise CheatingError if two people are playing the match: nothing may help either of them meanwhile."""
    if _is_between_people_now(match):
        first, second = match.players
        raise CheatingError(
            f"While {first.name} and {second.name} play, I keep my thoughts to myself."
            " Ask again when their match is over.",
            match,
        )


def _is_between_people_now(match: Match) -> bool:
    return match.level is None and not match.is_over


async def refuse_second(desk: Desk, match_id: int | None) -> NoReturn:
    """Say that the rematch of this match has begun, or that the invitation to it is out."""
    rematch = await desk.storage.rematch_of(match_id)
    if rematch is None:
        raise RematchExistsError(
            "An invitation to the rematch is out already in this channel, to be accepted there."
            " If it is gone, use `/challenge`."
        )
    where = f" It is here: {rematch.link}" if rematch.link else ""
    raise RematchExistsError(f"The rematch has begun already. `/board` shows it.{where}")


def refuse_unknown(kind: str, value: str, known: Sequence[str]) -> None:
    """Raise UnknownOptionError if the value is none of the known ones, as from a list that has changed."""
    if value not in known:
        raise UnknownOptionError(f"There is no {kind} “{value}”. Choose one of these: {', '.join(known)}.")


def _stale(match: Match) -> StaleBoardError:
    where = f"It goes on here: {match.link}" if match.link else "`/board` shows it anew."
    return StaleBoardError(f"This board is old: the match has moved on. {where}", match)


def _refuse_unknown_button() -> NoReturn:
    raise UnknownButtonError(
        "This button belongs to a match I no longer know. Start a new one with `/challenge`."
    )
