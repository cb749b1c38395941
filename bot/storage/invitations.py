"""The invitations to matches."""

from dataclasses import asdict

from bot.models import Invitation, InvitationWindow, Match, Place, Relation
from bot.storage import rows
from bot.storage.database import MOST_AT_ONCE, Lock, Locked, Row, Statement, Subject
from bot.storage.rows import EVERYBODY

_COLUMNS = (
    "id, game, guild_id, channel_id, parent_id, inviter_id, invitee_id, begins, created_at, fate, rematch_of,"
    " pace, is_rated, closed_at, message_id"
)
_FIND = f"SELECT {_COLUMNS} FROM invitations WHERE id = ?"
_OPEN_TO_REMATCH = f"SELECT {_COLUMNS} FROM invitations WHERE rematch_of = ? AND fate IS NULL"
_NEWEST = f"SELECT {_COLUMNS} FROM invitations WHERE inviter_id = ? ORDER BY id DESC LIMIT 1"
_SET_STATUS = (
    "UPDATE invitations SET fate = ?, match_id = ?, invitee_id = ?, begins = ?, closed_at = ?"
    " WHERE id = ? AND fate {same} ? RETURNING id"
)
_SHOW = "UPDATE invitations SET message_id = ? WHERE id = ? AND fate IS NULL"
_EXPIRED = (
    "SELECT id FROM invitations WHERE fate = 'expired' AND message_id IS NOT NULL ORDER BY id LIMIT 100"
)
_CONFIRM_EXPIRED = "UPDATE invitations SET message_id = NULL WHERE id = ? AND fate = 'expired'"
_EXPIRE = (
    "UPDATE invitations SET fate = 'expired' WHERE id IN (SELECT id FROM invitations"
    f" WHERE fate IS NULL AND created_at < ? LIMIT {MOST_AT_ONCE} {{claimed}}) RETURNING id"
)
_RELATION = (
    "SELECT (SELECT count(*) FROM invitations WHERE inviter_id = :inviter_id AND created_at >= :sent"
    " AND fate {differs} 'accepted') AS unaccepted,"
    " (SELECT count(*) FROM invitations WHERE invitee_id = :invitee_id AND created_at >= :waiting_since"
    " AND fate IS NULL) AS waiting,"
    " count(*) AS declined, max(closed_at) AS declined_at,"
    " EXISTS (SELECT 1 FROM blocks WHERE blocker_id = :invitee_id"
    f" AND blocked_id IN (:inviter_id, {EVERYBODY})) AS is_blocked,"
    " EXISTS (SELECT 1 FROM blocks WHERE blocker_id = :inviter_id"
    " AND blocked_id = :invitee_id) AS is_blocking"
    " FROM invitations WHERE inviter_id = :inviter_id AND invitee_id = :invitee_id AND fate = 'declined'"
    " AND id > coalesce((SELECT max(id) FROM invitations WHERE inviter_id = :inviter_id"
    " AND invitee_id = :invitee_id AND fate = 'accepted'), 0)"
)
_ADD = (
    "INSERT INTO invitations (game, guild_id, channel_id, parent_id, inviter_id, invitee_id, begins,"
    " created_at, fate, rematch_of, pace, is_rated, closed_at) SELECT :game_slug, :guild_id, :channel_id,"
    " :parent_id, :inviter_id, :invitee_id, :begins, :created_at, :status, :rematch_of, :pace, :is_rated,"
    " :closed_at"
    f" FROM ({_RELATION}) AS relation WHERE unaccepted = :unaccepted AND waiting = :waiting"
    " AND declined = :declined AND declined_at {same} :declined_at"
    " AND is_blocked = :is_blocked AND is_blocking = :is_blocking ON CONFLICT DO NOTHING RETURNING id"
)
"""If its people still stand to each other as they did."""
_CAN_BE_ACCEPTED = (
    "EXISTS (SELECT 1 FROM invitations WHERE id = :invitation_id AND fate {same} :fate_before)"
    " AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = :inviter_id AND blocked_id = :invitee_id)"
    " AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = :invitee_id AND blocked_id = :inviter_id)"
)


