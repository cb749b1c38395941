"""What is asked for often finds its rows by an index, however many there are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.models import PEOPLE, Attempt, Wish
from engine import LEVELS, Outcome
from engine.puzzles import Puzzle
from tests.bot.drafts import ADA, advance, begun, draft, offer, opened

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from bot.storage import Storage

    Asking = Callable[[Storage], Awaitable[object]]


async def _statements(path: Path, ask: Asking) -> list[str]:
    """Return the SQL that is run, its values filled in."""
    statements: list[str] = []
    async with opened(path) as storage:
        match = await begun(storage)
        await advance(storage, match, match.ended(Outcome.FIRST, 1001))
        await storage._connection.run(lambda db: db.set_trace_callback(statements.append))
        await ask(storage)
        await storage._connection.run(lambda db: db.set_trace_callback(None))
    return [sql for sql in statements if sql.startswith(("SELECT", "UPDATE", "INSERT"))]


def _plan(path: Path, sql: str) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [detail for *_, detail in db.execute(f"EXPLAIN QUERY PLAN {sql}")]


DAY = 20_000
DAILY = Attempt(0, ADA, 7, Puzzle("tic-tac-toe", (4, 1), "easy", 1), Wish(None, "easy"), 1000.0, day=DAY)


async def _solve(storage: Storage) -> None:
    """Solve the puzzle of a day, so that a streak begins."""
    attempt = await storage.puzzles.begin_daily(DAILY)
    after = await storage.puzzles.change(attempt, attempt.ended("solved", DAY * 24 * 3600))
    assert after.counts


async def _place(storage: Storage) -> None:
    """Ask for one's own place in a table too short for it."""
    await _solve(storage)
    assert (await storage.puzzles.streaks(7, ADA, DAY, 0)).own is not None


ASKED: dict[str, Asking] = {
    "match": lambda storage: storage.match(1),
    "running match": lambda storage: storage.running_match(70, ADA),
    "newest match": lambda storage: storage.newest_match(70),
    "last finished match": lambda storage: storage.last_finished_match(70),
    "last finished match of a person": lambda storage: storage.last_finished_match_of(70, ADA),
    "newest matches": lambda storage: storage.newest_matches(70, ADA, 50),
    "rematch": lambda storage: storage.rematch_of(1),
    "leaderboard of a server": lambda storage: storage.tables("tic-tac-toe", 7, LEVELS, ADA, 10),
    "leaderboard of everywhere": lambda storage: storage.tables("tic-tac-toe", None, LEVELS, ADA, 10),
    "place below the best": lambda storage: storage.tables("tic-tac-toe", None, [PEOPLE], ADA, 0),
    "untouched matches": lambda storage: storage.abandon_untouched(0, 1),
    "unanswered invitations": lambda storage: storage.expire_invitations(0),
    "invitation to a rematch": lambda storage: storage.add_invitation(offer(rematch_of=1)),
    "awaited matches": lambda storage: storage.awaited_matches(["oware", "connect-four"]),
    "message": lambda storage: storage.show(1, 2),
    "attempt": lambda storage: storage.puzzles.attempt(1),
    "puzzles seen": lambda storage: storage.puzzles.begin(ADA, lambda _: DAILY),
    "daily puzzle": lambda storage: storage.puzzles.begin_daily(DAILY),
    "solved daily puzzle": _solve,
    "streak": lambda storage: storage.puzzles.streak(ADA),
    "streaks of a server": lambda storage: storage.puzzles.streaks(7, ADA, DAY, 10),
    "place below the longest streaks": _place,
}


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("running match", "matches_running_first (channel_id=? AND first_id=?)"),
        ("running match", "matches_running_second (channel_id=? AND second_id=?)"),
        ("newest match", "matches_of_channel (channel_id=?)"),
        ("last finished match", "matches_finished (channel_id=?)"),
        ("last finished match of a person", "matches_of_first (channel_id=? AND first_id=?)"),
        ("last finished match of a person", "matches_of_second (channel_id=? AND second_id=?)"),
        ("newest matches", "matches_of_first (channel_id=? AND first_id=?)"),
        ("newest matches", "matches_of_second (channel_id=? AND second_id=?)"),
        ("newest matches", "matches_of_channel (channel_id=?)"),
        ("leaderboard of a server", "standings_ranked (game=? AND guild_id=? AND versus=?)"),
        ("untouched matches", "matches_running_touched (touched_at<?)"),
        ("awaited matches", "matches_running_maxine (game=?)"),
        ("unanswered invitations", "invitations_open (created_at<?)"),
        ("puzzles seen", "attempts_seen (user_id=?)"),
        ("streaks of a server", "streaks_ranked (guild_id=? AND last_day=?)"),
        (
            "place below the longest streaks",
            "streaks_ranked (guild_id=? AND last_day=? AND length=? AND longest=? AND user_id<?)",
        ),
    ],
)
async def test_rows_are_found_by_the_index_made_for_them(tmp_path: Path, name: str, step: str) -> None:
    statements = await _statements(tmp_path / "maxine.db", ASKED[name])
    steps = [each for sql in statements for each in _plan(tmp_path / "maxine.db", sql)]
    assert any(each.endswith(f"INDEX {step}") for each in steps), steps


@pytest.mark.parametrize("guild_id", [7, None])
async def test_ranks_are_counted_without_reading_the_table(tmp_path: Path, guild_id: int | None) -> None:
    def ask(storage: Storage) -> Awaitable[object]:
        return storage.tables("tic-tac-toe", guild_id, [PEOPLE], ADA, 0)

    statements = await _statements(tmp_path / "maxine.db", ask)
    (counting,) = (sql for sql in statements if "count(*)" in sql)
    steps = [step for step in _plan(tmp_path / "maxine.db", counting) if step.startswith("SEARCH standings")]
    assert len(steps) == 3
    assert all(step.startswith("SEARCH standings USING COVERING INDEX standings_ranked") for step in steps)


@pytest.mark.parametrize("name", ASKED)
async def test_rows_are_found_by_an_index(tmp_path: Path, name: str) -> None:
    statements = await _statements(tmp_path / "maxine.db", ASKED[name])
    assert statements
    steps = [step for sql in statements for step in _plan(tmp_path / "maxine.db", sql)]
    tables = ("matches", "moves", "invitations", "standings", "ladder", "attempts", "shares", "streak")
    assert [step for step in steps if step.startswith(tuple(f"SCAN {table}" for table in tables))] == []
    assert [step for step in steps if "TEMP B-TREE" in step] == []


async def test_end_of_a_match_finds_its_rows_by_an_index(tmp_path: Path) -> None:
    before = draft()

    async def end(storage: Storage) -> None:
        match = await begun(storage, before)
        assert await advance(storage, match, match.ended(Outcome.FIRST, 1001))

    statements = await _statements(tmp_path / "maxine.db", end)
    steps = [step for sql in statements for step in _plan(tmp_path / "maxine.db", sql)]
    assert [step for step in steps if step.startswith("SCAN")] == []
    assert "SEARCH moves USING PRIMARY KEY (match_id=?)" in steps
