"""The boards of ratings in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import rankings, statements
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from bot.models import BoardKey, Kept, Page, SeasonBoard
    from bot.storage.postgres.connection import Connection

_STATEMENTS = tuple(map(placed, rankings.STATEMENTS))
_SEASON = placed(statements.SEASON)
_SCOPES = placed(statements.SCOPES)
_PRUNE = placed(statements.PRUNE) + " RETURNING 1"


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

    async def list_scopes(self, kept: Kept, after: int | None) -> list[tuple[int, bool]]:
        """Return the next servers with places by their ids, and whether there is anything to prune."""
        asked = Statement(_SCOPES, rankings.scopes_values(kept, after))
        (found,) = await self._connection.read_all([asked])
        return rankings.scopes_from(found)

    async def prune(self, kept: Kept, scope: int) -> int:
        """Remove some places of a server from months and weeks that are not kept; return how many."""
        pruning = Statement(_PRUNE, rankings.prune_values(kept, scope))
        return len(await self._connection.write(Write(pruning, (Lock(Locked.STANDINGS),))))
