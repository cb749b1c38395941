"""The SQL of tournaments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.storage import tournament_rows as rows
from bot.storage.sqlite import matches

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.models import Match, Tournament
    from bot.storage.sqlite.connection import Connection


class SqliteTournaments:
    """The tournaments in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, tournament_id: int) -> Tournament | None:
        """Return the tournament with this id."""
        return await self._connection.read(lambda db: _find(db, rows.FIND, tournament_id))

    async def find_newest(self, channel_id: int) -> Tournament | None:
        """Return the channel's newest tournament."""
        return await self._connection.read(lambda db: _find(db, rows.FIND_NEWEST, channel_id))

    async def list_due(self) -> list[int]:
        """Return the tournaments that go on, or whose message does not show them as they are."""
        return await self._connection.read(lambda db: [id_ for (id_,) in db.execute(rows.DUE)])

    async def list_entered(self, user_id: int) -> list[int]:
        """Return the tournaments that are not over in which the person takes part."""
        found = await self._connection.read(lambda db: db.execute(rows.ENTERED, (user_id,)).fetchall())
        return [id_ for (id_,) in found]

    async def add(self, tournament: Tournament) -> Tournament | None:
        """Store a new tournament and give it an id; None if there is one in the channel that is not over."""

        def work(db: sqlite3.Connection) -> int | None:
            added = db.execute(rows.ADD, rows.values_of(tournament)).fetchall()
            for (id_,) in added:
                db.executemany(rows.ADD_ENTRANT, rows.entrants_of(tournament, id_))
            return added[0][0] if added else None

        id_ = await self._connection.write(work)
        return replace(tournament, id=id_) if id_ else None

    async def save(self, before: Tournament, after: Tournament, new: Sequence[Match | None] = ()) -> bool:
        """Store the tournament and the matches of its new pairings, if it still is as `before`."""
        change, entrants = rows.change_of(before, after), rows.entrants_of(after, before.id)
        begun = [None if match is None else matches.values_of(match) for match in new]
        pairings = rows.new_pairings_of(before, after)

        def work(db: sqlite3.Connection) -> bool:
            if not db.execute(rows.CHANGE, change).rowcount:
                return False
            db.execute(rows.REMOVE_ENTRANTS, (before.id,))
            db.executemany(rows.ADD_ENTRANT, entrants)
            ids = [None if match is None else matches.insert(db, match) for match in begun]
            db.executemany(_ADD_PAIRING, [(*row, id_) for row, id_ in zip(pairings, ids, strict=True)])
            return True

        return await self._connection.write(work)

    async def show(self, tournament_id: int, message_id: int, progress: int) -> None:
        """Store which message shows it, and how far it had come in that."""
        values = message_id, progress, tournament_id
        await self._connection.write(lambda db: db.execute(rows.SHOW, values))

    async def expire(self, since: float) -> int:
        """Cancel those that were opened before then and have not begun; return how many."""
        return await self._connection.write(lambda db: db.execute(rows.EXPIRE, (since,)).rowcount)


_ADD_PAIRING = "INSERT INTO tournament_pairings VALUES (?, ?, ?, ?, ?, ?)"


def _find(db: sqlite3.Connection, sql: str, number: int) -> Tournament | None:
    row: tuple[Any, ...] | None = db.execute(sql, (number,)).fetchone()
    if row is None:
        return None
    of_it = (row[0],)
    entrants, pairings = (db.execute(each, of_it).fetchall() for each in (rows.ENTRANTS, rows.PAIRINGS))
    return rows.tournament_from(row, entrants, pairings)
