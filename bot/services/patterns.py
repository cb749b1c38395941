"""The pattern that a player missed most often of late, as far as their matches have been reviewed."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from bot import policy
from bot.models import Knowledge, Match, Missed
from bot.services import Context, analyses, review
from engine import Label, puzzles
from engine.puzzles import judging

_Themes: TypeAlias = tuple[str, ...] | None
"""The themes of a player's gravest errors in a match, None if it was not reviewed."""

_MATCHES = 20
_ERRORS = 3  # the gravest of a match: to find the theme of one takes up to 50 ms


def find_difficulty(game_slug: str, theme: str) -> str | None:
    """Return the least difficulty of which a game has enough puzzles of a theme to practise it.

    One more, as that of today is left out. None if there are not enough.
    """
    needed = policy.PRACTICE_PUZZLES + 1
    found = (each for each in puzzles.DIFFICULTIES if len(puzzles.of(game_slug, each, theme)) >= needed)
    return next(found, None)


async def find_missed(context: Context, user_id: int, game_slug: str | None = None) -> Missed | None:
    """Return what a person missed most often in their newest matches of a game, by what is stored of them.

    Without a game it is that of their newest match. None if no error of theirs is known that they could
    practise.
    """
    matches = await context.storage.matches.list_finished(user_id, game_slug, _MATCHES if game_slug else 1)
    if not game_slug:
        return await find_missed(context, user_id, matches[0].game_slug) if matches else None
    listed = await _list_themes(context, matches, user_id)
    known = [themes for themes in listed if themes is not None]
    counts = Counter(theme for themes in known for theme in themes if find_difficulty(game_slug, theme))
    if not counts:
        return None
    [(theme, times)] = counts.most_common(1)
    return Missed(game_slug, theme, times, len(known), len(matches))


async def _list_themes(context: Context, matches: Sequence[Match], user_id: int) -> list[_Themes]:
    """Return the themes of a player's gravest errors in each match."""
    keys = [(match.id, match.seat_of(user_id) or 0) for match in matches]
    new = [(match, key) for match, key in zip(matches, keys, strict=True) if key not in context.missed]
    if new:
        known = tuple([(await analyses.recall(context, match), seat) for match, (_, seat) in new])
        found = await context.drawing_pool.draw(user_id, _find_all, known)
        context.missed.update(zip((key for _, key in new), found, strict=True))
    return [context.missed.get(key) for key in keys]


def _find_all(known: tuple[tuple[Knowledge, int], ...]) -> list[_Themes]:
    return [_find_themes(*each) for each in known]


def _find_themes(known: Knowledge, seat: int) -> _Themes:
    reviewed = review.judge_known(known)
    labels = [each.label for each in reviewed.review.judgements if each.seat == seat]
    if 2 * labels.count(Label.UNPROVEN) > len(labels):
        return None
    themes = (judging.find_theme(error.analysis) for error in reviewed.errors(seat)[:_ERRORS])
    return tuple(theme for theme in themes if theme is not None)
