"""The SQL of profiles: what is known of a person, found by the person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import GameResults, Opponent, Results
from bot.storage import rows, statements
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.findings import columns_of
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import Board, Curve, Duel, GameRating, Reviewed
    from bot.storage.postgres.connection import Connection

_RESULTS, _OPPONENTS = placed(statements.RESULTS_OF_PERSON), placed(statements.OPPONENTS)
_BEGUN, _LONGEST_RUN = placed(statements.BEGUN), placed(statements.LONGEST_RUN)
_RATINGS, _CURVE = placed(statements.RATINGS_OF_PERSON), placed(statements.CURVE)
_ACCURACIES = placed(statements.ACCURACIES)
_ADD_ACCURACIES = statements.ADD_ACCURACIES.format(
    "SELECT each.user_id, touched_at, id, each.accuracy"
    " FROM unnest(%s::bigint[], %s::float8[], %s::bigint[]) AS each (user_id, accuracy, match_id)"
    " JOIN matches ON id = each.match_id AND each.user_id IN (first_id, second_id)"
)


class PostgresProfiles:
    """What the database knows of people."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def list_results(self, user_id: int) -> list[GameResults]:
        """Return the person's totals everywhere, by game."""
        found = await self._connection.read(_RESULTS, user_id)
        return [GameResults(game, versus, Results(*results)) for game, versus, *results in found]

    async def list_opponents(self, user_id: int, count: int, *, sees_hidden: bool) -> list[Opponent]:
        """Return the people whom the person has played most often."""
        values = {"user_id": user_id, "size": count, "sees_hidden": int(sees_hidden)}
        (found,) = await self._connection.read_all([Statement(_OPPONENTS, values)])
        return [Opponent(opponent_id, Results(*results)) for opponent_id, *results in found]

    async def find_duel(self, one_id: int, other_id: int) -> Duel:
        """Return the record between two players."""
        found = await self._connection.read_all(
            [
                Statement(_BEGUN, (one_id, other_id)),
                Statement(_BEGUN, (other_id, one_id)),
                Statement(_LONGEST_RUN, {"one_id": one_id, "other_id": other_id}),
            ]
        )
        return rows.duel_from((one_id, other_id), *found)

    async def list_ratings(self, user_id: int) -> list[GameRating]:
        """Return the person's ratings by game."""
        return rows.game_ratings_from(await self._connection.read(_RATINGS, user_id))

    async def list_curves(self, user_id: int, of: Sequence[tuple[str, Board]], count: int) -> list[Curve]:
        """Return what the person's newest rated matches of these kinds did."""
        found = await self._connection.read_all([Statement(_CURVE, (user_id, *kind, count)) for kind in of])
        return [rows.curve_from(*kind, newest) for kind, newest in zip(of, found, strict=True)]

    async def list_accuracies(self, user_id: int, count: int) -> list[float]:
        """Return how accurate the person was in the newest reviewed matches, newest last."""
        found = await self._connection.read(_ACCURACIES, user_id, count)
        return [accuracy for (accuracy,) in reversed(found)]

    async def add_accuracies(self, reviewed: Reviewed) -> None:
        """Store how accurate the people of a finished match were."""
        values = columns_of(rows.accuracy_values(reviewed), 3)
        locks = (Lock(Locked.MATCH, reviewed.match.id),)
        await self._connection.write(Write(Statement(_ADD_ACCURACIES, values), locks))
