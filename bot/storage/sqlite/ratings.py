"""The SQL of puzzle ratings: those of people, and those of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Rated, Rating, Skill
from bot.storage import rows, statements, verdicts

if TYPE_CHECKING:
    import sqlite3

    from bot.models import Attempt


def find_skill(db: sqlite3.Connection, user_id: int, now: float) -> Skill | None:
    """Return a person's skill as certain as it is now, None if nothing of theirs was rated."""
    row = db.execute(statements.SKILL, (user_id,)).fetchone()
    if row is None:
        return None
    (last,) = db.execute(statements.LAST_RATED, (user_id,)).fetchone()
    return rows.skill_from(row).aged(0 if last is None else now - last)


def find_rated(db: sqlite3.Connection, attempt_id: int) -> Rated | None:
    """Return what came of an attempt for a rating, None if it was not rated."""
    row = db.execute(statements.RATED, (attempt_id,)).fetchone()
    return Rated(rows.skill_from(row[1:]), row[0]) if row else None


def rate(db: sqlite3.Connection, attempt: Attempt, start: str, score: int) -> None:
    """Rate the outcome of an attempt at the puzzle of this start, for the person and the puzzle.

    Nothing is done if the person has had an outcome at this puzzle before.
    """
    user_id, key = attempt.user_id, (attempt.puzzle.game_slug, start)
    if db.execute(statements.TRIED_BEFORE, (user_id, *key, attempt.id)).fetchone():
        return
    before = find_skill(db, user_id, attempt.begun_at) or Skill()
    puzzle, judged = _find_puzzle(db, attempt, key)
    after, rated = before.after(puzzle, score), puzzle.after((before.rating, 1 - score), periods=0)
    db.execute(statements.SAVE_SKILL, (user_id, *after.rating, after.run, after.longest))
    db.execute(statements.SAVE_PUZZLE, (*key, *rated, judged, rated.difficulty or judged))
    change = after.rating.number - before.rating.number
    db.execute(statements.SAVE_RATING_CHANGE, (change, attempt.id))
    for placing in verdicts.placing(user_id, attempt.guild_id, after.rating, after.run):
        db.execute(*placing)


def _find_puzzle(db: sqlite3.Connection, attempt: Attempt, key: tuple[str, str]) -> tuple[Rating, str]:
    """Return the rating of a puzzle, and the difficulty it was shipped with."""
    row = db.execute(statements.RATED_PUZZLE, key).fetchone()
    difficulty = attempt.puzzle.difficulty
    return (Rating(*row[:3]), row[3]) if row else (Rating.of_difficulty(difficulty), difficulty)
