"""What follows from puzzles that are solved: streaks of days, ratings of who solves, and those of puzzles."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.models import Attempt, Rating, Skill, Streak, StreakStanding, StreakTable
from bot.storage import verdicts
from bot.storage.database import Row, Statement
from bot.storage.places import MINE, below, rank_after, ranked
from bot.storage.rows import EVERYWHERE, inserting_placed, text_of, upserting
from bot.storage.transfer import Whole

Practised: TypeAlias = tuple[str, str, int, tuple[int, int], tuple[int, int]]
"""A game, a theme, how many players, and how many puzzles they solved at the first try, of how many."""

OWN_STREAK = f"SELECT last_day, length, longest FROM streaks WHERE user_id = ? AND guild_id <= {EVERYWHERE}"
"""Wherever it was solved, be the person hidden or not."""
_STREAK_COLUMNS = "user_id, guild_id, last_day, length, longest"
_BEGIN_STREAK = f"{inserting_placed('streaks', _STREAK_COLUMNS)} ON CONFLICT DO NOTHING"
_EXTEND_STREAKS = "UPDATE streaks SET last_day = ?, length = ?, longest = ? WHERE user_id = ?"
_OF_DAY = "FROM streaks WHERE guild_id = :scope AND last_day = :day"
_BEST = f"SELECT user_id, length, longest {_OF_DAY} ORDER BY length DESC, longest DESC, user_id LIMIT :size"
_OF_DAYS = "guild_id = :scope AND last_day IN (:today, :yesterday)"
_OWN_STANDING = (
    f"WITH own AS (SELECT user_id, length, longest FROM streaks WHERE {_OF_DAYS} AND user_id = :user_id)"
    " SELECT "
    + rank_after(
        f"streaks WHERE {_OF_DAYS}",
        f"length > {MINE.format('length')}",
        f"length = {MINE.format('length')} AND longest > {MINE.format('longest')}",
    )
    + ", user_id, length, longest FROM own"
)

_SKILL_COLUMNS = "rating, deviation, volatility, run, longest"
_SKILL = f"SELECT {_SKILL_COLUMNS} FROM solvers WHERE user_id = ?"
_LAST_RATED = "SELECT max(begun_at) FROM attempts WHERE user_id = ? AND rating_change IS NOT NULL"
RATED = (
    f"SELECT rating_change, {_SKILL_COLUMNS} FROM attempts JOIN solvers USING (user_id)"
    " WHERE id = ? AND rating_change IS NOT NULL"
)
_PRACTISED = """WITH begun AS (
        SELECT user_id, game, theme, min(begun_at) AS since FROM attempts
        WHERE wished_game = game AND wished_theme = theme GROUP BY user_id, game, theme),
    tried AS (
        SELECT user_id, game, theme, CASE WHEN begun_at > since THEN 1 ELSE 0 END AS is_late,
        CASE WHEN fate = 'solved' AND mistakes = 0 AND hints = free_hints THEN 1 ELSE 0 END AS is_first
        FROM attempts JOIN begun USING (user_id, game, theme)
        WHERE match_id IS NULL AND race_id IS NULL AND (begun_at <= since OR begun_at >= since + 604800)
        AND (mistakes > 0 OR hints > free_hints OR fate IS NOT NULL)),
    people AS (
        SELECT game, theme, count(*) AS tries, sum(is_late) AS late, sum(is_first) AS firsts,
        sum(is_late * is_first) AS late_firsts FROM tried GROUP BY user_id, game, theme)
    SELECT game, theme, count(*), sum(firsts - late_firsts), sum(tries - late), sum(late_firsts), sum(late)
    FROM people WHERE late > 0 AND late < tries GROUP BY game, theme ORDER BY game, theme"""
_TRIED_BEFORE = (
    "SELECT 1 FROM attempts WHERE user_id = ? AND game = ? AND start = ? AND id <> ?"
    " AND (mistakes > 0 OR hints > free_hints OR fate IS NOT NULL) LIMIT 1"
)
_RATED_PUZZLE = "SELECT rating, deviation, volatility, judged FROM rated_puzzles WHERE game = ? AND start = ?"
_SAVE_SKILL = upserting("solvers", "user_id", _SKILL_COLUMNS)
_SAVE_PUZZLE = upserting("rated_puzzles", "game, start", "rating, deviation, volatility, judged, found")
_SAVE_RATING_CHANGE = "UPDATE attempts SET rating_change = ? WHERE id = ?"


def asking_table(scope: int, user_id: int, today: int, size: int) -> list[Statement]:
    """Return what reads the longest streaks that are alive, of both days, and the person's own place."""
    days = {"today": today, "yesterday": today - 1}
    values = {"scope": scope, "user_id": user_id, "size": size, **days}
    best = [Statement(_BEST, {**values, "day": day}) for day in days.values()]
    return [*best, Statement(_OWN_STANDING, values)]


