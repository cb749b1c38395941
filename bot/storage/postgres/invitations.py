"""The SQL of invitations."""

from __future__ import annotations

from dataclasses import astuple, replace
from typing import TYPE_CHECKING

from bot.storage import rows, statements
from bot.storage.postgres import matches
from bot.storage.postgres.batches import MOST_AT_ONCE, Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked

if TYPE_CHECKING:
    from bot.models import Footing, Invitation, Match, Since
    from bot.storage.postgres.connection import Connection

_FIND, _FIND_REMATCH = placed(statements.INVITATION), placed(statements.OPEN_TO_REMATCH)
_COLUMNS = rows.INVITATION_COLUMNS.removeprefix("id, ")
_FOOTING = [placed(fact).format(unaccepted="fate IS DISTINCT FROM 'accepted'") for fact in statements.FOOTING]
_FIND_FOOTING = f"SELECT {', '.join(_FOOTING)}"
_SEEN = "unaccepted", "waited", "declined", "declined_at", "is_blocked", "is_blocking"
_ADD = (
    f"INSERT INTO invitations ({_COLUMNS}) SELECT"
    f" {', '.join(f'%({name.strip()})s' for name in _COLUMNS.split(','))} WHERE"
    f" ({', '.join(_FOOTING)}) IS NOT DISTINCT FROM ({', '.join(f'%({name})s' for name in _SEEN)})"
    " ON CONFLICT DO NOTHING RETURNING id"
)
_SET_STATUS = placed(statements.SET_STATUS) + " RETURNING id"
_STATUS_SET = placed(f"SELECT id FROM invitations WHERE {statements.INVITATION_STANDS}")
_CAN_BE_ACCEPTED = placed(
    f"EXISTS (SELECT 1 FROM invitations WHERE id = ? AND fate {{same}} ?) AND NOT ({statements.ARE_APART})"
)
_ACCEPT = (
    f"WITH {matches.adding(_CAN_BE_ACCEPTED)},"
    " closed AS (UPDATE invitations SET fate = 'accepted', match_id = added.id, invitee_id = %s, begins = %s,"
    " closed_at = %s FROM added WHERE invitations.id = %s)"
    " SELECT id FROM added"
)
_SHOW, _LIST_EXPIRED = placed(statements.SHOW_INVITATION), placed(statements.EXPIRED)
_CONFIRM_EXPIRED = placed(statements.CONFIRM_EXPIRED)
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

    async def find_footing(self, invitation: Invitation, since: Since) -> Footing:
        """Return how the two people of an invitation that is to be sent stand to each other."""
        asked = Statement(_FIND_FOOTING, rows.footing_values(invitation, since))
        return rows.footing_from((await self._connection.read_all([asked]))[0][0])

    async def add(self, invitation: Invitation, footing: Footing, since: Since) -> Invitation | None:
        """Store a new invitation, if its people still stand like that; None too for a rematch that is out."""
        names = (name.strip() for name in _COLUMNS.split(","))
        values = {
            **dict(zip(names, rows.invitation_values(invitation)[1:], strict=True)),
            **rows.footing_values(invitation, since),
            **dict(zip(_SEEN, astuple(footing), strict=True)),
        }
        people = {invitation.inviter_id, invitation.invitee_id} - {None}
        locks = tuple(Lock(Locked.INVITER, user_id) for user_id in people if user_id is not None)
        stored = await self._connection.write(Write(Statement(_ADD, values), locks, is_repeatable=False))
        return replace(invitation, id=stored[0][0]) if stored else None

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store a new status, if it is still the one it was."""
        saving = Statement(_SET_STATUS, rows.status_values(before, after, None))
        saved = Statement(_STATUS_SET, (before.id, after.status))
        return bool(await self._connection.write(Write(saving, _locks(before), written=saved)))

    async def accept(self, before: Invitation, after: Invitation, match: Match) -> Match | None:
        """Close the invitation and store the match; None if either cannot be, or they are apart."""
        values = (
            *matches.values_of(match, before.id, before.status, *rows.apart_values(after)),
            after.invitee_id,
            after.begins,
            after.closed_at,
            before.id,
        )
        stored = await self._connection.write(
            Write(Statement(_ACCEPT, values), _locks(before), is_repeatable=False)
        )
        return replace(match, id=stored[0][0]) if stored else None

    async def show(self, invitation_id: int, message_id: int) -> None:
        """Store which message shows the open invitation."""
        await self._connection.write(Write(Statement(_SHOW, (message_id, invitation_id))))

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then; return how many."""
        return await self._connection.write_often(Write(Statement(_EXPIRE, (since,))))

    async def list_expired(self) -> list[tuple[Invitation, int]]:
        """Return expired invitations of which a message is yet to say so, with it."""
        found = await self._connection.read(_LIST_EXPIRED, rows.EXPIRED_MOST)
        return [(rows.invitation_from(tuple(row)), message_id) for message_id, *row in found]

    async def confirm_expired(self, invitation_id: int) -> None:
        """Store that the message of an expired invitation says so, or never will."""
        await self._connection.write(Write(Statement(_CONFIRM_EXPIRED, (invitation_id,))))


def _locks(invitation: Invitation) -> tuple[Lock, ...]:
    return (Lock(Locked.INVITATION, invitation.id),)
