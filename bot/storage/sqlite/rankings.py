"""The boards of ratings in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import rankings, statements

if TYPE_CHECKING:
    from bot.models import BoardKey, Kept, Page, SeasonBoard
    from bot.storage.sqlite.connection import Connection


class SqliteRankings:
    """The places in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_page(self, key: BoardKey, user_id: int, number: int, size: int) -> Page:
        """Return a page of a board, and the person's own place if it is on another."""
        values = rankings.values_of(key, user_id, number, size)
        found = await self._connection.read(
            lambda db: [db.execute(sql, values).fetchall() for sql in rankings.STATEMENTS]
        )
        return rankings.page_from(key, number, size, found)

    async def list_season(self, guild_id: int, month: str, size: int) -> list[SeasonBoard]:
        """Return the best of a month on a server in each game."""
        values = guild_id, month, size
        found = await self._connection.read(lambda db: db.execute(statements.SEASON, values).fetchall())
        return rankings.season_from(found)

    async def list_scopes(self, kept: Kept, after: int | None) -> list[tuple[int, bool]]:
        """Return the next servers with places by their ids, and whether there is anything to prune."""
        sql, values = statements.SCOPES, rankings.scopes_values(kept, after)
        found = await self._connection.read(lambda db: db.execute(sql, values).fetchall())
        return rankings.scopes_from(found)

    async def prune(self, kept: Kept, scope: int) -> int:
        """Remove some places of a server from months and weeks that are not kept; return how many."""
        sql, values = statements.PRUNE, rankings.prune_values(kept, scope)
        return await self._connection.write(lambda db: db.execute(sql, values).rowcount)