def table_from(found: Sequence[Iterable[Row]], size: int, skill: Skill | None) -> StreakTable:
    """Make a table from what `asking_table` has read."""
    *best, own = found
    rows = sorted((row for day in best for row in day), key=lambda row: (-row[1], -row[2], row[0]))[:size]
    top = [StreakStanding(rank, *row) for rank, row in ranked(rows)]
    places = [StreakStanding(int(rank), *row) for rank, *row in own]
    return StreakTable(top, below(top, places), skill)


def streak_from(found: Sequence[Row]) -> Streak | None:
    """Return the streak of the row of OWN_STREAK."""
    return Streak(*found[0]) if found else None


def extending(attempt: Attempt, found: Sequence[Row]) -> list[Statement]:
    """Return what lets the person's streak, as it was found, go on by a daily puzzle."""
    day = attempt.day or 0
    streak = (streak_from(found) or Streak(day - 1, 0, 0)).extended(day)
    scopes = sorted({EVERYWHERE, attempt.guild_id or EVERYWHERE})
    values = {"user_id": attempt.user_id, **streak._asdict()}
    begin = (Statement(_BEGIN_STREAK, {**values, "guild_id": scope}) for scope in scopes)
    return [*begin, Statement(_EXTEND_STREAKS, (*streak, attempt.user_id))]


def asking_skill(user_id: int) -> list[Statement]:
    """Return what reads a person's skill, for `skill_from`."""
    return [Statement(_SKILL, (user_id,)), Statement(_LAST_RATED, (user_id,))]


def skill_from(skill: list[Row], last_rated: list[Row], now: float) -> Skill | None:
    """Return a person's skill as certain as it is now, None if nothing of theirs was rated."""
    last = last_rated[0][0]
    return read_skill(skill[0]).aged(0 if last is None else now - last) if skill else None


def asking(attempt: Attempt) -> list[Statement]:
    """Return what reads all that the rating of an attempt depends on, for `rating`."""
    key = _puzzle_values(attempt)
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
        Statement(_SAVE_PUZZLE, (*_puzzle_values(attempt), *rated, judged, rated.difficulty or judged)),
        Statement(_SAVE_RATING_CHANGE, (change, attempt.id)),
        *verdicts.placing(attempt.user_id, attempt.guild_id, after.rating, after.run),
    ]


def _puzzle_values(attempt: Attempt) -> tuple[str, str]:
    return attempt.puzzle.game_slug, text_of(attempt.puzzle.actions)


def read_skill(row: Row) -> Skill:
    """Make a skill of its columns."""
    number, deviation, volatility, run, longest = row
    return Skill(Rating(number, deviation, volatility), run, longest)


def _puzzle_from(known: list[Row], difficulty: str) -> tuple[Rating, str]:
    """Return the rating of a puzzle, and the difficulty it was shipped with."""
    if known:
        *numbers, judged = known[0]
        return Rating(*numbers), judged
    return Rating.of_difficulty(difficulty), difficulty


def list_practised(whole: Whole) -> list[Practised]:
    """Return how players who practise a theme solved it until they began, and a week (604,800 s) later."""
    return [
        (game, theme, players, (int(first_before), int(before)), (int(first_after), int(after)))
        for game, theme, players, first_before, before, first_after, after in whole.ask(_PRACTISED)
    ]
