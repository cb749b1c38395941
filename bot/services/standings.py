"""The leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.models import PEOPLE
from bot.services.find import refuse_unknown

if TYPE_CHECKING:
    from bot.models import Table
    from bot.services import Desk

_SIZE = 10


async def tables(desk: Desk, game: str, guild_id: int | None, user_id: int) -> list[Table]:
    """Return the tables that have anybody in them: between people, then against each level.

    Without a guild, results from everywhere count.
    """
    refuse_unknown("game", game, engine.game_slugs())
    return await desk.storage.tables(game, guild_id, (PEOPLE, *engine.LEVELS), user_id, _SIZE)
