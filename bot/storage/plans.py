"""What begins by itself at a time: tournaments, and matches of whole channels."""

from dataclasses import replace
from typing import Any

from bot.models import Challenge, Match, Place, Plan, Together
from bot.storage import rows, votes
from bot.storage.database import Database, Lock, Locked, Row, Statement
from bot.storage.rows import inserting

_OF_CHALLENGE = "guild_id, channel_id, parent_id, owner_id, game, first, pace"
_NEW_COLUMNS = f"{_OF_CHALLENGE}, starts_at, level, shows_votes, is_explained, tournament_id, event_id"
_ADD = f"{inserting('plans', _NEW_COLUMNS)} ON CONFLICT DO NOTHING RETURNING id"
_OVER = (
    "EXISTS (SELECT 1 FROM matches WHERE matches.id = plans.match_id AND result IS NOT NULL)"
    " OR EXISTS (SELECT 1 FROM tournaments WHERE tournaments.id = plans.tournament_id"
    " AND status IN ('over', 'cancelled'))"
    " OR (is_begun = 1 AND tournament_id IS NULL AND match_id IS NULL)"
)
_FIND = (
    f"SELECT {_NEW_COLUMNS}, match_id, message_id, is_begun, CASE WHEN {_OVER} THEN 1 ELSE 0 END"
    " FROM plans WHERE id = ?"
)
DUE = (
    "SELECT id FROM plans WHERE is_open = 1"
    f" AND (event_id IS NULL OR (is_begun = 0 AND starts_at <= ?) OR {_OVER}) ORDER BY id LIMIT 100"
)
_WAITS = "EXISTS (SELECT 1 FROM plans WHERE id = ? AND is_begun = 0)"
_BEGIN = "UPDATE plans SET is_begun = 1, match_id = ? WHERE id = ? AND is_begun = 0 RETURNING id"
_SHOW = "UPDATE plans SET message_id = ? WHERE id = ?"
_NOTE_EVENT = "UPDATE plans SET event_id = ? WHERE id = ?"
_CLOSE = "UPDATE plans SET is_open = 0, is_begun = 1 WHERE id = ?"


class Plans:
    """What begins by itself at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, plan: Plan) -> Plan | None:
        """Store a new plan and give it an id; None if another match of the channel is planned already."""
        found = await self._database.write(Statement(_ADD, _values_of(plan)))
        return replace(plan, id=found[0][0]) if found else None

    async def find(self, plan_id: int) -> Plan | None:
        """Return the plan as it stands, None if there is none with this id."""
        found = await self._database.find(_FIND, plan_id)
        return _plan_from(plan_id, found[0]) if found else None

    async def list_due(self, now: float) -> list[int]:
        """Return the plans of which something is to be done; at most 100."""
        return [id_ for (id_,) in await self._database.find(DUE, now)]

    async def begin(self, plan: Plan, match: Match) -> Match | None:
        """Store that the planned match has begun, with the match; None, with nothing written, if it has."""

        def decide(found: list[list[Row]]) -> tuple[Match | None, list[Statement]]:
            added = rows.added(match, found[0])
            if added is None:
                return None, []
            noted = Statement(_BEGIN, (added.id, plan.id))
            return added, [noted, *rows.adding_moves(added), *votes.adding(added)]

        locks = [Lock(Locked.PLAN, plan.id)]
        return await self._database.decide(locks, [rows.adding(match, _WAITS, (plan.id,))], decide)

    async def note_begun(self, plan_id: int) -> bool:
        """Store that the time of a tournament has come, or that a match is called off; False if so it was."""
        locks = [Lock(Locked.PLAN, plan_id)]
        return bool(await self._database.write(Statement(_BEGIN, (None, plan_id)), locks=locks))

    async def show(self, plan_id: int, message_id: int) -> None:
        """Store which message announces a match."""
        await self._database.write(Statement(_SHOW, (message_id, plan_id)))

    async def note_event(self, plan_id: int, event_id: int) -> None:
        """Store the event of a plan; 0: there will be none."""
        await self._database.write(Statement(_NOTE_EVENT, (event_id, plan_id)))

    async def close(self, plan_id: int) -> None:
        """Store that nothing is left to do."""
        await self._database.write(Statement(_CLOSE, (plan_id,)))


def _values_of(plan: Plan) -> tuple[Any, ...]:
    """Return the values of _NEW_COLUMNS."""
    asked, place, known = plan.challenge, plan.challenge.place, plan.together
    flags = (int(known.shows_votes), int(known.is_explained)) if known else (None, None)
    where = place.guild_id, place.channel_id, place.parent_id
    what = asked.user_id, asked.game_slug, asked.first, asked.pace, plan.starts_at, plan.level
    return *where, *what, *flags, plan.tournament_id, plan.event_id


def _plan_from(plan_id: int, row: Row) -> Plan:
    guild_id, channel_id, parent_id, owner_id, game, first, pace, starts_at, level, *others = row
    shows_votes, is_explained, tournament_id, event_id, match_id, message_id, is_begun, is_over = others
    place = Place(guild_id, channel_id, parent_id)
    return Plan(
        plan_id,
        Challenge(place, owner_id, game, first, pace),
        starts_at,
        level,
        None if level is None else Together(owner_id, bool(shows_votes), bool(is_explained)),
        tournament_id,
        match_id,
        message_id,
        event_id,
        bool(is_begun),
        bool(is_over),
    )
