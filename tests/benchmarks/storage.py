"""Whether a database of a million finished matches of 100,000 people answers as fast as one of a thousand.

Run it from the checkout: `python -m tests.benchmarks.storage`; it takes minutes, and 2 GB in the directory
for temporary files. Both databases are filled by bulk SQL with the rows, totals and places that play would
have left, all matches rated, then asked the same things in turn, so that a busy machine slows both alike.
The channel asked about has a tenth of all matches, and its server a fifth; a person plays on about ten
servers. As many people as there are matches have a streak of daily puzzles, a fifth of them on the server.
What a system without the memory for the file reads from a disk comes on top.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import engine
from bot.models import (
    ALL_TIME,
    PEOPLE,
    Asker,
    Attempt,
    BoardKey,
    KeptPeriods,
    Match,
    Participant,
    Past,
    Place,
    PuzzleFilter,
    day_of,
    end_of,
    periods_of,
)
from bot.services import Context, profile
from bot.storage import Storage
from bot.storage.sqlite import open_storage
from bot.workers import Analysts
from engine.puzzles import Puzzle
from tests.benchmarks.growth import Timed, bulk, table

SMALL, LARGE, ROUNDS = 1_000, 1_000_000, 300
GAME, SERVERS = "tic-tac-toe", 1_000
BUSY = Place(guild_id=1, channel_id=1)
VERSUS = (PEOPLE, *engine.LEVELS)
LINES = {  # how the matches went, and how often
    (0, 3, 1, 4, 2): 4,
    (4, 0, 2, 6, 3, 5, 1, 7, 8): 3,
    (0, 3, 1, 4, 8, 5): 3,
}
START, SPAN = 1_700_000_000.0, 90 * 24 * 3600.0
NOW = START + SPAN
TODAY = day_of(NOW)
PUZZLE = Puzzle(GAME, (4, 1), "easy", 1)


@dataclass
class Filled(Timed):
    """A database of so many finished matches."""

    analysts: Analysts = field(default_factory=Analysts)

    @property
    def people(self) -> int:
        """How many people play: one for ten matches."""
        return self.matches // 10

    def anybody(self) -> int:
        """Return some person's id."""
        return self.rng.randint(1, self.people)

    async def fill(self) -> None:
        """Make the database."""
        await (await open_storage(self.path)).close()
        with bulk(self.path) as db:
            _fill(db, self)


def _fill(db: sqlite3.Connection, filled: Filled) -> None:
    db.execute("CREATE TEMP TABLE lines (line INTEGER, ply INTEGER, action INTEGER)")
    plies = [(line, *move) for line, actions in enumerate(LINES) for move in enumerate(actions)]
    db.executemany("INSERT INTO lines VALUES (?, ?, ?)", plies)
    db.execute("CREATE TEMP TABLE went (id INTEGER PRIMARY KEY, line INTEGER)")
    for chunk in _chunks(filled):
        db.executemany(MATCHES, (row for row, _ in chunk))
        db.executemany("INSERT INTO went VALUES (?, ?)", ((row[0], line) for row, line in chunk))
    db.execute("INSERT INTO moves SELECT id, ply, action FROM went JOIN lines USING (line) ORDER BY id, ply")
    db.execute(
        "DELETE FROM moves WHERE ply > 1 AND match_id IN (SELECT id FROM matches WHERE result IS NULL)"
    )
    db.execute(SEATS)
    db.execute(SCOPES)
    db.execute("CREATE TEMP TABLE days (day INTEGER, period TEXT)")
    db.executemany("INSERT INTO days VALUES (?, ?)", _days())
    db.create_function("found", 0, lambda: filled.rng.gauss(1500, 150))
    for sql in (STANDINGS, CHANGES, RATINGS, RANKINGS):
        db.execute(sql)
    db.executemany("INSERT INTO streaks VALUES (?, ?, ?, ?, ?)", _streaks(filled))


def _days() -> Iterator[tuple[int, str]]:
    """Yield each day since the start with each period of which places are kept."""
    kept = KeptPeriods.at(NOW)
    for day in range(day_of(START), TODAY + 1):
        for period in (ALL_TIME, *periods_of(end_of(day) - 1)):
            if not kept.is_outdated(period):
                yield day, period


