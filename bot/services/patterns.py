"""A person's own errors in finished matches: the pattern missed most often of late, and puzzles of them."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from bot import policy
from bot.errors import Reason, Refused
from bot.models import Knowledge, Match, Missed, PuzzleFilter, Reviewed
from bot.services import Context, analyses, review
from bot.storage import PuzzleKey, Seen
from engine import Label, puzzles
from engine.puzzles import Puzzle, judging

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


_SECONDS = 2.0  # until no further match is searched, in each of two passes
_UNSEEN = (0, False)


class Source(NamedTuple):
    """A puzzle, and the match in which its solution was missed."""

    puzzle: Puzzle
    match_id: int


async def find_own_error(context: Context, user_id: int, puzzle_filter: PuzzleFilter, seen: Seen) -> Source:
    """Return the person's newest error that they have not seen as a puzzle, else one they have not solved.

    Their matches are searched longer only if stored and quickly found results are not enough.
    """
    matches = await context.storage.matches.list_finished(user_id, puzzle_filter.game_slug, _MATCHES)
    found: dict[PuzzleKey, Source] = {}
    for look in (review.at_once, review.review_match):
        end = asyncio.get_running_loop().time() + _SECONDS
        for match in matches:
            reviewed = await look(context, match, user_id)
            found |= _sources(reviewed, match.seat_of(user_id) or 0, puzzle_filter.difficulty)
            if any(key not in seen for key in found) or asyncio.get_running_loop().time() > end:
                break
        attempts = {key: seen.get(key, _UNSEEN) for key in found}
        unsolved = [key for key in found if not attempts[key][1]]
        if unsolved:
            return found[min(unsolved, key=attempts.__getitem__)]
    raise Refused(Reason.OWN_ERRORS_SOLVED if found else Reason.NO_OWN_ERRORS)


def _sources(reviewed: Reviewed, seat: int, difficulty: str) -> dict[PuzzleKey, Source]:
    """Return puzzles from a player's errors in a match, the gravest error first."""
    match = reviewed.match
    missed = (
        Puzzle(match.game_slug, match.actions[: error.ply], difficulty, int(error.analysis.value))
        for error in reviewed.errors(seat)
        if judging.has_single_solution(error.analysis)
    )
    return {(puzzle.game_slug, puzzle.actions): Source(puzzle, match.id) for puzzle in missed}
