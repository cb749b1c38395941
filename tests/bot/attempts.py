"""Attempts at puzzles to put into a storage."""

from dataclasses import replace

from bot.models import Attempt, PuzzleFilter
from bot.storage import Storage
from engine.puzzles import Puzzle
from tests.bot.drafts import ADA

DAY = 24 * 3600.0
PUZZLE = Puzzle("tic-tac-toe", (4, 1), "easy", 1)
DRAFT = Attempt(0, ADA, 7, PUZZLE, PuzzleFilter("tic-tac-toe", "easy"), 1000.0)


def of_day(day: int, user_id: int = ADA, guild_id: int | None = 7) -> Attempt:
    """An attempt at the puzzle of a day that has not been stored."""
    return replace(
        DRAFT, user_id=user_id, guild_id=guild_id, day=day, puzzle_filter=PuzzleFilter(None, "easy")
    )


async def solved(storage: Storage, day: int, user_id: int = ADA, guild_id: int | None = 7) -> None:
    attempt = await storage.puzzles.add_daily(of_day(day, user_id, guild_id))
    assert await storage.puzzles.save(attempt, attempt.with_end("solved", day * DAY + 1))
