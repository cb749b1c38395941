"""The SQL of puzzle ratings: those of people, and those of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Rated, Rating, Skill
from bot.storage import rows, statements, verdicts
from bot.storage.postgres.dialect import Statement, placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import Attempt
    from bot.storage.postgres.dialect import Row

RATED = placed(statements.RATED)
_SKILL, _LAST_RATED = placed(statements.SKILL), placed(statements.LAST_RATED)
_TRIED_BEFORE, _PUZZLE = placed(statements.TRIED_BEFORE), placed(statements.RATED_PUZZLE)
_SAVE_SKILL, _SAVE_PUZZLE = placed(statements.SAVE_SKILL), placed(statements.SAVE_PUZZLE)
_SAVE_CHANGE = placed(statements.SAVE_RATING_CHANGE)


def asking_skill(user_id: int) -> list[Statement]:
    """Return what reads a person's skill, for `skill_from`."""
    return [Statement(_SKILL, (user_id,)), Statement(_LAST_RATED, (user_id,))]


def skill_from(skill: list[Row], last_rated: list[Row], now: float) -> Skill | None:
    """Return a person's skill as certain as it is now, None if nothing of theirs was rated."""
    last = last_rated[0][0]
    return rows.skill_from(skill[0]).aged(0 if last is None else now - last) if skill else None


def rated_from(found: list[Row]) -> Rated | None:
    """Return what came of an attempt for a rating, None if it was not rated."""
    return Rated(rows.skill_from(found[0][1:]), found[0][0]) if found else None


def asking(attempt: Attempt) -> list[Statement]:
    """Return what reads all that the rating of an attempt depends on, for `rating`."""
    key = _key(attempt)
    tried = Statement(_TRIED_BEFORE, (attempt.user_id, *key, attempt.id))
    return [tried, Statement(_PUZZLE, key), *asking_skill(attempt.user_id)]


def rating(attempt: Attempt, found: Sequence[list[Row]]) -> list[Statement]:
    """Return what rates the outcome of an attempt, for the person and the puzzle.

    Nothing is done if the person has had an outcome at this puzzle before.
    """
    tried, known, skill, last_rated = found
    if tried or attempt.score is None:
        return []
    before = skill_from(skill, last_rated, attempt.begun_at) or Skill()
    puzzle, judged = _puzzle_from(known, attempt.puzzle.difficulty)
    after = before.after(puzzle, attempt.score)
    rated = puzzle.after((before.rating, 1 - attempt.score), periods=0)
    change = after.rating.number - before.rating.number
    places = verdicts.placing(attempt.user_id, attempt.guild_id, after.rating, after.run)
    return [
        Statement(_SAVE_SKILL, (attempt.user_id, *after.rating, after.run, after.longest)),
        Statement(_SAVE_PUZZLE, (*_key(attempt), *rated, judged, rated.difficulty or judged)),
        Statement(_SAVE_CHANGE, (change, attempt.id)),
        *(Statement(placed(sql), values) for sql, values in places),
    ]


def _key(attempt: Attempt) -> tuple[str, str]:
    return attempt.puzzle.game_slug, rows.text_of(attempt.puzzle.actions)


def _puzzle_from(known: list[Row], difficulty: str) -> tuple[Rating, str]:
    """Return the rating of a puzzle, and the difficulty it was shipped with."""
    if known:
        *numbers, judged = known[0]
        return Rating(*numbers), judged
    return Rating.of_difficulty(difficulty), difficulty
