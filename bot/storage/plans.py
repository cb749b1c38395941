"""What begins by itself at a time: tournaments, and matches of whole channels."""

from bot.models import Challenge, Match, Place, Plan, Together
from bot.storage import rows, votes
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.rows import inserting

_COLUMNS = (
    "guild_id, channel_id, parent_id, owner_id, game, first, pace, starts_at, level, shows_votes,"
    " is_explained, tournament_id, event_id"
)
_ADD = f"{inserting('plans', _COLUMNS)} ON CONFLICT DO NOTHING RETURNING id"
_OVER = (
    "EXISTS (SELECT 1 FROM matches WHERE matches.id = plans.match_id AND result IS NOT NULL)"
    " OR EXISTS (SELECT 1 FROM tournaments WHERE tournaments.id = plans.tournament_id"
    " AND status IN ('over', 'cancelled'))"
    " OR (is_begun = 1 AND tournament_id IS NULL AND match_id IS NULL)"
)
_FIND = (
    f"SELECT {_COLUMNS}, id, match_id, message_id, is_begun, CASE WHEN {_OVER} THEN 1 ELSE 0 END, is_drawn"
    " FROM plans WHERE id = ?"
)
DUE = (
    "SELECT id FROM plans WHERE is_open = 1"
    f" AND (event_id IS NULL OR is_drawn = 0 OR (is_begun = 0 AND starts_at <= ?) OR {_OVER})"
    " ORDER BY id LIMIT 100"
)
_WAITS = "EXISTS (SELECT 1 FROM plans WHERE id = :plan_id AND is_begun = 0)"
_WAITING = (
    "SELECT id FROM plans WHERE channel_id = ? AND tournament_id IS NULL AND is_begun = 0 AND is_open = 1"
)
_BEGIN = (
    "UPDATE plans SET is_begun = 1, is_drawn = 0, match_id = ? WHERE id = ? AND is_begun = 0 RETURNING id"
)
_SHOW = "UPDATE plans SET message_id = ? WHERE id = ?"
_RECORD_DRAWN = "UPDATE plans SET is_drawn = 1 WHERE id = ?"
_RECORD_EVENT = "UPDATE plans SET event_id = ? WHERE id = ?"
_CLOSE = "UPDATE plans SET is_open = 0, is_begun = 1 WHERE id = ?"


class Plans(Subject):
    """What begins by itself at a time."""

    async def add(self, plan: Plan) -> Plan | None:
        """Store a new plan and give it an id; None if another match of the channel is planned already."""
        return await self._database.add(plan, Statement(_ADD, _values_of(plan)))

    async def find(self, plan_id: int) -> Plan | None:
        """Return the plan as it stands, None if there is none with this id."""
        found = await self._database.find_one(_FIND, plan_id)
        return _plan_from(found) if found else None

    async def find_waiting(self, channel_id: int) -> Plan | None:
        """Return the match that is planned in a channel, None if there is none."""
        found = await self._database.list_ids(_WAITING, channel_id)
        return await self.find(found[0]) if found else None

    async def list_due(self, now: float) -> list[int]:
        """Return the plans of which something is to be done; at most 100."""
        return await self._database.list_ids(DUE, now)

    async def begin(self, plan: Plan, match: Match) -> Match | None:
        """Store that the planned match has begun, with the match; None, with nothing written, if it has."""

        def note(added: Match) -> list[Statement]:
            noted = Statement(_BEGIN, (added.id, plan.id))
            return [noted, *rows.adding_moves(added), *votes.adding_votes(added)]

        adding = rows.adding_match(match, _WAITS, plan_id=plan.id)
        return await self._database.add(match, adding, note, [Lock(Locked.PLAN, plan.id)])

    async def record_begun(self, plan_id: int) -> bool:
        """Store that the time of a tournament has come, or that a match is called off; False if so it was."""
        locks = [Lock(Locked.PLAN, plan_id)]
        return bool(await self._database.write(Statement(_BEGIN, (None, plan_id)), locks=locks))

    async def set_message(self, plan_id: int, message_id: int) -> None:
        """Store which message announces a match."""
        await self._database.write(Statement(_SHOW, (message_id, plan_id)))

    async def record_drawn(self, plan_id: int) -> None:
        """Store that the announcement and the event show what has become of a plan."""
        await self._database.write(Statement(_RECORD_DRAWN, (plan_id,)))

    async def record_event(self, plan_id: int, event_id: int) -> None:
        """Store the event of a plan; 0: there will be none."""
        await self._database.write(Statement(_RECORD_EVENT, (event_id, plan_id)))

    async def close(self, plan_id: int) -> None:
        """Store that nothing is left to do."""
        await self._database.write(Statement(_CLOSE, (plan_id,)))


def _values_of(plan: Plan) -> tuple[object, ...]:
    """Return the values of _COLUMNS."""
    asked, place, together = plan.challenge, plan.challenge.place, plan.together
    challenge = asked.user_id, asked.game_slug, asked.first, asked.pace
    shown = (int(together.shows_votes), int(together.is_explained)) if together else (None, None)
    begins = plan.starts_at, plan.level, *shown, plan.tournament_id, plan.event_id
    return place.guild_id, place.channel_id, place.parent_id, *challenge, *begins


def _plan_from(row: Row) -> Plan:
    """Make a plan of a row of _FIND."""
    guild_id, channel_id, parent_id, *challenge, starts_at, level, shows_votes, is_explained = row[:11]
    tournament_id, event_id, id_, match_id, message_id, *flags = row[11:]
    owner_id = challenge[0]
    together = None if level is None else Together(owner_id, bool(shows_votes), bool(is_explained))
    asked = Challenge(Place(guild_id, channel_id, parent_id), *challenge)
    known = tournament_id, match_id, message_id, event_id
    return Plan(id_, asked, starts_at, level, together, *known, *map(bool, flags))
