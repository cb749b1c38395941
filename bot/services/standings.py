"""The leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.models import HELPED, PEOPLE
from bot.services.guards import refuse_unknown_game

if TYPE_CHECKING:
    from bot.models import Table
    from bot.services import Context

_SIZE, _SIZE_HELPED = 10, 3  # Discord takes no more than 6,000 characters of tables in a message


async def tables(context: Context, game: str, guild_id: int | None, user_id: int) -> list[Table]:
    """Return the tables that have anybody in them: between people, against each level, and that with help.

    Without a guild, results from everywhere count.
    """
    refuse_unknown_game(game)
    kept, helped = context.storage.standings, [f"{level}{HELPED}" for level in engine.LEVELS]
    alone = await kept.find_tables(game, guild_id, (PEOPLE, *engine.LEVELS), user_id, _SIZE)
    return [*alone, *await kept.find_tables(game, guild_id, helped, user_id, _SIZE_HELPED)]
