"""What matches are called in a list of suggestions, in which nobody can be mentioned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rendering.views import format_title
from bot.rendering.words import counted
from bot.words.language import ENGLISH
from engine import Outcome

if TYPE_CHECKING:
    from bot.models import Match

_UNITS = ((24 * 3600, "day"), (3600, "hour"), (60, "minute"))


def choice(match: Match, user_id: int, now: float) -> str:
    """Name a match to somebody: `#12 · Connect Four · you against Maxine (hard) · won · 2 hours ago`."""
    parts = (
        f"#{match.id}",
        format_title(ENGLISH, match.game),
        _players(match, user_id),
        _result(match, user_id),
        _ago(now - match.touched_at),
    )
    return " · ".join(parts)


def _players(match: Match, user_id: int) -> str:
    is_own = match.seat_of(user_id) is not None
    if match.level is not None:
        return f"{'you' if is_own else 'somebody'} against Maxine ({match.level})"
    return "you against somebody" if is_own else "two other people"


def _result(match: Match, user_id: int) -> str:
    if match.ending is None:
        return "running"
    winner = match.winner
    if winner is None:
        return "drawn" if match.ending.outcome is Outcome.DRAW else "abandoned"
    if match.seat_of(user_id) is not None:
        return "won" if winner.user_id == user_id else "lost"
    if winner.user_id is None:
        return "Maxine won"
    return f"the {'first' if winner == match.players[0] else 'second'} player won"


def _ago(seconds: float) -> str:
    for length, unit in _UNITS:
        if number := int(seconds // length):
            return f"{counted(number, unit)} ago"
    return "just now"
