"""Times in sentences: Discord shows them to each reader in their own time zone.

A sentence must stay true when its time has passed, so it names the time itself. `format_age` alone counts
from now ("3 days ago"): it is for what has passed already.
"""

from math import ceil
from typing import Final

from bot.models import Match

_SHORT: Final = 3600  # seconds for a move within which a deadline needs no date


def format_time(time: float) -> str:
    """Write a time with its date."""
    return f"<t:{ceil(time)}:f>"


def format_weekday(time: float) -> str:
    """Write a time with its date and the day of the week."""
    return f"<t:{ceil(time)}:F>"


def format_clock(time: float) -> str:
    """Write a time to the second, without its date."""
    return f"<t:{ceil(time)}:T>"


def format_age(time: float) -> str:
    """Write how long ago something was."""
    return f"<t:{time:.0f}:R>"


def format_due(match: Match) -> str:
    """Write until when there is time for the next move of a match."""
    form = format_clock if (match.pace or 0) <= _SHORT else format_time
    return form(match.due_at or 0)
