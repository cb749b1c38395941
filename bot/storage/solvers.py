"""The ratings of who solves puzzles, and those of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Rated, Rating, Skill
from bot.storage import verdicts
from bot.storage.database import Statement
from bot.storage.rows import placeholders, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import Attempt
    from bot.storage.database import Row

_SKILL_COLUMNS = "rating, deviation, volatility, run, longest"
_SKILL = f"SELECT {_SKILL_COLUMNS} FROM solvers WHERE user_id = ?"
_LAST_RATED = "SELECT max(begun_at) FROM attempts WHERE user_id = ? AND rating_change IS NOT NULL"
RATED = (
    f"SELECT rating_change, {_SKILL_COLUMNS} FROM attempts JOIN solvers USING (user_id)"
    " WHERE id = ? AND rating_change IS NOT NULL"
)
_TRIED_BEFORE = (
    "SELECT 1 FROM attempts WHERE user_id = ? AND game = ? AND start = ? AND id <> ?"
    " AND (mistakes > 0 OR hints > free_hints OR fate IS NOT NULL) LIMIT 1"
)
_RATED_PUZZLE = "SELECT rating, deviation, volatility, judged FROM rated_puzzles WHERE game = ? AND start = ?"
_SAVE_SKILL = (
    f"INSERT INTO solvers (user_id, {_SKILL_COLUMNS}) VALUES (?, {placeholders(_SKILL_COLUMNS)})"
    " ON CONFLICT (user_id) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
    " volatility = excluded.volatility, run = excluded.run, longest = excluded.longest"
)
_SAVE_PUZZLE = (
    "INSERT INTO rated_puzzles (game, start, rating, deviation, volatility, judged, found)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, start) DO UPDATE SET rating = excluded.rating,"
    " deviation = excluded.deviation, volatility = excluded.volatility, found = excluded.found"
)
_SAVE_RATING_CHANGE = "UPDATE attempts SET rating_change = ? WHERE id = ?"


def asking_skill(user_id: int) -> list[Statement]:
    """Return what reads a person's skill, for `skill_from`."""
    return [Statement(_SKILL, (user_id,)), Statement(_LAST_RATED, (user_id,))]


def skill_from(skill: list[Row], last_rated: list[Row], now: float) -> Skill | None:
    """Return a person's skill as certain as it is now, None if nothing of theirs was rated."""
    last = last_rated[0][0]
    return _skill_from(skill[0]).aged(0 if last is None else now - last) if skill else None


def rated_from(found: list[Row]) -> Rated | None:
    """Return what came of an attempt for a rating, None if it was not rated."""
    return Rated(_skill_from(found[0][1:]), found[0][0]) if found else None


def asking(attempt: Attempt) -> list[Statement]:
    """Return what reads all that the rating of an attempt depends on, for `rating`."""
    key = _key(attempt)
    tried = Statement(_TRIED_BEFORE, (attempt.user_id, *key, attempt.id))
    return [tried, Statement(_RATED_PUZZLE, key), *asking_skill(attempt.user_id)]


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
    return [
        Statement(_SAVE_SKILL, (attempt.user_id, *after.rating, after.run, after.longest)),
        Statement(_SAVE_PUZZLE, (*_key(attempt), *rated, judged, rated.difficulty or judged)),
        Statement(_SAVE_RATING_CHANGE, (change, attempt.id)),
        *verdicts.placing(attempt.user_id, attempt.guild_id, after.rating, after.run),
    ]


def _key(attempt: Attempt) -> tuple[str, str]:
    return attempt.puzzle.game_slug, text_of(attempt.puzzle.actions)


def _skill_from(row: Row) -> Skill:
    number, deviation, volatility, run, longest = row
    return Skill(Rating(number, deviation, volatility), run, longest)


def _puzzle_from(known: list[Row], difficulty: str) -> tuple[Rating, str]:
    """Return the rating of a puzzle, and the difficulty it was shipped with."""
    if known:
        *numbers, judged = known[0]
        return Rating(*numbers), judged
    return Rating.of_difficulty(difficulty), difficulty
