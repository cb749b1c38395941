"""The tournaments, each with who takes part and who meets whom."""

from collections.abc import Sequence
from dataclasses import replace

from bot.models import PROGRESS, Entrant, Match, Pairing, Participant, Place, Tournament
from bot.storage import rows
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.rows import inserting

_FIND = (
    "SELECT id, game, guild_id, channel_id, owner_id, pace, created_at, status, message_id, changes, drawn,"
    " (SELECT starts_at FROM plans WHERE tournament_id = tournaments.id AND is_begun = 0)"
    " FROM tournaments WHERE id = ?"
)
_NEWEST = "SELECT id FROM tournaments WHERE channel_id = ? ORDER BY id DESC LIMIT 1"
_NEWEST_OF_GUILD = "SELECT id FROM tournaments WHERE guild_id = ? ORDER BY id DESC LIMIT 1"
_ENTRANTS = (
    "SELECT user_id, level, is_withdrawn FROM tournament_entrants WHERE tournament_id = ? ORDER BY number"
)
_PAIRINGS = (
    "SELECT round, first, second, match_id, result,"
    " CASE WHEN parent_id = channel_id THEN NULL ELSE message_id END, manner, channel_id"
    " FROM tournament_pairings LEFT JOIN matches ON matches.id = match_id"
    " WHERE tournament_id = ? ORDER BY round, place"
)
"""The message of a match that is yet to get a thread does not show its board."""
DUE = (
    "SELECT id FROM tournaments"
    f" WHERE (status IN ('open', 'running') OR drawn < changes * {PROGRESS}) AND message_id IS NOT NULL"
    f" AND drawn <> changes * {PROGRESS} + (SELECT count(*) FROM tournament_pairings JOIN matches ON"
    " matches.id = match_id WHERE tournament_id = tournaments.id AND result IS NOT NULL)"
    " ORDER BY id LIMIT 100"
)
_ENTERED = (
    "SELECT id FROM tournaments JOIN tournament_entrants ON tournament_id = id"
    " WHERE user_id = ? AND is_withdrawn = 0 AND status IN ('open', 'running') ORDER BY id"
)
_CHANGE = "UPDATE tournaments SET status = ?, changes = ? WHERE id = ? AND changes = ? RETURNING id"
_REMOVE_ENTRANTS = "DELETE FROM tournament_entrants WHERE tournament_id = ?"
_ADD_ENTRANT = inserting("tournament_entrants", "tournament_id, number, user_id, level, is_withdrawn")
_SHOW = "UPDATE tournaments SET message_id = ?, drawn = ? WHERE id = ?"
_EXPIRE = (
    "UPDATE tournaments SET status = 'cancelled', changes = changes + 1"
    " WHERE status = 'open' AND created_at < ? RETURNING id"
)
_ADD = (
    "INSERT INTO tournaments (game, guild_id, channel_id, message_id, owner_id, pace, status, created_at,"
    " changes, drawn) VALUES (:game_slug, :guild_id, :channel_id, :message_id, :owner_id, :pace, :status,"
    " :created_at, :changes, :drawn) ON CONFLICT DO NOTHING RETURNING id"
)

_HALVES = {"first": (2, 0), "second": (0, 2), "draw": (1, 1), "abandoned": (0, 0)}
_ADD_PAIRING = "INSERT INTO tournament_pairings VALUES (?, ?, ?, ?, ?, ?)"
_STANDS = "EXISTS (SELECT 1 FROM tournaments WHERE id = :tournament_id AND changes = :changes_before)"


