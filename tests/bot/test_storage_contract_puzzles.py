"""Attempts are read as they were stored, nothing is written over what came first, and streaks add up."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.models import Attempt, End, PuzzleFilter, Streak
from bot.storage import Storage
from engine.puzzles import Puzzle
from tests.bot.attempts import DAY, DRAFT, PUZZLE, of_day, solved
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, GRACE


@pytest.mark.parametrize(
    "attempt",
    [
        DRAFT,
        replace(
            DRAFT,
            puzzle_filter=PuzzleFilter(None, "hard"),
            guild_id=None,
            puzzle=Puzzle("oware", (), "hard", 0),
        ),
        replace(DRAFT, actions=(0, 8), mistakes=3, hints=4, position_hints=2, end=End("shown", 2000.5)),
        replace(DRAFT, day=20_000, end=End("solved", 2000.5)),
        replace(DRAFT, hints=2, free_hints=1, puzzle=PUZZLE._replace(theme="block")),
        replace(DRAFT, puzzle_filter=PuzzleFilter(None, "easy", "parity")),
    ],
)
async def test_attempt_is_read_as_stored(storage: Storage, attempt: Attempt) -> None:
    stored = await storage.puzzles.add(attempt)
    assert stored == replace(attempt, id=stored.id)
    assert await storage.puzzles.find(stored.id) == stored
    assert await storage.puzzles.find(stored.id + 1) is None


async def test_outdated_attempt_is_not_saved(storage: Storage) -> None:
    before = await storage.puzzles.add(DRAFT)
    hinted = before.with_hint()
    assert await storage.puzzles.save(before, hinted)
    assert not await storage.puzzles.save(before, before.with_mistake(8))
    assert await storage.puzzles.find(before.id) == hinted


async def test_one_of_two_solvings_counts(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        before = await one.puzzles.add_daily(of_day(20_000))
        solved, shown = before.with_end("solved", 20_000 * DAY), before.with_end("shown", 20_000 * DAY)
        saved = await asyncio.gather(one.puzzles.save(before, solved), other.puzzles.save(before, shown))
        assert sorted(saved) == [False, True]
        assert await one.puzzles.find(before.id) == (solved if saved[0] else shown)
        assert await other.puzzles.find_streak(ADA) == (Streak(20_000, 1, 1) if saved[0] else None)


async def test_daily_begun_twice_is_one_attempt(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        begun = await asyncio.gather(*(each.puzzles.add_daily(of_day(20_000)) for each in (one, other) * 3))
        assert {attempt.id for attempt in begun} == {1}


async def test_attempt_knows_its_last_server(storage: Storage) -> None:
    first = await storage.puzzles.add_daily(of_day(20_000))
    again = await storage.puzzles.add_daily(replace(of_day(20_000, guild_id=8), begun_at=9.0))
    assert again == replace(first, guild_id=8)
    assert await storage.puzzles.add_daily(of_day(20_000, guild_id=None)) == again
    assert (await storage.puzzles.add_daily(of_day(20_001))).id != first.id


async def test_first_begun_decides_the_day(storage: Storage) -> None:
    other = replace(
        of_day(20_000, GRACE),
        puzzle=Puzzle("oware", (1,), "hard", 0),
        puzzle_filter=PuzzleFilter(None, "hard"),
    )
    first = await storage.puzzles.add_daily(of_day(20_000))
    second = await storage.puzzles.add_daily(other)
    assert second == replace(first, id=second.id, user_id=GRACE)
    tomorrow = await storage.puzzles.add_daily(replace(other, day=20_001))
    assert tomorrow == replace(other, id=tomorrow.id, day=20_001)


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ((20_000,), Streak(20_000, 1, 1)),
        ((20_000, 20_001, 20_002), Streak(20_002, 3, 3)),
        ((20_000, 20_001, 20_003), Streak(20_003, 1, 2)),
        ((20_000, 20_001, 19_999, 20_002), Streak(20_002, 3, 3)),  # a clock that was set back, and again
    ],
)
async def test_streak_is_of_successive_days(storage: Storage, days: tuple[int, ...], streak: Streak) -> None:
    assert await storage.puzzles.find_streak(ADA) is None
    for day in days:
        await solved(storage, day)
    assert await storage.puzzles.find_streak(ADA) == streak


async def test_unconfirmed_result_is_shared_again(storage: Storage) -> None:
    attempt_id = (await storage.puzzles.add_daily(of_day(20_000))).id
    assert await storage.puzzles.add_share(attempt_id, 1, 1000, 900)
    assert not await storage.puzzles.add_share(attempt_id, 1, 1099, 999)
    assert await storage.puzzles.add_share(attempt_id, 1, 1100, 1000)
    assert not await storage.puzzles.add_share(attempt_id, 1, 1101, 1001)


async def test_one_of_two_posts_succeeds(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        attempt_id = (await one.puzzles.add_daily(of_day(20_000))).id
        for now in (1000, 2000, 3000):
            sharing = (each.puzzles.add_share(attempt_id, 1, now, now - 100) for each in (one, other))
            assert sorted(await asyncio.gather(*sharing)) == [False, True]