class Invitations(Subject):
    """The invitations; those that are closed are kept."""

    async def find(self, invitation_id: int) -> Invitation | None:
        """Return the invitation, None if there is none with this id."""
        return await self._find_by(_FIND, invitation_id)

    async def find_rematch(self, match_id: int) -> Invitation | None:
        """Return the open invitation to the rematch of this match, None if there is none."""
        return await self._find_by(_OPEN_TO_REMATCH, match_id)

    async def find_newest(self, inviter_id: int) -> Invitation | None:
        """Return the newest invitation that a person has sent, None if there is none."""
        return await self._find_by(_NEWEST, inviter_id)

    async def _find_by(self, sql: str, number: int) -> Invitation | None:
        found = await self._database.find_one(sql, number)
        return _invitation_from(found) if found else None

    async def find_relation(self, invitation: Invitation, since: InvitationWindow) -> Relation:
        """Return how the two people of an invitation that is to be sent stand to each other."""
        [[row]] = await self._database.read(Statement(_RELATION, {**vars(invitation), **since._asdict()}))
        unaccepted, waiting, declined, declined_at, is_blocked, is_blocking = row
        return Relation(unaccepted, waiting, declined, declined_at, bool(is_blocked), bool(is_blocking))

    async def add(
        self, invitation: Invitation, relation: Relation, since: InvitationWindow
    ) -> Invitation | None:
        """Store a new invitation and give it an id, if its two people still stand to each other like that.

        None, with nothing written, if they do not, or if one to the same rematch is open or was accepted.
        """
        people = sorted({invitation.inviter_id, invitation.invitee_id or invitation.inviter_id})
        locks = [Lock(Locked.INVITER, user_id) for user_id in people]
        adding = Statement(_ADD, _values_of(invitation) | since._asdict() | asdict(relation))
        return await self._database.add(invitation, adding, locks=locks)

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store the status that `after` has, since when, and whose it is, if it is still as `before`."""
        return bool(await self._database.write(_setting(before, after), locks=_locks(before)))

    async def accept(self, before: Invitation, after: Invitation, match: Match) -> Match | None:
        """Store the invitation accepted, as `after`, and add the match it becomes, by one write.

        None, with nothing written, if its status is no longer that of `before`, if one of the two blocks the
        other by name, or if the match cannot be added.
        """

        def set_accepted(added: Match) -> list[Statement]:
            return [*rows.adding_moves(added), _setting(before, after, added.id)]

        adding = rows.adding_match(
            match,
            _CAN_BE_ACCEPTED,
            invitation_id=before.id,
            fate_before=before.status,
            inviter_id=after.inviter_id,
            invitee_id=after.invitee_id,
        )
        return await self._database.add(match, adding, set_accepted, _locks(before))

    async def set_message(self, invitation_id: int, message_id: int) -> None:
        """Store which message shows the open invitation."""
        await self._database.write(Statement(_SHOW, (message_id, invitation_id)))

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then as expired; return how many."""
        return await self._database.write_often(Statement(_EXPIRE, (since,)), most=MOST_AT_ONCE)

    async def list_expired(self) -> list[int]:
        """Return expired invitations of which a message is yet to say so; at most 100."""
        return await self._database.list_ids(_EXPIRED)

    async def confirm_expired(self, invitation_id: int) -> None:
        """Store that the message of an expired invitation says so, or never will."""
        await self._database.write(Statement(_CONFIRM_EXPIRED, (invitation_id,)))


def _locks(invitation: Invitation) -> list[Lock]:
    return [Lock(Locked.INVITATION, invitation.id)]


def _setting(before: Invitation, after: Invitation, match_id: int | None = None) -> Statement:
    """Return what stores a new status, if it is still the one it was."""
    answered = after.status, match_id, after.invitee_id, after.begins, after.closed_at
    return Statement(_SET_STATUS, (*answered, before.id, before.status))


def _values_of(invitation: Invitation) -> dict[str, object]:
    """Return the values of an invitation in _ADD."""
    return {**vars(invitation), **vars(invitation.place), "is_rated": int(invitation.is_rated)}


def _invitation_from(row: Row) -> Invitation:
    id_, game, guild_id, channel_id, parent_id, *others, is_rated, closed_at, message_id = row
    terms = *others, bool(is_rated), closed_at, message_id
    return Invitation(id_, game, Place(guild_id, channel_id, parent_id), *terms)
