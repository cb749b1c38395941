"""The attempts at puzzles, what was shared of them, and streaks of daily ones."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from bot.models import Attempt, End, Progress, PuzzleFilter, RaceStage, Rated, Streak, StreakTable
from bot.storage import solving
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.rows import EVERYWHERE, inserting, numbers_of, text_of
from engine.puzzles import Puzzle

PuzzleKey: TypeAlias = tuple[str, tuple[int, ...]]
"""What a puzzle is known by: its game, and the actions that lead to it."""

Seen: TypeAlias = Mapping[PuzzleKey, tuple[int, bool]]
"""The puzzles a person has begun, each with the last attempt at it, and whether they have ever solved it."""

Moved: TypeAlias = Mapping[PuzzleKey, str]
"""The puzzles that people find easier or harder than they were judged to be, and how difficult they are."""

_DAY = 24 * 3600.0  # in seconds
_PUZZLE = "game, difficulty, goal, start, theme, wished_game, wished_difficulty, wished_theme"
_ATTEMPT = (
    "match_id, race_id, race_place, day, begun_at, actions, mistakes, tried, hints, told, free_hints, fate,"
    " ended_at"
)
_STORED = f"user_id, guild_id, {_PUZZLE}, {_ATTEMPT}"
_COLUMNS = f"{_STORED}, id, (SELECT ends_at FROM races WHERE races.id = race_id)"
_ADD = f"{inserting('attempts', _STORED)} RETURNING id"
_OF_DAY = ", ".join(
    f"CASE WHEN begun.id IS NULL THEN :{name} ELSE begun.{name} END" for name in _PUZZLE.split(", ")
)
_ADD_DAILY = (
    f"INSERT INTO attempts ({_STORED})"
    f" SELECT :user_id, :guild_id, {_OF_DAY}, :{_ATTEMPT.replace(', ', ', :')}"
    " FROM (SELECT 1) AS one LEFT JOIN (SELECT * FROM attempts WHERE day = :day LIMIT 1) AS begun ON TRUE"
    " WHERE TRUE ON CONFLICT (day, user_id) WHERE day IS NOT NULL"
    f" DO UPDATE SET guild_id = coalesce(excluded.guild_id, attempts.guild_id) RETURNING {_COLUMNS}"
)
"""The puzzle is the one that was begun that day."""
_ADD_OF_RACE = (
    f"{inserting('attempts', _STORED)} ON CONFLICT (race_id, user_id, race_place)"
    f" WHERE race_id IS NOT NULL DO UPDATE SET guild_id = excluded.guild_id RETURNING {_COLUMNS}"
)
_NEWEST_OF_RACE = (
    f"SELECT {_COLUMNS} FROM attempts WHERE race_id = ? AND user_id = ? ORDER BY race_place DESC LIMIT 1"
)
_DEPARTED = "SELECT 1 FROM departures WHERE user_id = ? AND race_id = ? AND day = ?"
_SEEN = (
    "SELECT game, start, max(id), max(CASE WHEN fate = 'solved' THEN 1 ELSE 0 END) FROM attempts"
    " WHERE user_id = ? GROUP BY game, start"
)
_FAILED = (
    "SELECT game, start, difficulty, goal, theme FROM attempts WHERE id IN (SELECT max(id) FROM attempts"
    " WHERE user_id = :user_id AND game = coalesce(:game, game) AND fate IS NOT NULL AND match_id IS NULL"
    " GROUP BY game, start) AND (fate <> 'solved' OR mistakes > 0 OR hints > free_hints)"
    " AND coalesce(theme, '') = coalesce(:theme, theme, '') ORDER BY id LIMIT 1"
)
_SOLVED = (
    "SELECT theme, count(DISTINCT start) FROM attempts WHERE user_id = :user_id AND game = :game"
    " AND fate = 'solved' AND theme IS NOT NULL GROUP BY theme"
)
_BEGUN = " UNION ALL ".join(
    f"SELECT {{moves}}, origin_ply FROM matches WHERE {seat} = :user_id AND game = :game AND origin_id = id"
    for seat in ("first_id", "second_id")
)
_WINS = (
    "SELECT versus, wins FROM standings WHERE user_id = :user_id AND game = :game"
    f" AND guild_id <= {EVERYWHERE}"
)
_FIND = f"SELECT {_COLUMNS} FROM attempts WHERE id = ?"
_COUNT_OF_THEME = (
    "SELECT count(*) FROM attempts WHERE user_id = ? AND wished_game = ? AND wished_theme = ? AND id <= ?"
)
_MOVED = "SELECT game, start, found FROM rated_puzzles WHERE found <> judged"
_SAVE = (
    "UPDATE attempts SET actions = ?, mistakes = ?, tried = ?, hints = ?, told = ?, free_hints = ?, fate = ?,"
    " ended_at = ? WHERE id = ? AND actions = ? AND mistakes = ? AND tried = ? AND hints = ? AND told = ?"
    " AND free_hints = ? AND fate {same} ? RETURNING id"
)
_ADD_SHARE = (
    "INSERT INTO shares (attempt_id, channel_id, begun_at) VALUES (?, ?, ?)"
    " ON CONFLICT (attempt_id, channel_id)"
    " DO UPDATE SET begun_at = excluded.begun_at WHERE shares.begun_at <= ? RETURNING attempt_id"
)
_CONFIRM_SHARE = "UPDATE shares SET begun_at = NULL WHERE attempt_id = ? AND channel_id = ?"
_REMOVE_SHARE = "DELETE FROM shares WHERE attempt_id = ? AND channel_id = ?"


class Puzzles(Subject):
    """The attempts at puzzles, what was shared of them, and streaks of daily ones."""

    async def find(self, attempt_id: int) -> Attempt | None:
        """Return the attempt, None if there is none with this id."""
        found = await self._database.find_one(_FIND, attempt_id)
        return _attempt_from(found) if found else None

    async def find_seen(self, user_id: int) -> Seen:
        """Return the puzzles that the person has begun."""
        seen = await self._database.find(_SEEN, user_id)
        return {(game, numbers_of(start)): (id_, bool(is_solved)) for game, start, id_, is_solved in seen}

    async def find_failed(self, user_id: int, wished: PuzzleFilter) -> Puzzle | None:
        """Return the puzzle of a game and theme, or of any, that the person failed last the longest ago."""
        values = {"user_id": user_id, "game": wished.game_slug, "theme": wished.theme}
        [found] = await self._database.read(Statement(_FAILED, values))
        return next((Puzzle(game, numbers_of(start), *judged) for game, start, *judged in found), None)

    async def find_progress(self, user_id: int, game: str) -> Progress:
        """Return what the person has done in a game, as far as the steps of its path ask for it."""
        values = {"user_id": user_id, "game": game}
        asked = (Statement(sql, values) for sql in (_SOLVED, _BEGUN, _WINS))
        solved, begun, wins = await self._database.read(*asked)
        starts = {numbers_of(moves or "")[:ply] for moves, ply in begun}
        return Progress(dict(solved), starts, dict(wins))

    async def count_of_theme(self, attempt: Attempt) -> int:
        """Return how many puzzles of the attempt's theme and game the person has asked for, up to it."""
        wished = attempt.puzzle_filter
        asked = attempt.user_id, wished.game_slug, wished.theme, attempt.id
        [count] = await self._database.list_ids(_COUNT_OF_THEME, *asked)
        return count

    async def find_moved(self) -> Moved:
        """Return the puzzles whose own rating is certain, and in another difficulty than they were judged."""
        moved = await self._database.find(_MOVED)
        return {(game, numbers_of(start)): found for game, start, found in moved}

    async def find_rated(self, attempt_id: int) -> Rated | None:
        """Return what came of the attempt for the person's rating, None if it was not rated."""
        found = await self._database.find_one(solving.RATED, attempt_id)
        return Rated(solving.read_skill(found[1:]), found[0]) if found else None

    async def find_streak(self, user_id: int) -> Streak | None:
        """Return the person's streak, None if they have never solved a daily puzzle."""
        return solving.streak_from(await self._database.find(solving.OWN_STREAK, user_id))

    async def find_streaks(self, guild_id: int | None, user_id: int, today: int, size: int) -> StreakTable:
        """Return the longest streaks alive on a server or everywhere, the person's place below, and skill."""
        scope = EVERYWHERE if guild_id is None else guild_id
        asked = solving.asking_table(scope, user_id, today, size)
        *found, skill, last_rated = await self._database.read(*asked, *solving.asking_skill(user_id))
        return solving.table_from(found, size, solving.skill_from(skill, last_rated, today * _DAY))

    async def has_departed(self, user_id: int, *, race_id: int = 0, day: int = 0) -> bool:
        """Return whether a person has begun a race, or the puzzle of a day, and then deleted their data."""
        return await self._database.find_one(_DEPARTED, user_id, race_id, day) is not None

    async def add(self, attempt: Attempt) -> Attempt:
        """Store a new attempt and give it an id."""
        [[id_]] = await self._database.write(Statement(_ADD, _values_of(attempt)))
        return replace(attempt, id=id_)

    async def add_daily(self, attempt: Attempt) -> Attempt:
        """Store an attempt at a daily puzzle unless the person has one; return what is stored.

        It is at the puzzle that was begun that day, as a newer version may have another. Its server is stored
        in any case.
        """
        names = _STORED.split(", ")
        adding = Statement(_ADD_DAILY, dict(zip(names, _values_of(attempt), strict=True)))
        [stored] = await self._database.write(adding, locks=[Lock(Locked.DAY, attempt.day or 0)])
        return _attempt_from(stored)

    async def add_of_race(self, attempt: Attempt) -> Attempt:
        """Store a new attempt at a puzzle of a race, unless the person has one; return what is stored."""
        [stored] = await self._database.write(Statement(_ADD_OF_RACE, _values_of(attempt)))
        return _attempt_from(stored)

    async def find_newest_of_race(self, race_id: int, user_id: int) -> Attempt | None:
        """Return the person's attempt at the furthest puzzle of a race, None if they have not begun."""
        found = await self._database.find_one(_NEWEST_OF_RACE, race_id, user_id)
        return _attempt_from(found) if found else None

    async def save(self, before: Attempt, after: Attempt) -> bool:
        """Store how an attempt went on, if it still stands as in `before`.

        The same write extends the streak when it begins to count, and rates the first score at a puzzle.
        """
        saving = Statement(_SAVE, (*_progress_of(after), before.id, *_progress_of(before)[:-1]))
        extends = after.counts and not before.counts and after.day is not None
        rates = before.score is None and after.score is not None
        if not extends and not rates:
            return bool(await self._database.write(saving))

        def decide(found: list[list[Row]]) -> tuple[bool, list[Statement]]:
            saved, streak, *rated = found
            if not saved:
                return False, []
            extending = solving.extending(after, streak) if extends else []
            return True, [*extending, *(solving.rating(after, rated) if rates else [])]

        asked = [saving, Statement(solving.OWN_STREAK, (after.user_id,)), *solving.asking(after)]
        return await self._database.decide([Lock(Locked.PUZZLES)], asked, decide)

    async def add_share(self, attempt_id: int, channel_id: int, now: float, since: float) -> bool:
        """Store that it is begun to share the result in the channel.

        False, with nothing written, if that is confirmed, or was begun after `since` and may be on its way.
        """
        return bool(await self._database.write(Statement(_ADD_SHARE, (attempt_id, channel_id, now, since))))

    async def confirm_share(self, attempt_id: int, channel_id: int) -> None:
        """Store that the result was posted in the channel."""
        await self._database.write(Statement(_CONFIRM_SHARE, (attempt_id, channel_id)))

    async def remove_share(self, attempt_id: int, channel_id: int) -> None:
        """Store that the result is not shared in the channel after all."""
        await self._database.write(Statement(_REMOVE_SHARE, (attempt_id, channel_id)))


