"""The SQL of standings: counted up when a match ends, so that a table is read and not worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.storage import statements
from bot.storage.rows import EVERYWHERE, table_from

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.models import Table
    from bot.storage.sqlite.connection import Connection


class SqliteStandings:
    """The totals in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[Table]:
        """Return, for each of `versus` with anybody in it, the best `size` and the person's place below."""
        key = {"game": game, "scope": EVERYWHERE if guild_id is None else guild_id, "user_id": user_id}
        asked = [{**key, "versus": one, "size": size} for one in versus]
        tables = await self._connection.read(lambda db: [_table(db, values) for values in asked])
        return [table for table in tables if table.top]


def _table(db: sqlite3.Connection, values: dict[str, Any]) -> Table:
    best, own = (db.execute(sql, values).fetchall() for sql in (statements.BEST, statements.OWN_STANDING))
    return table_from(values["versus"], best, own)


def add_results(db: sqlite3.Connection, results: list[tuple[object, ...]]) -> None:
    """Count what `results_of` a match says; in the transaction that ends it."""
    db.executemany(
        "INSERT INTO standings (game, guild_id, versus, user_id, wins, draws, losses)"
        " VALUES (?1, iif(?2 = 0 AND EXISTS (SELECT 1 FROM hidden WHERE user_id = ?4), -1, ?2),"
        " ?3, ?4, ?5, ?6, ?7)"
        " ON CONFLICT DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws,"
        " losses = losses + excluded.losses",
        results,
    )
