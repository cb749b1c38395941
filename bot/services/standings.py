"""The leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.models import HELPED, PEOPLE, Table
from bot.services.guards import refuse_unknown_game

if TYPE_CHECKING:
    from bot.services import Context

_SIZE, _SIZE_HELPED = 10, 3  # Discord takes no more than 6,000 characters of tables in a message


async def tables(context: Context, game: str, guild_id: int | None, user_id: int) -> list[Table]:
    """Return the tables that have anybody in them: between people, against each level, and that with help.

    Without a guild, results from everywhere count.
    """
    refuse_unknown_game(game)
    versus = (PEOPLE, *engine.LEVELS, *(f"{level}{HELPED}" for level in engine.LEVELS))
    found = await context.storage.standings.find_tables(game, guild_id, versus, user_id, _SIZE)
    return [_shortened(table, user_id) if table.versus.endswith(HELPED) else table for table in found]


def _shortened(table: Table, user_id: int) -> Table:
    """Return a table with fewer lines, and the person's own place if it is below them now."""
    below = (standing for standing in table.top[_SIZE_HELPED:] if standing.user_id == user_id)
    return Table(table.versus, table.top[:_SIZE_HELPED], next(below, table.own))
