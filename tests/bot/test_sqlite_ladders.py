"""The ladders that find a place far down a long table are always a recount of the table."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.storage import Storage
from tests.bot.attempts import solved
from tests.bot.drafts import ADA, ALAN, GRACE, connection_of, opened
from tests.bot.results import ENDS, Ended, play_out


async def _counts(storage: Storage, sql: str) -> set[tuple[object, ...]]:
    return await connection_of(storage).read(lambda db: set(db.execute(sql)))


@pytest.mark.ci
@given(ends=st.lists(ENDS, max_size=40))
@settings(max_examples=15)
async def test_ladder_counts_each_score(ends: list[Ended]) -> None:
    recount = "SELECT game, guild_id, versus, halves, count(*) FROM standings GROUP BY 1, 2, 3, 4"
    with tempfile.TemporaryDirectory() as directory:
        async with opened(Path(directory) / "maxine.db") as storage:
            for end in ends:
                await play_out(storage, end)
            assert await _counts(storage, "SELECT * FROM ladder") == await _counts(storage, recount)


async def test_ladder_counts_each_streak(tmp_path: Path) -> None:
    kept = "SELECT guild_id, last_day, length, longest, people FROM streak_ladder"
    recount = "SELECT guild_id, last_day, length, longest, count(*) FROM streaks GROUP BY 1, 2, 3, 4"
    async with opened(tmp_path / "maxine.db") as storage:
        for day, user_id in ((20_000, ADA), (20_001, ADA), (20_000, GRACE), (20_001, ALAN), (20_002, ALAN)):
            await solved(storage, day, user_id)
        assert await _counts(storage, kept) == await _counts(storage, recount)
        assert len(await _counts(storage, kept)) == 6
