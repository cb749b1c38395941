"""The SQL of invitations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.storage import rows, statements
from bot.storage.sqlite import matches

if TYPE_CHECKING:
    import sqlite3

    from bot.models import Invitation, InvitationStatus, Match
    from bot.storage.sqlite.connection import Connection


_SET_STATUS = statements.SET_STATUS.format(same="IS")


class SqliteInvitations:
    """The invitations in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, invitation_id: int) -> Invitation | None:
        """Return the invitation, None if there is none with this id."""
        return await self._find(statements.INVITATION, invitation_id)

    async def find_rematch(self, match_id: int) -> Invitation | None:
        """Return the open invitation to the rematch of this match, None if there is none."""
        return await self._find(statements.OPEN_TO_REMATCH, match_id)

    async def _find(self, sql: str, number: int) -> Invitation | None:
        row = await self._connection.read(lambda db: db.execute(sql, (number,)).fetchone())
        return rows.invitation_from(row) if row else None

    async def add(self, invitation: Invitation, most: int, since: float) -> Invitation | None:
        """Store a new invitation; None if there is one to the same rematch, or too many were not accepted."""
        columns, values = rows.INVITATION_COLUMNS, rows.invitation_values(invitation)
        inviter_id = invitation.inviter_id

        def work(db: sqlite3.Connection) -> int | None:
            if _count_unaccepted(db, inviter_id, since) >= most:
                return None
            return matches.insert_row(db, "invitations", columns, values)

        id_ = await self._connection.write(work)
        return replace(invitation, id=id_) if id_ else None

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store a new status, if it is still the one it was."""
        return await self._connection.write(lambda db: _set_status(db, before, after.status))

    async def accept(self, before: Invitation, match: Match) -> Match | None:
        """Close the invitation and store the match it becomes; None if it is closed, or the rematch begun."""
        new = matches.values_of(match)

        def work(db: sqlite3.Connection) -> int | None:
            id_ = matches.insert(db, new) if _has_status(db, before) else None
            if id_ is not None:
                _set_status(db, before, "accepted", id_)
            return id_

        id_ = await self._connection.write(work)
        return replace(match, id=id_) if id_ else None

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then; return how many."""
        sql = "UPDATE invitations SET fate = 'expired' WHERE fate IS NULL AND created_at < ?"
        return await self._connection.write(lambda db: db.execute(sql, (since,)).rowcount)


def _has_status(db: sqlite3.Connection, before: Invitation) -> bool:
    sql = "SELECT 1 FROM invitations WHERE id = ? AND fate IS ?"
    return db.execute(sql, (before.id, before.status)).fetchone() is not None


def _count_unaccepted(db: sqlite3.Connection, inviter_id: int, since: float) -> int:
    sql = (
        "SELECT count(*) FROM invitations WHERE inviter_id = ? AND created_at >= ? AND fate IS NOT 'accepted'"
    )
    count: int = db.execute(sql, (inviter_id, since)).fetchone()[0]
    return count


def _set_status(
    db: sqlite3.Connection, before: Invitation, status: InvitationStatus | None, match_id: int | None = None
) -> bool:
    return db.execute(_SET_STATUS, (status, match_id, before.id, before.status)).rowcount == 1