class Tournaments(Subject):
    """The tournaments, each with who takes part and who meets whom."""

    async def find(self, tournament_id: int) -> Tournament | None:
        """Return the tournament, None if there is none with this id."""
        asked = (Statement(sql, (tournament_id,)) for sql in (_FIND, _ENTRANTS, _PAIRINGS))
        found, entrants, pairings = await self._database.read(*asked)
        return _tournament_from(found[0], entrants, pairings) if found else None

    async def find_newest(self, channel_id: int) -> Tournament | None:
        """Return the channel's newest tournament, None if there is none."""
        return await self._find_by(_NEWEST, channel_id)

    async def find_newest_on(self, guild_id: int) -> Tournament | None:
        """Return the newest tournament of a server, None if there is none."""
        return await self._find_by(_NEWEST_OF_GUILD, guild_id)

    async def _find_by(self, sql: str, number: int) -> Tournament | None:
        found = await self._database.list_ids(sql, number)
        return await self.find(found[0]) if found else None

    async def list_due(self) -> list[int]:
        """Return the tournaments whose message does not show how they stand; at most 100."""
        return await self._database.list_ids(DUE)

    async def list_entered(self, user_id: int) -> list[int]:
        """Return the tournaments that are not over in which the person takes part."""
        return await self._database.list_ids(_ENTERED, user_id)

    async def add(self, tournament: Tournament) -> Tournament | None:
        """Store a new tournament and give it an id; None if there is one in the channel that is not over."""
        adding = Statement(_ADD, {**vars(tournament), **vars(tournament.place)})
        return await self._database.add(tournament, adding, _adding_entrants)

    async def save(self, before: Tournament, after: Tournament, new: Sequence[Match | None] = ()) -> bool:
        """Store entrants, status, new pairings and their matches (None: without), if nothing has changed."""
        begun = [match for match in new if match is not None]
        stood = {"tournament_id": before.id, "changes_before": before.changes}
        asked = [rows.adding_match(match, _STANDS, **stood) for match in begun]
        changing = Statement(_CHANGE, (after.status, after.changes, before.id, before.changes))

        def decide(found: list[list[Row]]) -> tuple[bool, list[Statement]]:
            if not found[-1]:
                return False, []
            ids = iter(found[:-1])
            matches = [match and replace(match, id=next(ids)[0][0]) for match in new]
            return True, [*_adding_entrants(after), *_adding_pairings(before, after, matches)]

        locks = [Lock(Locked.TOURNAMENT, before.id)]
        return await self._database.decide(locks, [*asked, changing], decide)

    async def set_message(self, tournament_id: int, message_id: int, progress: int) -> None:
        """Store that this message shows the tournament, as far as it had come."""
        showing = Statement(_SHOW, (message_id, progress, tournament_id))
        await self._database.write(showing, locks=[Lock(Locked.TOURNAMENT, tournament_id)])

    async def expire(self, since: float) -> int:
        """Cancel those that were opened before then and have not begun; return how many."""
        return len(await self._database.write(Statement(_EXPIRE, (since,))))


def _tournament_from(row: Row, entrants: Sequence[Row], pairings: Sequence[Row]) -> Tournament:
    id_, game, guild_id, channel_id, owner_id, pace, created_at, *others = row
    there = tuple(Entrant(Participant(user_id, level), bool(left)) for user_id, level, left in entrants)
    known = there, tuple(map(_pairing_from, pairings))
    return Tournament(id_, game, Place(guild_id, channel_id), owner_id, pace, created_at, *known, *others)


def _pairing_from(row: Row) -> Pairing:
    number, first, second, match_id, result, message_id, manner, channel_id = row
    halves = _HALVES[result] if result else None
    return Pairing(number, first, second, match_id, halves, message_id, manner, channel_id)


def _adding_entrants(tournament: Tournament) -> list[Statement]:
    """Return what stores who takes part, in the place of what was known of that."""
    adding = (
        (tournament.id, number, each.player.user_id, each.player.level, int(each.is_withdrawn))
        for number, each in enumerate(tournament.entrants)
    )
    removing = Statement(_REMOVE_ENTRANTS, (tournament.id,))
    return [removing, *(Statement(_ADD_ENTRANT, values) for values in adding)]


def _adding_pairings(
    before: Tournament, after: Tournament, matches: Sequence[Match | None]
) -> list[Statement]:
    """Return what stores the pairings that `after` has more, with their matches."""
    new, written = after.pairings[len(before.pairings) :], list[Statement]()
    for place, (each, match) in enumerate(zip(new, matches, strict=True)):
        written += rows.adding_moves(match) if match else []
        values = before.id, each.round, place, each.first, each.second, match.id if match else None
        written.append(Statement(_ADD_PAIRING, values))
    return written
