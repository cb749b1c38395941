"""The boards of ratings in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import rankings, statements
from bot.storage.postgres.dialect import Statement, placed

if TYPE_CHECKING:
    from bot.models import BoardKey, Page, SeasonBoard
    from bot.storage.postgres.connection import Connection

_STATEMENTS = tuple(map(placed, rankings.STATEMENTS))
_SEASON = placed(statements.SEASON)


class PostgresRankings:
    """The places in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_page(self, key: BoardKey, user_id: int, number: int, size: int) -> Page:
        """Return a page of a board, and the person's own place if it is on another."""
        values = rankings.values_of(key, user_id, number, size)
        found = await self._connection.read_all([Statement(sql, values) for sql in _STATEMENTS])
        return rankings.page_from(key, number, size, found)

    async def list_season(self, guild_id: int, month: str, size: int) -> list[SeasonBoard]:
        """Return the best of a month on a server in each game."""
        return rankings.season_from(await self._connection.read(_SEASON, guild_id, month, size))
