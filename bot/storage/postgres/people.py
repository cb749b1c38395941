"""What is kept about a person, in whatever table of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.storage import keeping, statements
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Row, Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from bot.storage.postgres.connection import Connection

_MOVES = "(SELECT string_agg(action::text, ' ' ORDER BY ply) FROM moves WHERE match_id = matches.id)"
_TELL = {
    table: "SELECT row_to_json(kept) FROM ({}) AS kept".format(
        placed(keeping.telling(table, "MOVES")).replace("MOVES", _MOVES)
    )
    for table in keeping.TABLES
}
_LEAVER, _ADD_BLOCK = placed(keeping.LEAVER), placed(statements.ADD_BLOCK)
_FORGET_OVER = [placed(sql) + " RETURNING 1" for sql in keeping.FORGET_OVER]


class PostgresPeople:
    """What the database holds about people."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def list_kept(self, user_id: int, table: str, after: int) -> list[dict[str, Any]]:
        """Return what a table holds about the person, of rows with an id the next ones."""
        asked = Statement(_TELL[table], {"user_id": user_id, "after": after})
        return [kept for (kept,) in (await self._connection.read_all([asked]))[0]]

    async def forget(self, user_id: int, leaver_id: int, now: float) -> None:
        """Remove all of it, first what is over, in small writes."""
        known_id = await self._leave(user_id, leaver_id)
        values = {"user_id": user_id, "leaver_id": known_id, "now": float(now)}
        for sql in _FORGET_OVER:
            while await self._connection.write(Write(Statement(sql, values))):
                pass
        await self._write(keeping.FORGET, **values)

    async def _leave(self, user_id: int, leaver_id: int) -> int:
        """Return as whom a person leaves: as whom they began to, or with this id, which is stored first."""

        def decide(found: list[list[Row]]) -> tuple[int, list[Statement]]:
            [known] = found
            if known:
                return int(known[0][0]), []
            return leaver_id, [Statement(_ADD_BLOCK, (user_id, leaver_id))]

        asked = Statement(_LEAVER, {"user_id": user_id})
        return await self._connection.decide([Lock(Locked.INVITER, user_id)], [asked], decide)

    async def hide(self, user_id: int) -> None:
        """Leave the person out of the tables of everywhere."""
        await self._write(keeping.HIDE, user_id=user_id)

    async def show(self, user_id: int) -> None:
        """Let the person stand in them again."""
        await self._write(keeping.SHOW, user_id=user_id)

    async def find_hidden(self, user_ids: Collection[int]) -> Collection[int]:
        """Return who of these people is hidden."""
        sql = "SELECT user_id FROM hidden WHERE user_id = ANY(%s::bigint[])"
        return {user_id for (user_id,) in await self._connection.read(sql, [*user_ids])}

    async def _write(self, statements: Iterable[str], **values: object) -> None:
        written = [Statement(placed(sql), values) for sql in statements]
        locks = [Lock(Locked.STANDINGS), Lock(Locked.PUZZLES)]
        await self._connection.decide(locks, [], lambda _: (None, written))
