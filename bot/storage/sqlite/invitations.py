"""The SQL of invitations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.storage import rows, statements
from bot.storage.sqlite import matches

if TYPE_CHECKING:
    import sqlite3

    from bot.models import Footing, Invitation, Match, Since
    from bot.storage.sqlite.connection import Connection


_SET_STATUS = statements.SET_STATUS.format(same="IS")
_FOOTING = "SELECT " + ", ".join(statements.FOOTING).format(unaccepted="fate IS NOT 'accepted'")


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

    async def find_footing(self, invitation: Invitation, since: Since) -> Footing:
        """Return how the two people of an invitation that is to be sent stand to each other."""
        values = rows.footing_values(invitation, since)
        return rows.footing_from(await self._connection.read(lambda db: _find_footing(db, values)))

    async def add(self, invitation: Invitation, footing: Footing, since: Since) -> Invitation | None:
        """Store a new invitation, if its people still stand like that; None too for a rematch that is out."""
        asked = rows.footing_values(invitation, since)
        columns, values = rows.INVITATION_COLUMNS, rows.invitation_values(invitation)

        def work(db: sqlite3.Connection) -> int | None:
            if rows.footing_from(_find_footing(db, asked)) != footing:
                return None
            return matches.insert_row(db, "invitations", columns, values)

        id_ = await self._connection.write(work)
        return replace(invitation, id=id_) if id_ else None

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store a new status, if it is still the one it was."""
        return await self._connection.write(lambda db: _set_status(db, before, after))

    async def accept(self, before: Invitation, after: Invitation, match: Match) -> Match | None:
        """Close the invitation and store the match; None if either cannot be, or they are apart."""
        new = matches.values_of(match)

        def work(db: sqlite3.Connection) -> int | None:
            id_ = matches.insert(db, new) if _can_be_accepted(db, before, after) else None
            if id_ is not None:
                _set_status(db, before, after, id_)
            return id_

        id_ = await self._connection.write(work)
        return replace(match, id=id_) if id_ else None

    async def show(self, invitation_id: int, message_id: int) -> None:
        """Store which message shows the open invitation."""
        values = message_id, invitation_id
        await self._connection.write(lambda db: db.execute(statements.SHOW_INVITATION, values))

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then; return how many."""
        sql = "UPDATE invitations SET fate = 'expired' WHERE fate IS NULL AND created_at < ?"
        return await self._connection.write(lambda db: db.execute(sql, (since,)).rowcount)

    async def list_expired(self) -> list[tuple[Invitation, int]]:
        """Return expired invitations of which a message is yet to say so, with it."""
        found = await self._connection.read(
            lambda db: db.execute(statements.EXPIRED, (rows.EXPIRED_MOST,)).fetchall()
        )
        return [(rows.invitation_from(tuple(row)), message_id) for message_id, *row in found]

    async def confirm_expired(self, invitation_id: int) -> None:
        """Store that the message of an expired invitation says so, or never will."""
        await self._connection.write(lambda db: db.execute(statements.CONFIRM_EXPIRED, (invitation_id,)))


def _find_footing(db: sqlite3.Connection, values: dict[str, object]) -> tuple[Any, ...]:
    row: tuple[Any, ...] = db.execute(_FOOTING, values).fetchone()
    return row


def _can_be_accepted(db: sqlite3.Connection, before: Invitation, after: Invitation) -> bool:
    sql = f"SELECT 1 FROM invitations WHERE id = ? AND fate IS ? AND NOT ({statements.ARE_APART})"
    values = before.id, before.status, *rows.apart_values(after)
    return db.execute(sql, values).fetchone() is not None


def _set_status(
    db: sqlite3.Connection, before: Invitation, after: Invitation, match_id: int | None = None
) -> bool:
    return db.execute(_SET_STATUS, rows.status_values(before, after, match_id)).rowcount == 1
