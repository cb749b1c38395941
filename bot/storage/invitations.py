"""The invitations to matches."""

from dataclasses import astuple

from bot.models import Footing, Invitation, Match, Since
from bot.storage import rows
from bot.storage.columns import Columns
from bot.storage.database import MOST_AT_ONCE, Lock, Locked, Statement, Subject

_INVITATION = Columns(
    Invitation,
    "game: game_slug, guild_id: place.guild_id, channel_id: place.channel_id, inviter_id, invitee_id, begins,"
    " created_at, fate: status, rematch_of, pace, is_rated, closed_at, parent_id: place.parent_id",
    "id",
)
_COLUMNS = f"{_INVITATION.names}, id"
_FIND = f"SELECT {_COLUMNS} FROM invitations WHERE id = ?"
_OPEN_TO_REMATCH = f"SELECT {_COLUMNS} FROM invitations WHERE rematch_of = ? AND fate IS NULL"
_STANDS = "id = ? AND fate {same} ?"
_SET_STATUS = (
    "UPDATE invitations SET fate = ?, match_id = ?, invitee_id = ?, begins = ?, closed_at = ?"
    f" WHERE {_STANDS} RETURNING id"
)
_SHOW = "UPDATE invitations SET message_id = ? WHERE id = ? AND fate IS NULL"
_EXPIRED = (
    f"SELECT {_COLUMNS}, message_id FROM invitations"
    " WHERE fate = 'expired' AND message_id IS NOT NULL ORDER BY id LIMIT 100"
)
_CONFIRM_EXPIRED = "UPDATE invitations SET message_id = NULL WHERE id = ? AND fate = 'expired'"
_EXPIRE = (
    "UPDATE invitations SET fate = 'expired' WHERE id IN (SELECT id FROM invitations"
    f" WHERE fate IS NULL AND created_at < ? LIMIT {MOST_AT_ONCE} {{claimed}}) RETURNING id"
)
_BETWEEN = "FROM invitations WHERE inviter_id = :inviter AND invitee_id = :invitee AND fate ="
_DECLINED = f"{_BETWEEN} 'declined' AND id > coalesce((SELECT max(id) {_BETWEEN} 'accepted'), 0)"
_WAITING = "FROM invitations WHERE invitee_id = :invitee AND created_at >= :waiting AND fate IS NULL"
_SENT = "FROM invitations WHERE inviter_id = :inviter AND created_at >= :sent AND fate {differs} 'accepted'"
_BLOCK = "SELECT 1 FROM blocks WHERE blocker_id ="
_FACTS = (
    f"(SELECT count(*) {_SENT})",
    f"(SELECT count(*) {_WAITING})",
    f"(SELECT count(*) {_DECLINED})",
    f"(SELECT max(closed_at) {_DECLINED})",
    f"EXISTS ({_BLOCK} :invitee AND blocked_id IN (:inviter, 0))",
    f"EXISTS ({_BLOCK} :inviter AND blocked_id = :invitee)",
)
_ARE_APART = f"EXISTS ({_BLOCK} ? AND blocked_id = ?) OR EXISTS ({_BLOCK} ? AND blocked_id = ?)"
_FIND_FOOTING = f"SELECT {', '.join(_FACTS)}"
_FOOTING = Columns(Footing, "unaccepted, waiting, declined, declined_at, is_blocked, is_blocking")
_SEEN = "unaccepted", "waited", "declined", "declined_at", "is_blocked", "is_blocking"
_STAND_AS_SEEN = " AND ".join(f"{fact} {{same}} :{name}" for fact, name in zip(_FACTS, _SEEN, strict=True))
_PLACES = ", ".join(f":{name}" for name in _INVITATION.names.split(", "))
_ADD = (
    f"INSERT INTO invitations ({_INVITATION.names}) SELECT {_PLACES} WHERE {_STAND_AS_SEEN}"
    " ON CONFLICT DO NOTHING RETURNING id"
)
"""If its people still stand to each other as they did."""
_CAN_BE_ACCEPTED = f"EXISTS (SELECT 1 FROM invitations WHERE {_STANDS}) AND NOT ({_ARE_APART})"


