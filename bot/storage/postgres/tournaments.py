"""The SQL of tournaments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.storage import tournament_rows as rows
from bot.storage.postgres import matches
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import Match, Tournament
    from bot.storage.postgres.connection import Connection
    from bot.storage.postgres.dialect import Row

_ENTRANTS, _PAIRINGS = (
    placed(sql.replace("tournament_id = ?", "tournament_id = {}")) for sql in (rows.ENTRANTS, rows.PAIRINGS)
)
_BY_ID, _NEWEST = (
    (placed(sql), *(each.format(id_) for each in (_ENTRANTS, _PAIRINGS)))
    for sql, id_ in (
        (rows.FIND, "%s"),
        (rows.FIND_NEWEST, "(SELECT max(id) FROM tournaments WHERE channel_id = %s)"),
    )
)
_ADD_PAIRING = "INSERT INTO tournament_pairings VALUES (%s, %s, %s, %s, %s, NULL)"
_ADD_PLAYED = (
    f"WITH {matches.adding('TRUE')} INSERT INTO tournament_pairings"
    " SELECT %s, %s, %s, %s::integer, %s::integer, added.id FROM added"
)
_ADD, _CHANGE, _SHOW = placed(rows.ADD), placed(rows.CHANGE), placed(rows.SHOW)
_ADD_ENTRANT, _REMOVE_ENTRANTS = placed(rows.ADD_ENTRANT), placed(rows.REMOVE_ENTRANTS)
_CHANGES = "SELECT changes FROM tournaments WHERE id = %s"


class PostgresTournaments:
    """The tournaments in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, tournament_id: int) -> Tournament | None:
        """Return the tournament with this id."""
        return await self._find(_BY_ID, tournament_id)

    async def find_newest(self, channel_id: int) -> Tournament | None:
        """Return the channel's newest tournament."""
        return await self._find(_NEWEST, channel_id)

    async def list_due(self) -> list[int]:
        """Return the tournaments that go on, or whose message does not show them as they are."""
        return [id_ for (id_,) in await self._connection.read(placed(rows.DUE))]

    async def list_entered(self, user_id: int) -> list[int]:
        """Return the tournaments that are not over in which the person takes part."""
        return [id_ for (id_,) in await self._connection.read(placed(rows.ENTERED), user_id)]

    async def add(self, tournament: Tournament) -> Tournament | None:
        """Store a new tournament and give it an id; None if there is one in the channel that is not over."""
        entrants = [row[1:] for row in rows.entrants_of(tournament, 0)]
        columns: list[list[Any]] = [list(column) for column in zip(*entrants, strict=True)] or [[]] * 4
        write = Write(Statement(_ADD_WHOLE, (*rows.values_of(tournament), *columns)), is_repeatable=False)
        added = await self._connection.write(write)
        return replace(tournament, id=added[0][0]) if added else None

    async def save(self, before: Tournament, after: Tournament, new: Sequence[Match | None] = ()) -> bool:
        """Store the tournament and the matches of its new pairings, if it still is as `before`."""
        writes = [
            Statement(_CHANGE, rows.change_of(before, after)),
            Statement(_REMOVE_ENTRANTS, (before.id,)),
            *(Statement(_ADD_ENTRANT, row) for row in rows.entrants_of(after, before.id)),
            *map(_adding, rows.new_pairings_of(before, after), new),
        ]

        def decide(found: list[list[Row]]) -> tuple[bool, Sequence[Statement]]:
            is_as_before = found[0] == [(before.changes,)]
            return is_as_before, writes if is_as_before else []

        reads, locks = [Statement(_CHANGES, (before.id,))], [Lock(Locked.TOURNAMENT, before.id)]
        return await self._connection.decide(locks, reads, decide)

    async def show(self, tournament_id: int, message_id: int, progress: int) -> None:
        """Store which message shows it, and how far it had come in that."""
        locks = (Lock(Locked.TOURNAMENT, tournament_id),)
        await self._connection.write(Write(Statement(_SHOW, (message_id, progress, tournament_id)), locks))

    async def expire(self, since: float) -> int:
        """Cancel those that were opened before then and have not begun; return how many."""
        expired = Statement(f"{placed(rows.EXPIRE)} RETURNING id", (since,))
        return len(await self._connection.write(Write(expired)))

    async def _find(self, statements: tuple[str, ...], number: int) -> Tournament | None:
        found, *parts = await self._connection.read_all([Statement(sql, (number,)) for sql in statements])
        return rows.tournament_from(found[0], *parts) if found else None


_ADD_WHOLE = (
    f"WITH added AS ({_ADD}), entered AS (INSERT INTO tournament_entrants SELECT added.id, each.* FROM added,"
    " unnest(%s::integer[], %s::bigint[], %s::text[], %s::smallint[])"
    " AS each (number, user_id, level, is_withdrawn)) SELECT id FROM added"
)


def _adding(pairing: Row, match: Match | None) -> Statement:
    if match is None:
        return Statement(_ADD_PAIRING, pairing)
    return Statement(_ADD_PLAYED, (*matches.values_of(match), *pairing))
