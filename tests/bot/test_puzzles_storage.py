"""Attempts are read as they were stored, nothing is written over what came first, and streaks add up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.models import Attempt, End, Streak, StreakStanding, Wish
from engine.puzzles import Puzzle
from tests.bot.drafts import ADA, ALAN, GRACE, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.storage import Storage
    from bot.storage.puzzles import Seen

DAY = 24 * 3600.0
PUZZLE = Puzzle("tic-tac-toe", (4, 1), "easy", 1)
DRAFT = Attempt(0, ADA, 7, PUZZLE, Wish("tic-tac-toe", "easy"), 1000.0)


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with opened(tmp_path / "maxine.db") as storage:
        yield storage


def of_day(day: int, user_id: int = ADA, guild_id: int | None = 7) -> Attempt:
    """An attempt at the puzzle of a day that has not been stored."""
    return replace(DRAFT, user_id=user_id, guild_id=guild_id, day=day, wish=Wish(None, "easy"))


async def begun(storage: Storage, attempt: Attempt) -> Attempt:
    """Store an attempt."""
    return await storage.puzzles.begin(attempt.user_id, lambda _: attempt)


async def solved(storage: Storage, day: int, user_id: int = ADA, guild_id: int | None = 7) -> None:
    """Solve the puzzle of a day on that day."""
    attempt = await storage.puzzles.begin_daily(of_day(day, user_id, guild_id))
    await storage.puzzles.change(attempt, attempt.ended("solved", day * DAY + 1))


@pytest.mark.parametrize(
    "attempt",
    [
        DRAFT,
        replace(DRAFT, wish=Wish(None, "hard"), guild_id=None, puzzle=Puzzle("oware", (), "hard", 0)),
        replace(DRAFT, actions=(0, 8), mistakes=3, hints=4, told=2, end=End("shown", 2000.5)),
        replace(DRAFT, day=20_000, end=End("solved", 2000.5)),
    ],
)
async def test_attempt_is_read_as_it_was_stored(storage: Storage, attempt: Attempt) -> None:
    stored = await begun(storage, attempt)
    assert stored == replace(attempt, id=stored.id)
    assert await storage.puzzles.attempt(stored.id) == stored
    assert await storage.puzzles.attempt(stored.id + 1) is None


async def test_puzzle_is_chosen_in_view_of_what_the_person_has_seen(storage: Storage) -> None:
    seen: list[Seen] = []

    def choose(found: Seen) -> Attempt:
        seen.append(found)
        return DRAFT

    other = replace(DRAFT, puzzle=Puzzle("oware", (1, 2), "hard", 1))
    for attempt in (DRAFT, other, DRAFT, replace(DRAFT, user_id=GRACE)):
        await begun(storage, attempt)
    await storage.puzzles.begin(ADA, choose)
    assert seen == [{("tic-tac-toe", (4, 1)): 3, ("oware", (1, 2)): 2}]


async def test_change_is_stored_unless_the_attempt_went_on_meanwhile(storage: Storage) -> None:
    before = await begun(storage, DRAFT)
    hinted = before.hinted()
    assert await storage.puzzles.change(before, hinted) == hinted
    assert await storage.puzzles.change(before, before.erred()) == hinted
    assert await storage.puzzles.attempt(before.id) == hinted


async def test_daily_puzzle_has_one_attempt_that_knows_the_server_it_was_shown_on_last(
    storage: Storage,
) -> None:
    first = await storage.puzzles.begin_daily(of_day(20_000))
    again = await storage.puzzles.begin_daily(replace(of_day(20_000, guild_id=8), begun_at=9.0))
    assert again == replace(first, guild_id=8)
    assert await storage.puzzles.begin_daily(of_day(20_000, guild_id=None)) == again
    assert (await storage.puzzles.begin_daily(of_day(20_001))).id != first.id


async def test_puzzle_of_a_day_is_the_one_somebody_has_begun(storage: Storage) -> None:
    other = replace(of_day(20_000, GRACE), puzzle=Puzzle("oware", (1,), "hard", 0), wish=Wish(None, "hard"))
    first = await storage.puzzles.begin_daily(of_day(20_000))
    second = await storage.puzzles.begin_daily(other)
    assert second == replace(first, id=second.id, user_id=GRACE)
    tomorrow = await storage.puzzles.begin_daily(replace(other, day=20_001))
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
async def test_streak_is_of_days_in_a_row(storage: Storage, days: tuple[int, ...], streak: Streak) -> None:
    assert await storage.puzzles.streak(ADA) is None
    for day in days:
        await solved(storage, day)
    assert await storage.puzzles.streak(ADA) == streak


async def test_streak_counts_on_every_server_it_was_made_on(storage: Storage) -> None:
    for day, guild_id in ((20_000, 7), (20_001, None), (20_002, 8)):
        await solved(storage, day, guild_id=guild_id)
    for guild_id in (7, 8, None):
        table = await storage.puzzles.streaks(guild_id, ADA, 20_002, 10)
        assert table.top == [StreakStanding(1, ADA, 3, 3)]
        assert table.own is None
    assert (await storage.puzzles.streaks(9, ADA, 20_002, 10)).top == []


async def test_streaks_are_ranked_over_both_days_on_which_they_are_alive(storage: Storage) -> None:
    for day, user_id in ((20_000, ADA), (20_001, ADA), (20_001, GRACE), (20_002, GRACE), (20_002, ALAN)):
        await solved(storage, day, user_id)
    top, own = await storage.puzzles.streaks(7, ALAN, 20_002, 2)
    assert top == [StreakStanding(1, ADA, 2, 2), StreakStanding(2, GRACE, 2, 2)]
    assert own == StreakStanding(3, ALAN, 1, 1)
    tomorrow = await storage.puzzles.streaks(7, ADA, 20_003, 10)
    assert [standing.user_id for standing in tomorrow.top] == [GRACE, ALAN]
    assert tomorrow.own is None


async def test_ladder_knows_how_many_people_have_each_streak(storage: Storage) -> None:
    for day, user_id in ((20_000, ADA), (20_001, ADA), (20_000, GRACE), (20_001, ALAN), (20_002, ALAN)):
        await solved(storage, day, user_id)
    columns = "guild_id, last_day, length, longest"
    recounted = "SELECT *, count(*) FROM (SELECT COLUMNS FROM streaks) GROUP BY COLUMNS ORDER BY COLUMNS"
    kept = "SELECT COLUMNS, people FROM streak_ladder ORDER BY COLUMNS"
    statements = [sql.replace("COLUMNS", columns) for sql in (recounted, kept)]
    rows = await storage._connection.read(lambda db: [db.execute(sql).fetchall() for sql in statements])
    assert rows[0] == rows[1]
    assert len(rows[0]) == 6


async def test_result_is_noted_as_shared_once_in_a_channel(storage: Storage) -> None:
    attempt_id = (await storage.puzzles.begin_daily(of_day(20_000))).id
    shared = [await storage.puzzles.add_share(attempt_id, channel_id) for channel_id in (1, 1, 2)]
    assert shared == [True, False, True]
    await storage.puzzles.remove_share(attempt_id, 1)
    assert await storage.puzzles.add_share(attempt_id, 1)