class Invitations(Subject):
    """The invitations; those that are closed are kept."""

    async def find(self, invitation_id: int) -> Invitation | None:
        """Return the invitation, None if there is none with this id."""
        return await self._find_by(_FIND, invitation_id)

    async def find_rematch(self, match_id: int) -> Invitation | None:
        """Return the open invitation to the rematch of this match, None if there is none."""
        return await self._find_by(_OPEN_TO_REMATCH, match_id)

    async def _find_by(self, sql: str, number: int) -> Invitation | None:
        found = await self._database.find_one(sql, number)
        return _INVITATION.read(found) if found else None

    async def find_footing(self, invitation: Invitation, since: Since) -> Footing:
        """Return how the two people of an invitation that is to be sent stand to each other."""
        [[row]] = await self._database.read(Statement(_FIND_FOOTING, _asked_of(invitation, since)))
        return _FOOTING.read(row)

    async def add(self, invitation: Invitation, footing: Footing, since: Since) -> Invitation | None:
        """Store a new invitation and give it an id, if its two people still stand to each other like that.

        None, with nothing written, if they do not, or if one to the same rematch is open or was accepted.
        """
        seen = dict(zip(_SEEN, astuple(footing), strict=True))
        values = _INVITATION.name_values(invitation)
        people = sorted({invitation.inviter_id, invitation.invitee_id or invitation.inviter_id})
        locks = [Lock(Locked.INVITER, user_id) for user_id in people]
        adding = Statement(_ADD, {**values, **_asked_of(invitation, since), **seen})
        return await self._database.add(invitation, adding, locks=locks)

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store the status that `after` has, since when, and whose it is, if it is still as `before`."""
        return bool(await self._database.write(_setting(before, after), locks=_locks(before)))

    async def accept(self, before: Invitation, after: Invitation, match: Match) -> Match | None:
        """Store the invitation accepted, as `after`, and add the match it becomes, by one write.

        None, with nothing written, if its status is no longer that of `before`, if one of the two blocks the
        other by name, or if the match cannot be added.
        """
        one, other = after.inviter_id, after.invitee_id
        condition = before.id, before.status, one, other, other, one

        def set_accepted(added: Match) -> list[Statement]:
            return [*rows.adding_moves(added), _setting(before, after, added.id)]

        adding = rows.adding_match(match, _CAN_BE_ACCEPTED, condition)
        return await self._database.add(match, adding, set_accepted, _locks(before))

    async def set_message(self, invitation_id: int, message_id: int) -> None:
        """Store which message shows the open invitation."""
        await self._database.write(Statement(_SHOW, (message_id, invitation_id)))

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then as expired; return how many."""
        return await self._database.write_often(Statement(_EXPIRE, (since,)), most=MOST_AT_ONCE)

    async def list_expired(self) -> list[tuple[Invitation, int]]:
        """Return expired invitations of which a message is yet to say so, with it; at most 100."""
        return [(_INVITATION.read(row), row[-1]) for row in await self._database.find(_EXPIRED)]

    async def confirm_expired(self, invitation_id: int) -> None:
        """Store that the message of an expired invitation says so, or never will."""
        await self._database.write(Statement(_CONFIRM_EXPIRED, (invitation_id,)))


def _locks(invitation: Invitation) -> list[Lock]:
    return [Lock(Locked.INVITATION, invitation.id)]


def _setting(before: Invitation, after: Invitation, match_id: int | None = None) -> Statement:
    """Return what stores a new status, if it is still the one it was."""
    answered = after.status, match_id, after.invitee_id, after.begins, after.closed_at
    return Statement(_SET_STATUS, (*answered, before.id, before.status))


def _asked_of(invitation: Invitation, since: Since) -> dict[str, object]:
    """Return the values of the places of _FACTS."""
    return {"inviter": invitation.inviter_id, "invitee": invitation.invitee_id, **since._asdict()}