def _streaks(filled: Filled) -> Iterator[tuple[int, ...]]:
    """Yield a streak for everybody that is alive today; many are short and few are long."""
    rng = filled.rng
    for user_id in range(1, filled.matches + 1):
        length = 1 + int(rng.expovariate(0.3))
        streak = (TODAY - rng.randint(0, 1), length, length + int(rng.expovariate(0.5)))
        yield (user_id, 0, *streak)
        if user_id % 5 == 0:
            yield (user_id, BUSY.guild_id or 0, *streak)


SEATS = """
    CREATE TEMP TABLE seats AS
    WITH seated AS (
        SELECT *, first_id AS user_id, 'first' AS winning FROM matches
        UNION ALL SELECT *, second_id, 'second' FROM matches
    )
    SELECT id, game, guild_id, user_id, ended_at,
        coalesce(level, 'people') AS versus, iif(level IS NULL, 'people', 'maxine') AS board,
        result = winning AS win, result = 'draw' AS draw, result NOT IN (winning, 'draw') AS loss
    FROM seated WHERE user_id IS NOT NULL AND result IS NOT NULL"""
SCOPES = """
    CREATE TEMP VIEW scopes AS
    SELECT *, guild_id AS scope FROM seats UNION ALL SELECT *, 0 FROM seats"""
STANDINGS = """
    INSERT INTO standings (game, guild_id, versus, user_id, wins, draws, losses)
    SELECT game, scope, versus, user_id, sum(win), sum(draw), sum(loss) FROM scopes GROUP BY 1, 2, 3, 4"""
CHANGES = """
    INSERT INTO rating_changes
    SELECT id, user_id, board, game, ended_at, 1500, 80, 1480 + id % 41, 80, 0.06 FROM seats"""
RATINGS = """
    INSERT INTO ratings
    SELECT user_id, game, board, found(), 80, 0.06, count(*), 1, 2, max(ended_at)
    FROM seats GROUP BY user_id, game, board"""
RANKINGS = """
    INSERT INTO rankings
    SELECT user_id, board, game, scope, period, wins, draws, losses,
        iif(period = 'all', 0, 2 * wins + draws), iif(period = 'all', rating, wins),
        iif(period = 'all', deviation, 0), iif(period = 'all', streak, 0)
    FROM (
        SELECT user_id, board, game, scope, period, sum(win) AS wins, sum(draw) AS draws, sum(loss) AS losses
        FROM scopes JOIN days ON day = CAST(ended_at / 86400 AS INTEGER) GROUP BY 1, 2, 3, 5, 4
    ) JOIN ratings USING (user_id, game, board)"""
"""As if every match had been rated; who is how good follows from nothing."""

MATCHES = (
    "INSERT INTO matches (id, game, guild_id, channel_id, message_id, first_id, second_id, level, result,"
    " manner, is_rated, created_at, touched_at, ended_at, strength, fingerprint, to_move)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)"
)
Row = tuple[int | float | str | None, ...]


def _chunks(filled: Filled, size: int = 50_000) -> Iterator[list[tuple[Row, int]]]:
    """Yield rows of matches with the lines they followed; one in a hundred more is still running."""
    total = filled.matches + filled.matches // 100
    for start in range(1, total + 1, size):
        yield [_row(filled, id_) for id_ in range(start, min(start + size, total + 1))]


