"""The matches, each with its moves: how they are stored, changed, shown and ended."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from bot import caches
from bot.caches import Cache
from bot.models import CHANNEL, DormantMatch, Finding, Finish, Match, MatchScope, Past, Place
from bot.storage import deadlines, findings, rows, searches, standings, verdicts, votes
from bot.storage.database import MOST_AT_ONCE, Database, Lock, Locked, Row, Statement
from bot.storage.rows import DOWNTIME, result_of

_COUNT_RUNNING = "SELECT count(*) FROM matches WHERE result IS NULL"
_GAMES_OF = (
    "SELECT game FROM (SELECT * FROM (SELECT game, id FROM matches WHERE first_id = :user_id"
    " ORDER BY id DESC LIMIT :size) AS of_first UNION ALL SELECT * FROM (SELECT game, id FROM matches"
    " WHERE second_id = :user_id ORDER BY id DESC LIMIT :size) AS of_second) AS own"
    " GROUP BY game ORDER BY max(id) DESC"
)
_GAMES_LOOKED_AT = 500  # of the newest matches of each seat
_ABANDONED = (
    "UPDATE matches SET result = 'abandoned', manner = 'abandonment', touched_at = ?, due_at = NULL,"
    " offer = NULL, offered_by = NULL, unrated = 'unfinished'"
)
_ABANDON = f"{_ABANDONED}, is_drawn = CASE WHEN parent_id <> channel_id THEN 0 ELSE is_drawn END"
"""Its place has not been looked at for long; only the channel of a thread is told."""
_LOSE = (
    f"{_ABANDONED}, is_drawn = 0, message_id = NULL"
    " WHERE id = ? AND result IS NULL AND touched_at = ? RETURNING id"
)
"""Where it was played is gone, so no message shows it, and those who played are still to be told."""
_RECORD_PLACE = "UPDATE matches SET gone_at = ? WHERE id = ? AND result IS NULL AND touched_at = ?"
_DORMANT = (
    "SELECT id, touched_at, gone_at, guild_id, channel_id, parent_id FROM matches"
    " WHERE result IS NULL AND touched_at > ? AND touched_at < ? AND pace IS NULL"
    " AND guild_id IS NOT NULL AND message_id IS NOT NULL ORDER BY touched_at LIMIT ?"
)
_UNDO_MOVES = "DELETE FROM moves WHERE match_id = ? AND ply >= ?"
_UNDO_FINDINGS = "DELETE FROM findings WHERE match_id = ? AND ply > ?"
_MOVE_TO = (
    "UPDATE matches SET guild_id = ?, channel_id = ?, parent_id = ?, changes = changes + 1, is_drawn = 0,"
    " message_id = CASE WHEN channel_id = ? THEN message_id END"
    " WHERE id = ? AND changes = ? AND channel_id = ?"
    " AND (parent_id = channel_id OR (result IS NULL AND pace IS NOT NULL AND due_at IS NULL)) RETURNING id"
)
"""Of a match that is yet to get a thread, or whose clock stands still; no message shows it elsewhere."""
_ADD_HELP = "UPDATE matches SET is_helped = 1 WHERE id = ? AND is_helped = 0 AND result IS NULL RETURNING id"
_CHANGES = (
    "touched_at = :touched_at, to_move = :to_move, is_helped = :is_helped, offer = :offer,"
    " offered_by = :offered_by, changes = :changes, asked = :asked, is_drawn = 0,"
    f" is_reminded = CASE WHEN due_at + {DOWNTIME} {{same}} :due_at THEN is_reminded ELSE 0 END,"
    f" due_at = :due_at - {DOWNTIME}, message_id ="
    " CASE WHEN :message_id > coalesce(message_id, 0) THEN :message_id ELSE message_id END"
)
_IS_AS_BEFORE = (
    "id = :id AND result {same} :result_before AND is_helped = :helped_before"
    f" AND changes = :changes_before AND due_at + {DOWNTIME} {{same}} :due_before"
    " AND (SELECT count(*) FROM moves WHERE match_id = :id) = :ply_before"
    f" AND {votes.BALLOTS} = :ballots_before"
)
_SAVE = f"UPDATE matches SET {_CHANGES} WHERE {_IS_AS_BEFORE} RETURNING id"
"""It leaves the result alone: to set that writes every index of running matches anew."""
_END = f"UPDATE matches SET {_CHANGES}, result = :result, manner = :manner WHERE {_IS_AS_BEFORE} RETURNING id"
_SHOWN_BY = "SELECT message_id FROM matches WHERE id = ?"
_SHOW = f"UPDATE matches SET {deadlines.BEGUN_WHEN_SEEN}, message_id = ?, is_drawn = 0 WHERE id = ?"
_CONFIRM = (
    "UPDATE matches SET is_drawn = 1 WHERE id = :id AND message_id {same} :message_id"
    " AND result {same} :result AND changes = :changes"
    f" AND (SELECT count(*) FROM moves WHERE match_id = :id) = :ply AND {votes.BALLOTS} = :ballots"
    " RETURNING id"
)


class Matches:
    """The matches, each with its moves. None, where a match is returned: there is none such."""

    def __init__(self, database: Database, most_kept: int = caches.MATCHES) -> None:
        self._database = database
        self._recent = Cache[int, Match](most_kept, _estimate_bytes)

    def recall(self, match_id: int) -> Match | None:
        """Return a match as it was last saved from here, if that is kept; others may have changed it."""
        return self._recent.get(match_id)

    def as_shown(self, match: Match) -> Match:
        """Return the newer of a match and what is known of it, in the newest message of its present place."""
        recent = self._recent.get(match.id, match)
        if recent.place != match.place:
            return max(recent, match, key=lambda each: each.version)
        return match.shown_in(max(recent.message_id or 0, match.message_id or 0) or None)

    def clear_recent(self) -> None:
        """Keep nothing of what was saved from here."""
        self._recent.clear()

    async def find(self, match_id: int) -> Match | None:
        """Return the match with this id."""
        return await self._find_first(searches.WITH_ID, id=match_id)

    async def find_running(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest running match in the channel."""
        return await self._find_first(searches.NEWEST_RUNNING, channel_id=channel_id, user_id=user_id)

    async def find_newest(self, channel_id: int) -> Match | None:
        """Return the channel's newest match, running or over."""
        return await self._find_first(searches.NEWEST_OF_CHANNEL, channel_id=channel_id)

    async def find_newest_of(self, user_id: int) -> Match | None:
        """Return the person's newest match, running or over, in whatever channel."""
        return await self._find_first(searches.NEWEST_OF_PERSON, user_id=user_id)

    async def find_newest_finished(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest finished match in the channel."""
        return await self._find_first(searches.NEWEST_FINISHED, channel_id=channel_id, user_id=user_id)

    async def find_last_finished(self, channel_id: int) -> Match | None:
        """Return the match of the channel that ended last."""
        return await self._find_first(searches.LAST_FINISHED, channel_id=channel_id)

    async def find_rematch(self, match_id: int) -> Match | None:
        """Return the match that began as the rematch of this one."""
        return await self._find_first(searches.REMATCH_OF, match_id=match_id)

    async def find_accepted(self, invitation_id: int) -> Match | None:
        """Return the match that an accepted invitation became."""
        return await self._find_first(searches.ACCEPTED, invitation_id=invitation_id)

    async def list_running(self, user_id: int, game: str) -> list[Match]:
        """Return the person's running matches of a game, in whatever channel."""
        return await self._list_by(searches.RUNNING, user_id=user_id, game=game)

    async def list_current(self, scope: MatchScope, scope_id: int, count: int) -> tuple[list[Match], int]:
        """Return the newest running matches of a channel, a server or a person, and how many there are."""
        newest, counting = searches.newest_and_count(scope)
        found, [[total]] = await self._database.read(
            searches.finding(newest, {"scope_id": scope_id, "size": count}),
            Statement(counting, {"scope_id": scope_id}),
        )
        return (await self._add_votes(searches.matches_from(found)))[::-1], int(total)

    async def list_newest(self, channel_id: int, user_id: int, count: int) -> list[Match]:
        """Return the channel's newest matches, running or over, those of the person first."""
        matches = await self._list_by(searches.NEWEST, channel_id=channel_id, user_id=user_id, size=count)
        matches.sort(key=lambda match: (match.seat_of(user_id) is None, -match.id))
        return matches[:count]

    async def list_games(self, user_id: int) -> list[str]:
        """Return the games of the person's newest matches, running or over, the last one begun first."""
        values = {"user_id": user_id, "size": _GAMES_LOOKED_AT}
        [found] = await self._database.read(Statement(_GAMES_OF, values))
        return [game for (game,) in found]

    async def list_finished(self, user_id: int, game: str | None, count: int) -> list[Match]:
        """Return the person's newest finished matches anywhere, newest first: of one game, or of any."""
        matches = await self._list_by(searches.FINISHED, user_id=user_id, game=game, size=count)
        return matches[::-1][:count]

    async def list_past(self, past: Past, beside: Match | None, count: int, *, is_newer: bool) -> list[Match]:
        """Return the finished matches next to one, newer or older, that the asker may see, the newest first.

        Without one they begin with the oldest or the newest.
        """
        values = searches.past_values(past, beside, count, is_newer=is_newer)
        matches = await self._list_by(searches.in_past(is_newer=is_newer), **values)
        return searches.in_order(matches, count, is_newer=is_newer)

    async def count_running(self) -> int:
        """Return how many matches have not ended."""
        return (await self._database.list_ids(_COUNT_RUNNING))[0]

    async def list_awaited(self) -> list[Match]:
        """Return the running matches in which Maxine is to move, oldest first; at most 100."""
        return await self._list_by(searches.AWAITED)

    async def list_voting(self, after_id: int = 0) -> list[Match]:
        """Return the next matches of whole channels in which a vote is open, oldest first; at most 100."""
        return await self._list_by(searches.VOTING, after_id=after_id)

    async def list_undrawn(self) -> list[Match]:
        """Return the matches that are not confirmed to be drawn as they are, oldest first; at most 100."""
        return await self._list_by(searches.UNDRAWN)

    async def add(self, match: Match) -> Match | None:
        """Store a new match with its moves and give it an id; it is not drawn.

        None, with nothing written, if it is a second rematch of a match, or a second continuation of the same
        position by the same players.
        """

        def follow(added: Match) -> list[Statement]:
            return [*rows.adding_origin(added), *rows.adding_moves(added), *votes.adding_votes(added)]

        added = await self._database.add(match, rows.adding_match(match), follow)
        if added is not None:
            self._recent[added.id] = added  # its first press need not load it
        return added

    async def save(self, before: Match, after: Match, finding: Finding | None = None) -> Match | None:
        """Store the match as `after` has it, if it still is as `before`: in its moves, its result and help.

        Returns it as it is stored, with the changes of ratings; None, with nothing written, if others have
        changed it. An end counts up the standings, rates the players or stores why not; moves that are taken
        back take their findings with them. The newest message shows it, and it is not drawn until confirmed.
        """
        is_end = after.ending != before.ending
        finish = Finish.of(after) if is_end else None
        results = standings.adding_totals(after) if is_end else []
        found_out = [findings.adding_finding(finding)] if finding else []
        written = [*_playing(before, after), *results, *found_out]

        def decide(found: list[list[Row]]) -> tuple[Match | None, list[Statement]]:
            saved, *known = found
            if not saved:
                return None, []
            if finish is None:
                return after, written
            verdict, storing = verdicts.deciding(finish, known)
            return after.with_verdict(verdict), [*written, *storing]

        self._recent.setdefault(before.id, before)  # so that `set_message` can note another message meanwhile
        saving = Statement(_END if is_end else _SAVE, _save_values(before, after))
        locks = [*([Lock(Locked.STANDINGS)] if results else []), *_locks(before.id)]
        asked = [saving, *(verdicts.asking(finish) if finish else [])]
        stored = await self._database.decide(locks, asked, decide)
        if stored is None:
            return None
        if stored.is_over:
            [stored] = await self._add_votes([stored])  # at the end all votes are told
        self._recent[before.id] = shown = self.as_shown(stored)
        return shown

    async def add_help(self, match_id: int) -> bool:
        """Store that a match is played with help; False if it is already, or is over."""
        return bool(await self._database.write(Statement(_ADD_HELP, (match_id,)), locks=_locks(match_id)))

    async def set_message(self, match_id: int, message_id: int) -> tuple[int, int | None]:
        """Store that this message shows the match, not yet confirmed, unless a newer one shows it already.

        Returns the message that shows it now, and the one that no longer does (None: there is none).
        """

        def decide(found: list[list[Row]]) -> tuple[tuple[int, int | None], list[Statement]]:
            [[(before,)]] = found
            newest = max(before or 0, message_id)
            older = None if before in {None, message_id} else min(before, message_id)
            showing = [] if newest == before else [Statement(_SHOW, (newest, match_id))]
            return (newest, older), showing

        self._record_message(match_id, message_id)  # it is there, whatever the database says
        asked = [Statement(_SHOWN_BY, (match_id,))]
        newest, older = await self._database.decide(_locks(match_id), asked, decide)
        self._record_message(match_id, newest)
        return newest, older

    def _record_message(self, match_id: int, message_id: int) -> None:
        """Note that a message shows a match, so that a press on the one before is refused."""
        recent = self._recent.get(match_id)
        if recent is not None:
            self._recent[match_id] = recent.shown_in(max(recent.message_id or 0, message_id))

    def record_votes(self, match: Match) -> None:
        """Note that more has been voted in a match, unless it is known to have gone on since."""
        recent = self._recent.get(match.id)
        if recent is None or (recent.version <= match.version and not recent.is_over):
            self._recent[match.id] = match.shown_in(recent.message_id if recent else match.message_id)

    async def confirm_drawn(self, drawn: Sequence[Match]) -> list[int]:
        """Store, by one write, that the message of each match shows it as it is here, or none can be posted.

        Returns the ids of those that have changed since, for which nothing is written.
        """

        def decide(found: list[list[Row]]) -> tuple[list[int], list[Statement]]:
            return [match.id for match, stored in zip(drawn, found, strict=True) if not stored], []

        locks = _locks(*(match.id for match in drawn))
        return await self._database.decide(locks, [*map(_confirming, drawn)], decide)

    async def move_to(self, before: Match, place: Place) -> bool:
        """Store the place of a match that gets a thread, or whose clock stands still; False if it changed.

        No message shows it in another channel. Other copies of the match are refused, and it is not drawn.
        """
        there, stood = (place.guild_id, place.channel_id, place.parent_id), (before.id, before.changes)
        moving = Statement(_MOVE_TO, (*there, place.channel_id, *stood, before.place.channel_id))
        moved = await self._database.write(moving, locks=_locks(before.id))
        self._recent.pop(before.id, None)
        return bool(moved)

    async def abandon(self, since: float, now: float, *, is_stopped: bool = False) -> int:
        """End the running matches not touched since then, without a result; return how many.

        `is_stopped`: only those whose clock stands still. Those in threads are not drawn after this.
        """
        those = deadlines.STOPPED if is_stopped else deadlines.UNTOUCHED
        ids = f"SELECT id FROM matches WHERE {those} LIMIT {MOST_AT_ONCE} {{claimed}}"
        abandoning = Statement(f"{_ABANDON} WHERE id IN ({ids}) RETURNING id", (now, since))
        return await self._database.write_often(abandoning, most=MOST_AT_ONCE)

    async def list_dormant(self, after: float, before: float, most: int) -> list[DormantMatch]:
        """Return running matches without time limits that were touched last between two times, in order."""
        return [DormantMatch(*row) for row in await self._database.find(_DORMANT, after, before, most)]

    async def record_place(self, dormant: DormantMatch, gone_at: float) -> None:
        """Store since when the place of a match is gone (0: it is there), unless it was touched meanwhile."""
        noting = Statement(_RECORD_PLACE, (gone_at, dormant.match_id, dormant.touched_at))
        await self._database.write(noting, locks=_locks(dormant.match_id))

    async def lose(self, dormant: DormantMatch, now: float) -> bool:
        """End a match whose place is gone, without a result or message; False if it was touched meanwhile."""
        losing = Statement(_LOSE, (now, dormant.match_id, dormant.touched_at))
        lost = await self._database.write(losing, locks=_locks(dormant.match_id))
        self._recent.pop(dormant.match_id, None)
        return bool(lost)

    async def _find_first(self, condition: str, **values: int) -> Match | None:
        matches = await self._list_by(condition, **values)
        return matches[0] if matches else None

    async def _list_by(self, condition: str, **values: object) -> list[Match]:
        [found] = await self._database.read(searches.finding(condition, values))
        return await self._add_votes(searches.matches_from(found))

    async def _add_votes(self, found: list[Match]) -> list[Match]:
        """Return matches with what is known of those that whole channels play."""
        ids = [match.id for match in found if CHANNEL in {player.user_id for player in match.players}]
        if not ids:
            return found
        found_votes = iter(await self._database.read(*chain.from_iterable(map(votes.finding, ids))))
        by_match = zip(ids, found_votes, found_votes, found_votes, strict=True)
        known = {id_: votes.from_rows(*others) for id_, *others in by_match}
        return [match.with_together(known[match.id]) if match.id in known else match for match in found]


def _estimate_bytes(match: Match) -> int:
    """Return about how many bytes a match takes; to count them at each save took a tenth of a press."""
    return 2_500 + 250 * match.ply


def _locks(*match_ids: int) -> list[Lock]:
    return [Lock(Locked.MATCH, match_id) for match_id in match_ids]


def _save_values(before: Match, after: Match) -> dict[str, Any]:
    """Return the values of _SAVE and _END."""
    return {
        **rows.change_values(after),
        "message_id": after.message_id or 0,
        "id": before.id,
        "result_before": result_of(before),
        "helped_before": int(before.is_helped),
        "ply_before": before.ply,
        "changes_before": before.changes,
        "due_before": before.due_at,
        "ballots_before": _ballots(before),
    }


def _playing(before: Match, after: Match) -> list[Statement]:
    """Return what adds the moves that a match has more, or takes back what it has less."""
    undoing = (_UNDO_MOVES, _UNDO_FINDINGS) if after.ply < before.ply else ()
    undone = [Statement(sql, (before.id, after.ply)) for sql in undoing]
    return [*undone, *rows.adding_moves(after, before.ply)]


def _confirming(match: Match) -> Statement:
    derived = {"result": result_of(match), "ply": match.ply, "ballots": _ballots(match)}
    return Statement(_CONFIRM, {**vars(match), **derived})


def _ballots(match: Match) -> int:
    return match.together.ballots if match.together else 0
