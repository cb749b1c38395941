"""The leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.models import PEOPLE
from bot.services.guards import refuse_unknown_game

if TYPE_CHECKING:
    from bot.models import Table
    from bot.services import Context

_SIZE = 10


async def tables(context: Context, game: str, guild_id: int | None, user_id: int) -> list[Table]:
    """Return the tables that have anybody in them: between people, then against each level.

    Without a guild, results from everywhere count.
    """
    refuse_unknown_game(game)
    return await context.storage.standings.find_tables(
        game, guild_id, (PEOPLE, *engine.LEVELS), user_id, _SIZE
    )
