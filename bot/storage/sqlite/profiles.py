"""The SQL of profiles: what is known of a person, found by the person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import GameResults, Opponent, Results
from bot.storage import rows, statements

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.models import Board, Curve, Duel, GameRating, Reviewed
    from bot.storage.sqlite.connection import Connection


_ADD_ACCURACIES = statements.ADD_ACCURACIES.format(
    "SELECT ?1, touched_at, id, ?2 FROM matches WHERE id = ?3 AND ?1 IN (first_id, second_id)"
)


class SqliteProfiles:
    """What the file knows of people."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def list_results(self, user_id: int) -> list[GameResults]:
        """Return the person's totals everywhere, by game."""
        sql = statements.RESULTS_OF_PERSON
        found = await self._connection.read(lambda db: db.execute(sql, (user_id,)).fetchall())
        return [GameResults(game, versus, Results(*results)) for game, versus, *results in found]

    async def list_opponents(self, user_id: int, count: int, *, sees_hidden: bool) -> list[Opponent]:
        """Return the people whom the person has played most often."""
        sql, values = (
            statements.OPPONENTS,
            {"user_id": user_id, "size": count, "sees_hidden": int(sees_hidden)},
        )
        found = await self._connection.read(lambda db: db.execute(sql, values).fetchall())
        return [Opponent(opponent_id, Results(*results)) for opponent_id, *results in found]

    async def find_duel(self, one_id: int, other_id: int) -> Duel:
        """Return the record between two players."""
        return await self._connection.read(lambda db: _find_duel(db, one_id, other_id))

    async def list_ratings(self, user_id: int) -> list[GameRating]:
        """Return the person's ratings by game."""
        sql = statements.RATINGS_OF_PERSON
        found = await self._connection.read(lambda db: db.execute(sql, (user_id,)).fetchall())
        return rows.game_ratings_from(found)

    async def list_curves(self, user_id: int, of: Sequence[tuple[str, Board]], count: int) -> list[Curve]:
        """Return what the person's newest rated matches of these kinds did."""
        asked = [(user_id, *kind, count) for kind in of]
        found = await self._connection.read(
            lambda db: [db.execute(statements.CURVE, values).fetchall() for values in asked]
        )
        return [rows.curve_from(*kind, newest) for kind, newest in zip(of, found, strict=True)]

    async def list_accuracies(self, user_id: int, count: int) -> list[float]:
        """Return how accurate the person was in the newest reviewed matches, newest last."""
        sql = statements.ACCURACIES
        found = await self._connection.read(lambda db: db.execute(sql, (user_id, count)).fetchall())
        return [accuracy for (accuracy,) in reversed(found)]

    async def add_accuracies(self, reviewed: Reviewed) -> None:
        """Store how accurate the people of a finished match were."""
        values = rows.accuracy_values(reviewed)
        await self._connection.write(lambda db: db.executemany(_ADD_ACCURACIES, values))


def _find_duel(db: sqlite3.Connection, one_id: int, other_id: int) -> Duel:
    by_one, by_other = (
        db.execute(statements.BEGUN, pair).fetchall() for pair in ((one_id, other_id), (other_id, one_id))
    )
    runs = db.execute(statements.LONGEST_RUN, {"one_id": one_id, "other_id": other_id}).fetchall()
    return rows.duel_from((one_id, other_id), by_one, by_other, runs)
