"""Seasons: a month of rated matches between people on a server, announced when it has ended."""

from dataclasses import replace
from datetime import date, timedelta

from bot import policy
from bot.models import Season, ServerSettings, month_before
from bot.services import Context

_AFTER = 300.0  # seconds after the end of a month until it is closed; by then its last matches are stored


def month_after(month: str) -> str:
    """Return the month after this one."""
    first_day = date.fromisoformat(f"{month}-01")
    return f"{first_day + timedelta(31):%Y-%m}"


def entered(before: ServerSettings, after: ServerSettings, now: float) -> ServerSettings:
    """Return the new settings, with seasons from the present month on if they had no channel before."""
    if after.season_channel_id is None or before.season_channel_id is not None:
        return after
    return replace(after, season_closed=month_before(now))


async def list_due(context: Context) -> list[int]:
    """Return the servers with an ended month that is not announced.

    A clock that was not compared lately ends nothing.
    """
    if not context.now.is_confirmed:
        return []
    return await context.storage.servers.list_unclosed(month_before(context.now() - _AFTER))


async def find_ended(context: Context, guild_id: int) -> Season | None:
    """Return the oldest month that has ended on a server and is to be announced, None if there is none.

    One without a match counts as announced.
    """
    before, _ = await context.storage.servers.find(guild_id)
    if before.season_channel_id is None or before.season_closed is None:
        return None
    month = month_after(before.season_closed)
    if month > month_before(context.now() - _AFTER):
        return None
    boards = await context.storage.rankings.list_season(guild_id, month, policy.SEASON_PLACES)
    season = Season(guild_id, before.season_channel_id, month, boards)
    if boards:
        return season
    await record_announced(context, season)
    return None


async def record_announced(context: Context, season: Season) -> None:
    """Note that a month is announced, or never will be; a later note of another process stays."""
    before, _ = await context.storage.servers.find(season.guild_id)
    if before.season_closed is not None and month_after(before.season_closed) == season.month:
        after = replace(before, season_closed=season.month)
        # The server did not send anything, so this does not count as meeting it.
        await context.storage.servers.save(season.guild_id, before, after, 0.0)
