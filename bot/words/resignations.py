"""Whether somebody really wants to resign, where they asked for it by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.words.matches import format_status, heading

if TYPE_CHECKING:
    from bot.models import Match
    from bot.words.language import Language


def question(language: Language, match: Match, user_id: int) -> str:
    """Say which match it is, how it stands, and who wins if the person resigns."""
    warning = language.say("If you resign, {player} wins.", player=_opponent(match, user_id))
    return f"{heading(language, match)}\n{format_status(language, match)}\n**{warning}**"


def confirmation(language: Language, match: Match, user_id: int) -> str:
    """Say that the match is lost now."""
    return language.say("You resigned: {player} wins.", player=_opponent(match, user_id))


def _opponent(match: Match, user_id: int) -> str:
    return match.players[1 if match.seat_of(user_id) == 0 else 0].name
