"""What matches are called in a list of suggestions, in which nobody can be mentioned."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from bot.words.language import plural
from bot.words.names import format_game, format_level
from engine import Outcome

if TYPE_CHECKING:
    from bot.models import Match
    from bot.words.language import Language, Reader

_LONGEST = 100  # characters
_UNITS = (
    (24 * 3600, plural("{number} day ago", "{number} days ago")),
    (3600, plural("{number} hour ago", "{number} hours ago")),
    (60, plural("{number} minute ago", "{number} minutes ago")),
)


def format_choice(reader: Reader, match: Match, now: float) -> str:
    """Name a match to somebody: `#12 · Connect Four · you against Maxine (hard) · won · 2 hours ago`."""
    parts = (
        f"#{match.id}",
        format_game(reader.language, match.game_slug),
        _format_players(reader, match),
        _format_result(reader, match),
        _format_age(reader.language, now - match.touched_at),
    )
    return shorten(" · ".join(parts), _LONGEST, placeholder=" …")


def _format_players(reader: Reader, match: Match) -> str:
    language, is_own = reader.language, _seat_of(reader, match) is not None
    if match.level is not None:
        level = format_level(language, match.level)
        if is_own:
            return language.say("you against Maxine ({level})", level=level)
        return language.say("somebody against Maxine ({level})", level=level)
    return language.say("you against somebody") if is_own else language.say("two other people")


def _format_result(reader: Reader, match: Match) -> str:
    language, winner = reader.language, match.winner
    if match.ending is None:
        return language.say("running")
    if winner is None:
        is_draw = match.ending.outcome is Outcome.DRAW
        return language.say("drawn") if is_draw else language.say("abandoned")
    if _seat_of(reader, match) is not None:
        return language.say("won") if winner.user_id == reader.user_id else language.say("lost")
    if winner.user_id is None:
        return language.say("Maxine won")
    if winner == match.players[0]:
        return language.say("the first player won")
    return language.say("the second player won")


def _seat_of(reader: Reader, match: Match) -> int | None:
    return None if reader.user_id is None else match.seat_of(reader.user_id)


def _format_age(language: Language, seconds: float) -> str:
    for length, unit in _UNITS:
        if number := int(seconds // length):
            return language.count(*unit, number)
    return language.say("just now")
