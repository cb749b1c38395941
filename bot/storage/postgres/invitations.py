"""The SQL of invitations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.storage import rows, statements
from bot.storage.postgres import matches
from bot.storage.postgres.batches import MOST_AT_ONCE, Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from bot.models import Invitation, Match
    from bot.storage.postgres.connection import Connection

_FIND, _FIND_REMATCH = placed(statements.INVITATION), placed(statements.OPEN_TO_REMATCH)
_COLUMNS = rows.INVITATION_COLUMNS.removeprefix("id, ")
_ADD = placed(
    f"INSERT INTO invitations ({_COLUMNS}) SELECT {rows.placeholders(_COLUMNS)}"
    " WHERE (SELECT count(*) FROM invitations WHERE inviter_id = ? AND created_at >= ?"
    " AND fate IS DISTINCT FROM 'accepted') < ? ON CONFLICT DO NOTHING RETURNING id"
)
_SET_STATUS = placed(statements.SET_STATUS) + " RETURNING id"
_HAS_STATUS = placed("EXISTS (SELECT 1 FROM invitations WHERE id = ? AND fate {same} ?)")
_ACCEPT = (
    f"WITH {matches.adding(_HAS_STATUS)},"
    " closed AS (UPDATE invitations SET fate = 'accepted', match_id = added.id FROM added"
    " WHERE invitations.id = %s)"
    " SELECT id FROM added"
)
_EXPIRE = (
    "UPDATE invitations SET fate = 'expired' WHERE id IN (SELECT id FROM invitations"
    f" WHERE fate IS NULL AND created_at < %s LIMIT {MOST_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED)"
    " RETURNING id"
)


class PostgresInvitations:
    """The invitations in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, invitation_id: int) -> Invitation | None:
        """Return the invitation, None if there is none with this id."""
        return await self._find(_FIND, invitation_id)

    async def find_rematch(self, match_id: int) -> Invitation | None:
        """Return the open invitation to the rematch of this match, None if there is none."""
        return await self._find(_FIND_REMATCH, match_id)

    async def _find(self, sql: str, number: int) -> Invitation | None:
        found = await self._connection.read(sql, number)
        return rows.invitation_from(found[0]) if found else None

    async def add(self, invitation: Invitation, most: int, since: float) -> Invitation | None:
        """Store a new invitation; None if there is one to the same rematch, or too many were not accepted."""
        values = (*rows.invitation_values(invitation)[1:], invitation.inviter_id, since, most)
        lock = Lock(Locked.INVITER, invitation.inviter_id)
        stored = await self._connection.write(Write(Statement(_ADD, values), (lock,), is_repeatable=False))
        return replace(invitation, id=stored[0][0]) if stored else None

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store a new status, if it is still the one it was."""
        values = after.status, None, before.id, before.status
        return bool(await self._connection.write(Write(Statement(_SET_STATUS, values), _locks(before))))

    async def accept(self, before: Invitation, match: Match) -> Match | None:
        """Close the invitation and store the match it becomes; None if it is closed, or the rematch begun."""
        values = (*matches.values_of(match, before.id, before.status), before.id)
        stored = await self._connection.write(
            Write(Statement(_ACCEPT, values), _locks(before), is_repeatable=False)
        )
        return replace(match, id=stored[0][0]) if stored else None

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then; return how many."""
        return await self._connection.write_often(Write(Statement(_EXPIRE, (since,))))


def _locks(invitation: Invitation) -> tuple[Lock, ...]:
    return (Lock(Locked.INVITATION, invitation.id),)
