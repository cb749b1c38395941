"""The SQL of puzzle ratings: those of people, and those of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.models import Rated, Rating, Skill

if TYPE_CHECKING:
    import sqlite3

    from bot.models import Attempt

_SKILL = "rating, deviation, volatility, run, longest"
_TRIED_BEFORE = (
    "SELECT 1 FROM attempts WHERE user_id = ? AND game = ? AND start = ? AND id <> ?"
    " AND (mistakes > 0 OR hints > free_hints OR fate IS NOT NULL) LIMIT 1"
)
_LAST_RATED = (
    "SELECT coalesce(max(begun_at), ?) FROM attempts WHERE user_id = ? AND rating_change IS NOT NULL"
)
_SAVE_PUZZLE = (
    "INSERT INTO rated_puzzles (game, start, rating, deviation, volatility, judged, found)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET rating = excluded.rating,"
    " deviation = excluded.deviation, volatility = excluded.volatility, found = excluded.found"
)


def find_skill(db: sqlite3.Connection, user_id: int, now: float) -> Skill | None:
    """Return a person's skill as certain as it is now, None if nothing of theirs was rated."""
    row = db.execute(f"SELECT {_SKILL} FROM solvers WHERE user_id = ?", (user_id,)).fetchone()
    if row is None:
        return None
    (last,) = db.execute(_LAST_RATED, (now, user_id)).fetchone()
    return _skill_from(row).aged(now - last)


def find_rated(db: sqlite3.Connection, attempt_id: int) -> Rated | None:
    """Return what came of an attempt for a rating, None if it was not rated."""
    sql = (
        f"SELECT rating_change, {_SKILL} FROM attempts JOIN solvers USING (user_id)"
        " WHERE id = ? AND rating_change IS NOT NULL"
    )
    row = db.execute(sql, (attempt_id,)).fetchone()
    return Rated(_skill_from(row[1:]), row[0]) if row else None


def rate(db: sqlite3.Connection, attempt: Attempt, start: str, score: int) -> None:
    """Rate the outcome of an attempt at the puzzle of this start, for the person and the puzzle.

    Nothing is done if the person has had an outcome at this puzzle before.
    """
    user_id, key = attempt.user_id, (attempt.puzzle.game_slug, start)
    if db.execute(_TRIED_BEFORE, (user_id, *key, attempt.id)).fetchone():
        return
    before = find_skill(db, user_id, attempt.begun_at) or Skill()
    puzzle, judged = _find_puzzle(db, attempt, key)
    after, rated = before.after(puzzle, score), puzzle.after((before.rating, 1 - score))
    db.execute(
        f"REPLACE INTO solvers (user_id, {_SKILL}) VALUES (?, ?, ?, ?, ?, ?)",
        (user_id, *after.rating, after.run, after.longest),
    )
    db.execute(_SAVE_PUZZLE, (*key, *rated, judged, rated.difficulty or judged))
    change = after.rating.number - before.rating.number
    db.execute("UPDATE attempts SET rating_change = ? WHERE id = ?", (change, attempt.id))


def _find_puzzle(db: sqlite3.Connection, attempt: Attempt, key: tuple[str, str]) -> tuple[Rating, str]:
    """Return the rating of a puzzle, and the difficulty it was shipped with."""
    sql = "SELECT rating, deviation, volatility, judged FROM rated_puzzles WHERE game = ? AND start = ?"
    row = db.execute(sql, key).fetchone()
    difficulty = attempt.puzzle.difficulty
    return (Rating(*row[:3]), row[3]) if row else (Rating.of_difficulty(difficulty), difficulty)


def _skill_from(row: tuple[Any, ...]) -> Skill:
    number, deviation, volatility, run, longest = row
    return Skill(Rating(number, deviation, volatility), run, longest)
