"""The daily puzzle: the same for all players on a day (UTC), with streaks and a result to share."""

from contextlib import suppress

from bot import policy
from bot.errors import Reason, Refused, StorageError
from bot.models import Attempt, PuzzleFilter, PuzzleView, StreakTable, day_of
from bot.services import Context, puzzle
from engine import puzzles

_ON_ITS_WAY = 30.0  # seconds in which a posted result appears, or never does


async def today(context: Context, user_id: int, guild_id: int | None) -> Attempt:
    """Return the person's attempt at today's puzzle, begun now if this is their first request."""
    now = context.now()
    if await context.storage.puzzles.has_departed(user_id, day=day_of(now)):
        raise Refused(Reason.LEFT_DAY)
    todays = puzzles.daily(day_of(now))
    puzzle_filter = PuzzleFilter(None, todays.difficulty)
    draft = Attempt(0, user_id, guild_id, todays, puzzle_filter, now, day=day_of(now))
    return await context.storage.puzzles.add_daily(draft)


async def add_share(context: Context, attempt: Attempt, channel_id: int) -> PuzzleView:
    """Store that the bot is posting the result in the channel; Refused if it may not."""
    if not attempt.counts:
        raise Refused(Reason.NO_RESULT)
    view = await puzzle.view_attempt(context, attempt)
    now = context.now()
    if not await context.storage.puzzles.add_share(attempt.id, channel_id, now, now - _ON_ITS_WAY):
        raise Refused(Reason.SHARED_ALREADY)
    return view


async def confirm_share(context: Context, attempt_id: int, channel_id: int) -> None:
    """Store that the result was posted."""
    with suppress(StorageError):  # logged already; the result is posted
        await context.storage.puzzles.confirm_share(attempt_id, channel_id)


async def find_streaks(context: Context, guild_id: int | None, user_id: int) -> StreakTable:
    """Return the longest streaks of daily puzzles solved by people of the server, or of all places."""
    return await context.storage.puzzles.find_streaks(
        guild_id, user_id, day_of(context.now()), policy.STREAKS_PAGE
    )
