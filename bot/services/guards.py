"""Guards: each one raises the refusal of what may not be done, or returns."""

from typing import TypeVar

import engine
from bot.errors import MatchOverError, MatchRefused, Reason, Refused, UnknownGameError
from bot.models import CHANNEL, Match

_T = TypeVar("_T")


def found(value: _T | None, reason: Reason) -> _T:
    """Return what was looked for; Refused for the reason if there is none."""
    if value is None:
        raise Refused(reason)
    return value


def refuse_strangers(match: Match, user_id: int) -> None:
    """Raise MatchRefused if the person is not one of the players, or not who opened it for a channel."""
    if match.together is not None and match.seat_of(user_id) is None:
        raise MatchRefused(match, Reason.NOT_OPENER)
    if match.seat_of(user_id) is None:
        raise MatchRefused(match, Reason.NOT_YOUR_MATCH)


def refuse_if_over(match: Match) -> None:
    """Raise MatchOverError if the match has ended."""
    if match.is_over:
        raise MatchOverError(match)


def refuse_out_of_turn(match: Match, user_id: int) -> None:
    """Raise MatchRefused if it is not the person's turn; in a channel's match it is everybody's."""
    if match.to_move.user_id not in {user_id, CHANNEL}:
        raise MatchRefused(match, Reason.NOT_YOUR_TURN, match.to_move)


def refuse_while_people_play(match: Match) -> None:
    """Raise MatchRefused if people are playing the match: the bot helps none of them meanwhile."""
    if is_between_people_now(match):
        raise MatchRefused(match, Reason.CHEATING if match.together is None else Reason.VOTING)


def is_between_people_now(match: Match) -> bool:
    """Return whether two people are playing the match, or a whole channel."""
    return (match.level is None or match.together is not None) and not match.is_over


def refuse_unknown_game(slug: str) -> None:
    """Raise UnknownGameError if there is no such game, as with a choice from an outdated list."""
    if slug not in engine.game_slugs():
        raise UnknownGameError(slug, engine.game_slugs())
