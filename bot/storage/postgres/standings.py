"""The SQL of standings: counted up when a match ends, so that a table is read and not worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import statements
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.rows import EVERYWHERE, table_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import Table
    from bot.storage.postgres.connection import Connection

_BEST, _OWN = placed(statements.BEST), placed(statements.OWN_STANDING)


class PostgresStandings:
    """The totals in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[Table]:
        """Return, for each of `versus` with anybody in it, the best `size` and the person's place below."""
        key = {"game": game, "scope": EVERYWHERE if guild_id is None else guild_id, "user_id": user_id}
        asked = ({**key, "versus": one, "size": size} for one in versus)
        found = await self._connection.read_all(
            [Statement(sql, values) for values in asked for sql in (_BEST, _OWN)]
        )
        tables = map(table_from, versus, found[::2], found[1::2])
        return [table for table in tables if table.top]
