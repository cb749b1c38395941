"""The daily puzzle: the same for everyone each day, UTC, with streaks and a result to share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.attempts import Attempt, Wish, day_of
from bot.errors import NoResultError
from bot.services import puzzle
from engine import puzzles

if TYPE_CHECKING:
    from bot.attempts import Scene, StreakTable
    from bot.services import Desk

_SIZE = 10


async def today(desk: Desk, user_id: int, guild_id: int | None) -> Attempt:
    """Return the person's attempt at the puzzle of today, begun now if it was not before."""
    now = desk.now()
    todays = puzzles.daily(day_of(now))
    wish = Wish(None, todays.difficulty)
    draft = Attempt(0, user_id, guild_id, todays, wish, now, day=day_of(now))
    return await desk.storage.puzzles.begin_daily(draft)


async def share(desk: Desk, attempt: Attempt, channel_id: int) -> Scene:
    """Note that the result is shared in the channel; NoResultError if there is none, or it was before."""
    if not attempt.counts:
        raise NoResultError("There is no result to share: solve the puzzle of `/daily` on its day.")
    scene = await puzzle.look(desk, attempt)
    if not await desk.storage.puzzles.add_share(attempt.id, channel_id):
        raise NoResultError("You have shared this result here already. Once is enough.")
    return scene


async def take_back(desk: Desk, attempt: Attempt, channel_id: int) -> None:
    """Note that the result could not be shared after all."""
    await desk.storage.puzzles.remove_share(attempt.id, channel_id)


async def streaks(desk: Desk, guild_id: int | None, user_id: int) -> StreakTable:
    """Return the longest streaks of those who have solved a daily puzzle on the server, or anywhere."""
    return await desk.storage.puzzles.streaks(guild_id, user_id, day_of(desk.now()), _SIZE)
