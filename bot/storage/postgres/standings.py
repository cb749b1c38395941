"""The SQL of standings: counted up when a match ends, so that a table is read and not worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Standing, Table
from bot.storage import statements
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.rows import EVERYWHERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.storage.postgres.connection import Connection
    from bot.storage.postgres.dialect import Row

_BEST = placed(statements.BEST)
_OWN = placed(
    f"WITH own AS ({statements.OWN_RESULTS}) SELECT 1 + ({{}}), user_id, wins, draws, losses FROM own".format(
        statements.ahead(*(f"(SELECT {column} FROM own)" for column in ("halves", "wins", "losses")))
    )
)


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
        tables = map(_table, versus, found[::2], found[1::2])
        return [table for table in tables if table.top]


def _table(versus: str, best: list[Row], own: list[Row]) -> Table:
    top = [Standing(rank, *row) for rank, row in enumerate(best, start=1)]
    found = [Standing(int(rank), *row) for rank, *row in own]
    return Table(versus, top, next((each for each in found if each.rank > len(top)), None))