def _row(filled: Filled, id_: int) -> tuple[Row, int]:
    rng = filled.rng
    channel = 1 if rng.random() < 0.1 else rng.randint(2, 2 + max(SERVERS, filled.matches // 100))
    guild = 1 if channel == 1 or rng.random() < 0.1 else 2 + channel % SERVERS
    first, second = rng.sample(range(1, filled.people + 1), 2)
    level = rng.choice(engine.LEVELS) if rng.random() < 0.5 else None
    line = rng.choices(range(len(LINES)), [*LINES.values()])[0]
    result = None if id_ % 101 == 0 else ("first", "draw", "second")[line]
    began = START + (SPAN - 600) * id_ / (filled.matches + filled.matches // 100)
    touched = began + rng.random() * 600
    row = (id_, GAME, guild, channel, 2**60 + id_, first, None if level else second, level, result)
    ended = (
        ("rules", began, touched, touched, 1400 if level else None, id_)
        if result
        else (None, began, touched, None, None, None)
    )
    return (*row, *ended, len([*LINES][line]) % 2 if result else 0), line


async def ask(storage: Storage, filled: Filled) -> None:
    """Ask what players ask, once each; the person and the match are new every time."""
    timed, anybody = filled.timed, filled.anybody
    await timed("newest running match of a person", storage.matches.find_running(BUSY.channel_id, anybody()))
    await timed("newest match of the channel", storage.matches.find_newest(BUSY.channel_id))
    await timed("match that ended last there", storage.matches.find_last_finished(BUSY.channel_id))
    for scope, guild_id in (("server", BUSY.guild_id), ("global", None)):
        await timed(
            f"leaderboard, {scope}", storage.standings.find_tables(GAME, guild_id, VERSUS, anybody(), 10)
        )
        name = f"streaks, {scope}, and one's own place"
        await timed(name, storage.puzzles.find_streaks(guild_id, 5 * anybody(), TODAY, 10))
    for name, key, number in (
        ("ratings, server", BoardKey("people", GAME, BUSY.guild_id, ALL_TIME), 0),
        ("ratings, global", BoardKey("people", GAME, None, ALL_TIME), 0),
        ("page 5 of ratings, global", BoardKey("people", GAME, None, ALL_TIME), 4),
        ("against Maxine, global", BoardKey("maxine", GAME, None, ALL_TIME), 0),
        ("points of a week, global", BoardKey("people", GAME, None, periods_of(NOW)[1]), 0),
    ):
        page = storage.rankings.find_page(key, anybody(), number, 10)
        await timed(f"{name}, and one's own place", page)
    context, person = Context(storage, filled.analysts), anybody()
    asker = Asker(anybody(), BUSY)
    await timed("profile", profile.compile_profile(context, asker, person))
    duel = profile.versus(context, asker, person, person % filled.people + 1)
    await timed("record of two people", duel)
    await timed("history of oneself", profile.history(context, Past(person, Asker(person, BUSY), GAME)))
    await timed("history of somebody else", profile.history(context, Past(person, asker)))
    match = await storage.matches.add(_new_match(filled))
    assert match is not None
    moved = match.with_move(4, NOW).with_move(0, NOW)
    assert await timed("a move and its reply", storage.matches.save(match, moved))
    over = moved.with_end(engine.Outcome.FIRST, moved.touched_at)
    assert await timed("the end of a match", storage.matches.save(moved, over))
    rated = await storage.matches.add(_new_rated(filled))
    assert rated is not None
    over = rated.with_end(engine.Outcome.FIRST, rated.touched_at)
    assert await timed("the end of a rated match", storage.matches.save(rated, over))
    newcomer = filled.matches + match.id
    attempt = await storage.puzzles.add_daily(
        Attempt(0, newcomer, BUSY.guild_id, PUZZLE, PuzzleFilter(None, "easy"), NOW, day=TODAY)
    )
    solved = attempt.with_end("solved", NOW)
    assert await timed("the end of a daily puzzle", storage.puzzles.save(attempt, solved))


def _new_match(filled: Filled) -> Match:
    level = filled.rng.choice(engine.LEVELS)
    players = (Participant(filled.anybody()), Participant(None, level))
    return Match(0, GAME, BUSY, players, NOW, NOW)


def _new_rated(filled: Filled) -> Match:
    """Return a match of two people that never had the same, with two moves of each."""
    players = map(Participant, filled.rng.sample(range(1, filled.people + 1), 2))
    actions = tuple(filled.rng.sample(range(9), 4))
    return Match(0, GAME, BUSY, (next(players), next(players)), NOW, NOW, actions, is_rated=True)


async def check(storage: Storage, filled: Filled) -> None:
    """Make sure that matches from the bulk are as play would have left them."""
    for _ in range(100):
        match = await storage.matches.find(filled.rng.randint(1, filled.matches))
        assert match is not None
        assert match.is_over == match.state.is_terminal
        assert match.ending is None or match.ending.outcome is match.state.outcome


async def main() -> None:
    """Fill both databases, ask both in turn, print the table."""
    async with AsyncExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        both = [Filled(finished, directory / f"{finished}.db") for finished in (SMALL, LARGE)]
        asked = []
        for filled in both:
            began = time.perf_counter()
            await filled.fill()
            print(
                f"{filled.matches:,} matches, {filled.path.stat().st_size / 1e6:,.1f} MB, "
                f"filled in {time.perf_counter() - began:.0f} s",
                file=sys.stderr,
                flush=True,
            )
            storage = await open_storage(filled.path)
            stack.push_async_callback(storage.close)
            await check(storage, filled)
            asked.append((storage, filled))
        for _ in range(ROUNDS):
            for storage, filled in asked:
                await ask(storage, filled)
        print(table(*both))


if __name__ == "__main__":
    asyncio.run(main())