def _values_of(attempt: Attempt) -> tuple[object, ...]:
    """Return the values of _STORED."""
    puzzle, wished, stage = attempt.puzzle, attempt.puzzle_filter, attempt.race_stage
    asked = puzzle.game_slug, puzzle.difficulty, puzzle.goal, text_of(puzzle.actions), puzzle.theme
    of_race = (stage.race_id, stage.number) if stage else (None, None)
    begun = attempt.match_id, *of_race, attempt.day, attempt.begun_at
    return attempt.user_id, attempt.guild_id, *asked, *wished[:3], *begun, *_progress_of(attempt)


def _progress_of(attempt: Attempt) -> tuple[object, ...]:
    """Return the values that _SAVE sets."""
    moves = text_of(attempt.actions), attempt.mistakes, text_of(attempt.tried)
    return *moves, attempt.hints, attempt.position_hints, attempt.free_hints, *(attempt.end or (None, None))


def _attempt_from(row: Row) -> Attempt:
    """Make an attempt of a row of _COLUMNS."""
    user_id, guild_id, game, difficulty, goal, start, theme, wished_game, wished_difficulty, *others = row
    wished_theme, match_id, race_id, race_place, day, begun_at, actions, mistakes, tried, *others = others
    hints, told, free_hints, fate, ended_at, id_, race_ends_at = others
    return Attempt(
        id=id_,
        user_id=user_id,
        guild_id=guild_id,
        puzzle=Puzzle(game, numbers_of(start), difficulty, goal, theme),
        puzzle_filter=PuzzleFilter(wished_game, wished_difficulty, wished_theme, match_id is not None),
        begun_at=begun_at,
        day=day,
        actions=numbers_of(actions),
        mistakes=mistakes,
        hints=hints,
        position_hints=told,
        end=None if fate is None else End(fate, ended_at),
        match_id=match_id,
        free_hints=free_hints,
        race_stage=None if race_id is None else RaceStage(race_id, race_place, race_ends_at),
        tried=numbers_of(tried),
    )
