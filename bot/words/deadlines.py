"""Sentences about the time for a move, and how much of it is left."""

from collections.abc import Sequence
from typing import Final

from bot.models import Match
from bot.words.language import Language, Plural
from bot.words.times import format_due

_UNITS: Final[Sequence[tuple[int, Plural]]] = (
    (
        24 * 3600,
        Plural("There [is {number} day|are {number} days] for each move: whoever takes longer loses."),
    ),
    (
        3600,
        Plural("There [is {number} hour|are {number} hours] for each move: whoever takes longer loses."),
    ),
    (
        60,
        Plural("There [is {number} minute|are {number} minutes] for each move: whoever takes longer loses."),
    ),
    (
        1,
        Plural("There [is {number} second|are {number} seconds] for each move: whoever takes longer loses."),
    ),
)


def format_pace(language: Language, pace: int) -> str:
    """Say how much time there is for a move, in whole days if it can be, and what comes after it."""
    length, unit = next((length, unit) for length, unit in _UNITS if pace % length == 0)
    return language.count(unit, pace // length)


def format_deadline(language: Language, match: Match) -> str:
    """Say until when the player must move."""
    return language.say(
        "{player} moves by {time}, or loses.", player=match.to_move.name, time=format_due(match)
    )


def format_reminder(language: Language, match: Match) -> str:
    """Remind the player to move, and tell them where the match is."""
    reminder = language.say(
        "{player}, it is your turn: move by {time}, or you lose.",
        player=match.to_move.name,
        time=format_due(match),
    )
    return f"{reminder}\n{_format_place(language, match)}"


def format_resumption(language: Language, match: Match) -> str:
    """Tell the player to move that their time begins anew after the board could not be shown."""
    said = language.say(
        "{player}, for a while I could not show this match, so the clock stood still. Now it runs again:"
        " move by {time}, or you lose.",
        player=match.to_move.name,
        time=format_due(match),
    )
    return f"{said}\n{_format_place(language, match)}"


def _format_place(language: Language, match: Match) -> str:
    return language.say("Here is the board: {link}", link=match.link)
