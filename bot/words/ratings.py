"""How good somebody is at puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.words.names import mention

if TYPE_CHECKING:
    from bot.models import Rated, Rating, Skill
    from bot.words.language import Language

_FEWEST_IN_A_ROW = 2


def format_rated(language: Language, rated: Rated) -> str:
    """Say what came of a puzzle for the person's rating, and how many it makes in a row."""
    skill = rated.skill
    said = language.say(
        "Your puzzle rating: {rating} ({change})",
        rating=_format_rating(skill.rating),
        change=f"{rated.change:+.0f}",
    )
    if rated.change < 0:
        why = language.say("a wrong try, a hint or the solution counts as not solved")
        return f"{said} · {why}"
    if skill.run < _FEWEST_IN_A_ROW:
        return said
    run = language.say("{number} in a row at the first try", number=skill.run)
    return f"{said} · {run}"


def _format_rating(rating: Rating) -> str:
    """Write a rating as chess sites do, with a question mark as long as it says little."""
    return f"{rating.number:.0f}{'?' if rating.is_provisional else ''}"


def format_skill(language: Language, user_id: int, skill: Skill) -> str:
    """Tell everybody how good somebody is at puzzles."""
    return language.say(
        "{player}: puzzle rating {rating}, {number} in a row at the first try, longest {longest}",
        player=mention(user_id),
        rating=_format_rating(skill.rating),
        number=skill.run,
        longest=skill.longest,
    )
