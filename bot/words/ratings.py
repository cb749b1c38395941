"""A person's ratings at puzzles and at games, and the changes by a match or puzzle."""

from collections.abc import Mapping
from typing import Final

from bot import policy
from bot.models import MARGIN, Board, Match, Rated, Rating, RatingChange, Skill, Unrated
from bot.words.language import Language, template
from bot.words.names import format_level, mention

FEWEST_IN_A_ROW = 2
"""The least number of wins or solved puzzles in a row that is mentioned."""

_REASONS: Final[Mapping[Unrated, str]] = {
    "unfinished": template("Not rated: it was not played to an end."),
    "casual": template("Not rated: the players chose a match without rating."),
    "helped": template("So it is not rated."),  # said below "It was played with help."
    "short": template("Not rated: it ended before each side had moved twice."),
    "unmeasured": template("Not rated: how strong Maxine, {level}, is at this game was not measured yet."),
    "repeated": template("Not rated: these two have played the same moves before, in a rated match."),
    "limit": template(
        "Not rated: these two had played {number} rated matches that day, and more do not count."
    ),
}


def format_rated(language: Language, rated: Rated) -> str:
    """Say how a puzzle has changed the person's rating, and how many in a row they have solved."""
    skill = rated.skill
    said = (
        language.say(
            "Your puzzle rating: {rating} ({change})",
            rating=format_rating(skill.rating),
            change=f"{rated.change:+.0f}",
        )
        if skill.rating.is_ranked
        else language.count(
            "About {number} more new [puzzle|puzzles] until you have a puzzle rating",
            skill.rating.count_missing("puzzles"),
        )
    )
    if rated.change < 0:
        why = language.say("a wrong try, a hint or the solution counts as not solved")
        return f"{said} · {why}"
    if skill.run < FEWEST_IN_A_ROW:
        return said
    run = language.say("{number} in a row at the first try", number=skill.run)
    return f"{said} · {run}"


def format_rating(rating: Rating) -> str:
    """Write a rating as chess sites do, with a question mark while it is uncertain."""
    return f"{rating.number:.0f}{'?' if rating.is_provisional else ''}"


def format_skill(language: Language, user_id: int, skill: Skill) -> str:
    """Tell everybody a person's rating at puzzles."""
    if not skill.rating.is_ranked:
        return language.count(
            "{player}: about {number} more new [puzzle|puzzles] until a puzzle rating",
            skill.rating.count_missing("puzzles"),
            player=mention(user_id),
        )
    return language.say(
        "{player}: puzzle rating {rating}, {number} in a row at the first try, longest {longest}",
        player=mention(user_id),
        rating=format_rating(skill.rating),
        number=skill.run,
        longest=skill.longest,
    )


def format_rating_changes(language: Language, match: Match) -> str | None:
    """Say how a match has changed ratings, or why it has not; while it runs, whether Maxine plays for them.

    None if that is unknown, or a match against Maxine is casual.
    """
    if not match.is_over:
        return _format_stake(language, match)
    if match.rating_changes:
        changes = sorted(match.rating_changes, key=lambda change: match.seat_of(change.user_id) or 0)
        board: Board = "people" if match.level is None else "maxine"
        listed = ", ".join(_format_change(language, change, board) for change in changes)
        said = (
            language.say("Rating: {changes}", changes=listed)
            if match.level is None
            else language.say("Rating against Maxine: {changes}", changes=listed)
        )
        slightness = language.say(
            "a win over somebody rated {points} points lower changes nothing", points=f"{MARGIN:.0f}"
        )
        return f"{said} · {slightness}" if _is_slight_win(match) else said
    return None if match.unrated is None else _format_reason(language, match, match.unrated)


def _format_reason(language: Language, match: Match, unrated: Unrated) -> str | None:
    """Say why a match was not rated; None if no player would expect it to be."""
    if unrated == "casual" and match.origin is not None and match.origin.match_id is not None:
        return language.say("Not rated: it began in the middle of another match.")
    if unrated == "casual" and match.together is not None:
        return language.say("Not rated: the whole channel played it.")
    if unrated == "casual" and match.level is not None:
        return None
    level = format_level(language, match.level, match.game_slug) if match.level else ""
    return language.say(_REASONS[unrated], level=level, number=policy.RATED_MATCHES_A_DAY)


def first_help(language: Language) -> str:
    """Say to a player who gets help for the first time in a rated match that this ends the rating."""
    return language.say("This match now counts as played with help, so it is no longer rated.")


def first_help_elsewhere(language: Language) -> str:
    """Say the same where the match itself is not shown."""
    said = language.say(
        "Your match of this game against me now counts as played with help, so it is no longer rated."
    )
    return f"-# {said}"


def _format_stake(language: Language, match: Match) -> str | None:
    """Say of a running match against Maxine whether it is rated, and what ends that."""
    if match.level is None or not match.is_rated:
        return None
    if match.is_helped:
        return language.say("No longer rated: it is played with help.")
    return language.say("Rated: help from me, such as Hint or Explain, ends the rating.")


def _is_slight_win(match: Match) -> bool:
    """Return whether a player has won who is rated so much higher that ratings do not change."""
    winner_id = None if match.winner is None else match.winner.user_id
    return any(change.user_id == winner_id and change.is_slight for change in match.rating_changes)


def _format_change(language: Language, change: RatingChange, board: Board) -> str:
    """Say a person's rating before and after a match, as far as it is certain, or what is missing to that."""
    if not change.after.is_ranked:
        return language.count(
            "{player}: about {number} more rated [match|matches] until a rating",
            change.after.count_missing(board),
            player=mention(change.user_id),
        )
    if not change.before.is_ranked:
        return language.say(
            "{player} {after} (±{deviation})",
            player=mention(change.user_id),
            after=format_rating(change.after),
            deviation=f"{change.after.deviation:.0f}",
        )
    return language.say(
        "{player} {before} → {after} (±{deviation})",
        player=mention(change.user_id),
        before=format_rating(change.before),
        after=format_rating(change.after),
        deviation=f"{change.after.deviation:.0f}",
    )
