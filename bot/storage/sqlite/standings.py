"""The SQL of standings: counted up when a match ends, so that a table is read and not worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.models import Standing, Table
from bot.storage import statements
from bot.storage.rows import EVERYWHERE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.storage.sqlite.connection import Connection


_AHEAD = statements.ahead(":halves", ":wins", ":losses")


class SqliteStandings:
    """The totals in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[Table]:
        """Return, for each of `versus` with anybody in it, the best `size` and the person's place below."""
        keys = [_key(game, guild_id, one) for one in versus]
        tables = await self._connection.read(lambda db: [_table(db, key, user_id, size) for key in keys])
        return [table for table in tables if table.top]


def _key(game: str, guild_id: int | None, versus: str) -> dict[str, Any]:
    """Return what one table is found by; without a server it is the one of all of them."""
    return {"game": game, "scope": EVERYWHERE if guild_id is None else guild_id, "versus": versus}


def _table(db: sqlite3.Connection, key: dict[str, Any], user_id: int, size: int) -> Table:
    """Return the best `size`, and the person's own place if it is further down."""
    best = db.execute(statements.BEST, {**key, "size": size})
    top = [Standing(rank, *row) for rank, row in enumerate(best, start=1)]
    listed = any(standing.user_id == user_id for standing in top)
    return Table(key["versus"], top, None if listed else _own_standing(db, {**key, "user_id": user_id}))


def _own_standing(db: sqlite3.Connection, key: dict[str, Any]) -> Standing | None:
    row = db.execute(statements.OWN_RESULTS, key).fetchone()
    if row is None:
        return None
    user_id, wins, draws, losses, halves = row
    results = {"halves": halves, "wins": wins, "losses": losses}
    (ahead,) = db.execute(_AHEAD, {**key, **results}).fetchone()
    return Standing(ahead + 1, user_id, wins, draws, losses)


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
