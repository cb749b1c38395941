"""The SQL of matches and their moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.models import Finish, Quiet
from bot.storage import rows, statements, verdicts
from bot.storage.postgres.batches import MOST_AT_ONCE, Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.findings import columns_of
from bot.storage.postgres.locks import Lock, Locked
from bot.storage.rows import CHANGE_COLUMNS, MATCH_COLUMNS, NEW_MATCH_COLUMNS, result_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import Finding, Match, MatchScope, Past, Place
    from bot.storage.postgres.connection import Connection
    from bot.storage.postgres.dialect import Row

_MOST_DUE = 100
_FIND = (
    f"SELECT {MATCH_COLUMNS}, ARRAY(SELECT action FROM moves WHERE match_id = matches.id ORDER BY ply),"
    f" CASE WHEN result IS NOT NULL THEN (SELECT json_agg(json_build_array({CHANGE_COLUMNS}))"
    " FROM rating_changes WHERE match_id = matches.id) END FROM matches WHERE "
)
_AWAITED = (
    "result IS NULL AND level IS NOT NULL AND to_move = CASE WHEN first_id IS NULL THEN 0 ELSE 1 END"
    " ORDER BY id LIMIT ?"
)


def _newest_of(condition: str) -> str:
    """Return the condition of being a person's newest match in a channel: channel and person, twice."""
    first, second = (
        f"SELECT max(id) FROM matches WHERE channel_id = ? AND {seat}_id = ? AND {condition}"
        for seat in ("first", "second")
    )
    return f"id = greatest(({first}), ({second}))"


_RUNNING, _OVER = _newest_of("result IS NULL"), _newest_of("result IS NOT NULL")

_NEW_COLUMNS = NEW_MATCH_COLUMNS.removeprefix("id, ")


def adding(condition: str) -> str:
    """Return what adds a match with its moves by one statement, as `added`, if the condition holds."""
    return (
        f"added AS (INSERT INTO matches ({_NEW_COLUMNS}) SELECT {placed(rows.places_of_new(_NEW_COLUMNS))}"
        f" WHERE {condition} ON CONFLICT DO NOTHING RETURNING id),"
        " played AS (INSERT INTO moves (match_id, ply, action) SELECT added.id, each.ply - 1, each.action"
        " FROM added, unnest(%s::integer[]) WITH ORDINALITY AS each (action, ply))"
    )


def values_of(match: Match, *of_condition: object) -> tuple[Any, ...]:
    """Return the values of what `adding` returns."""
    return (*rows.match_values(match)[1:], *of_condition, list(match.actions))


_ADD = f"WITH {adding('TRUE')} SELECT id FROM added"

_SAVING = f"""
WITH change AS MATERIALIZED (
    SELECT * FROM unnest(%s::bigint[], %s::float8[], %s::smallint[], %s::bigint[], %s::text[], %s::text[],
        %s::float8[], %s::text[], %s::smallint[], %s::integer[], %s::smallint[], %s::text[],
        %s::integer[], %s::text[], %s::smallint[], %s::integer[], %s::integer[], %s::float8[])
        AS change (id, touched_at, to_move, message_id, result, manner, due_at, offer, offered_by, changes,
            is_helped, asked, ply, result_before, helped_before, ply_before, changes_before, due_before)
    WHERE (SELECT count(*) FROM moves WHERE match_id = change.id) = change.ply_before
), saved AS (
    UPDATE matches SET touched_at = change.touched_at, to_move = change.to_move, is_drawn = 0,
        message_id = nullif(greatest(matches.message_id, change.message_id), 0), result = change.result,
        manner = change.manner, due_at = change.due_at - {rows.LOST}, offer = change.offer,
        offered_by = change.offered_by, changes = change.changes, is_helped = change.is_helped,
        asked = change.asked, is_reminded = CASE
            WHEN matches.due_at + {rows.LOST} IS NOT DISTINCT FROM change.due_at
            THEN matches.is_reminded ELSE 0 END
    FROM change WHERE matches.id = change.id AND matches.is_helped = change.helped_before
        AND matches.result IS NOT DISTINCT FROM change.result_before
        AND matches.changes = change.changes_before
        AND matches.due_at + {rows.LOST} IS NOT DISTINCT FROM change.due_before
    RETURNING matches.id
){{undone}}, played AS (
    INSERT INTO moves (match_id, ply, action)
    SELECT each.match_id, each.ply, each.action
    FROM unnest(%s::bigint[], %s::integer[], %s::integer[]) AS each (match_id, ply, action)
        JOIN saved ON saved.id = each.match_id
), counted AS (
    INSERT INTO standings (game, guild_id, versus, user_id, wins, draws, losses)
    SELECT game, CASE WHEN guild_id = 0 AND EXISTS (SELECT 1 FROM hidden WHERE hidden.user_id = each.user_id)
        THEN -1 ELSE guild_id END, versus, user_id, sum(win), sum(draw), sum(loss)
    FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::bigint[],
        %s::integer[], %s::integer[], %s::integer[])
        AS each (match_id, game, guild_id, versus, user_id, win, draw, loss)
        JOIN saved ON saved.id = each.match_id
    GROUP BY game, guild_id, versus, user_id
    ON CONFLICT (game, guild_id, versus, user_id) DO UPDATE SET wins = standings.wins + excluded.wins,
        draws = standings.draws + excluded.draws, losses = standings.losses + excluded.losses
), found AS (
    INSERT INTO findings (match_id, ply, seconds, moves)
    SELECT each.match_id, each.ply, each.seconds, each.moves
    FROM unnest(%s::bigint[], %s::integer[], %s::float8[], %s::text[])
        AS each (match_id, ply, seconds, moves)
        JOIN saved ON saved.id = each.match_id
)
SELECT id FROM saved"""
_UNDONE = """, undone AS (
    DELETE FROM moves USING change JOIN saved ON saved.id = change.id
    WHERE moves.match_id = change.id AND moves.ply >= change.ply
), unlearned AS (
    DELETE FROM findings USING change JOIN saved ON saved.id = change.id
    WHERE findings.match_id = change.id AND findings.ply > change.ply
)"""
_SAVE, _TAKE_BACK = _SAVING.format(undone=""), _SAVING.format(undone=_UNDONE)
"""Of all matches that are saved at once, each with its moves, results and findings.

The moves are counted first, of just these matches, or the planner might count those of all.
"""

_SAVED = (
    "SELECT id FROM matches WHERE id = %s AND touched_at = %s AND result IS NOT DISTINCT FROM %s::text"
    " AND changes = %s"
    " AND ARRAY(SELECT action FROM moves WHERE match_id = matches.id ORDER BY ply) = %s::integer[]"
)

_BEGUN = statements.BEGUN_WHEN_SEEN.replace("message_id", "matches.message_id")
_SHOW = (
    "WITH before AS (SELECT id, message_id FROM matches WHERE id = %(id)s),"
    f" shown AS (UPDATE matches SET {_BEGUN}, message_id = %(message_id)s, is_drawn = 0 FROM before"
    " WHERE matches.id = before.id"
    " AND (before.message_id IS NULL OR before.message_id < %(message_id)s))"
    " SELECT message_id FROM before"
)
_CONFIRM = """
WITH drawn AS MATERIALIZED (
    SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::text[], %s::integer[], %s::integer[])
        AS drawn (id, message_id, result, changes, ply)
    WHERE (SELECT count(*) FROM moves WHERE match_id = drawn.id) = drawn.ply
)
UPDATE matches SET is_drawn = 1 FROM drawn
WHERE matches.id = drawn.id AND matches.message_id IS NOT DISTINCT FROM drawn.message_id
    AND matches.result IS NOT DISTINCT FROM drawn.result
    AND matches.changes = drawn.changes
RETURNING matches.id"""
_ABANDON, _ABANDON_STOPPED = (
    f"UPDATE matches SET {placed(statements.ABANDONED)} WHERE id IN (SELECT id FROM matches"
    f" WHERE {placed(those)} LIMIT {MOST_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED)"
    " RETURNING id"
    for those in (statements.UNTOUCHED, statements.STOPPED)
)
_QUIET, _NOTE_PLACE = placed(statements.QUIET), placed(statements.NOTE_PLACE)
_LOSE = placed(statements.LOSE) + " RETURNING id"
_MOVE_TO = placed(statements.MOVE_TO) + " RETURNING id"
_ADD_HELP = placed(statements.ADD_HELP) + " RETURNING id"
_HELPED = "SELECT id FROM matches WHERE id = %s AND is_helped = 1 AND result IS NULL"


class PostgresMatches:
    """The matches in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, match_id: int) -> Match | None:
        """Return the match, None if there is none with this id."""
        return await self._find(statements.WITH_ID, match_id)

    async def find_running(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest running match in the channel."""
        return await self._find(_RUNNING, *2 * (channel_id, user_id))

    async def find_newest(self, channel_id: int) -> Match | None:
        """Return the channel's newest match, running or over."""
        return await self._find(statements.NEWEST_OF_CHANNEL, channel_id)

    async def find_newest_finished(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest finished match in the channel."""
        return await self._find(_OVER, *2 * (channel_id, user_id))

    async def find_last_finished(self, channel_id: int) -> Match | None:
        """Return the match of the channel that ended last."""
        return await self._find(statements.LAST_FINISHED, channel_id)

    async def find_rematch(self, match_id: int) -> Match | None:
        """Return the match that began as the rematch of this one."""
        return await self._find(statements.REMATCH_OF, match_id)

    async def list_running(self, user_id: int, game: str) -> list[Match]:
        """Return the person's running matches of a game, wherever they are played."""
        return await self._list(statements.RUNNING, *2 * (user_id, game))

    async def list_current(self, scope: MatchScope, scope_id: int, count: int) -> tuple[list[Match], int]:
        """Return the newest running matches of a channel, a server or a person, and how many there are."""
        ids = statements.CURRENT[scope]
        values = [scope_id] * ids.count("?")
        matches = await self._list(statements.newest_of(ids), *values, count)
        ((total,),) = await self._connection.read(placed(statements.count_of(ids)), *values)
        return sorted(matches, key=lambda match: -match.id), int(total)

    async def list_newest(self, channel_id: int, user_id: int, count: int) -> list[Match]:
        """Return the channel's newest matches, running or over, those of the person first."""
        values = (channel_id, user_id, count, channel_id, user_id, count, channel_id, count)
        matches = await self._list(statements.NEWEST, *values)
        matches.sort(key=lambda match: (match.seat_of(user_id) is None, -match.id))
        return matches[:count]

    async def list_finished(self, user_id: int, game: str | None, count: int) -> list[Match]:
        """Return the person's newest finished matches anywhere, newest first."""
        matches = await self._list(statements.FINISHED, *2 * (user_id, game, count))
        return sorted(matches, key=lambda match: -match.id)[:count]

    async def list_past(self, past: Past, beside: Match | None, count: int, *, is_newer: bool) -> list[Match]:
        """Return finished matches of a person that were wanted, newer or older than one, the newest first."""
        sql = _FIND + placed(statements.past(is_newer=is_newer))
        values = rows.past_values(past, beside, count, is_newer=is_newer)
        (found,) = await self._connection.read_all([Statement(sql, values)])
        return rows.in_order(map(_match_from, found), count, is_newer=is_newer)

    async def find_accepted(self, invitation_id: int) -> Match | None:
        """Return the match that an accepted invitation became."""
        return await self._find(statements.ACCEPTED, invitation_id)

    async def count_running(self) -> int:
        """Return how many matches have not ended."""
        ((count,),) = await self._connection.read(statements.COUNT_RUNNING)
        return int(count)

    async def list_awaited(self) -> list[Match]:
        """Return the first running matches in which Maxine is to move."""
        return await self._list(_AWAITED, _MOST_DUE)

    async def list_undrawn(self) -> list[Match]:
        """Return the first matches that are not confirmed to be drawn as they are."""
        return await self._list(statements.UNDRAWN, _MOST_DUE)

    async def add(self, match: Match) -> Match | None:
        """Store a new match with its moves so far; None if it is a second one where only one may be."""
        stored = await self._connection.write(Write(Statement(_ADD, values_of(match)), is_repeatable=False))
        return replace(match, id=stored[0][0]) if stored else None

    async def save(self, before: Match, after: Match, finding: Finding | None = None) -> bool:
        """Store the match and its moves, and the totals if it ends, if it is still as it was."""
        moves = [(before.id, ply, after.actions[ply]) for ply in range(before.ply, after.ply)]
        is_end = after.ending != before.ending
        results = [(before.id, *result) for result in rows.results_of(after)] if is_end else []
        findings = rows.finding_values([finding] if finding else [])
        arrays = (
            *columns_of([_change(before, after)], 18),
            *columns_of(moves, 3),
            *columns_of(results, 8),
            *columns_of(findings, 4),
        )
        locks = (*([Lock(Locked.STANDINGS)] if results else []), *_locks(before.id))
        sql = _TAKE_BACK if after.ply < before.ply else _SAVE
        if is_end:
            return await self._end(Finish.of(after), Statement(sql, arrays), locks)
        saved = Statement(
            _SAVED, (before.id, float(after.touched_at), result_of(after), after.changes, list(after.actions))
        )
        write = Write(Statement(sql, arrays), locks, before.id, written=saved)
        return bool(await self._connection.write(write))

    async def _end(self, finish: Finish, saving: Statement, locks: Sequence[Lock]) -> bool:
        """Store a match that ends by this, and rate it."""

        def decide(found: list[list[Row]]) -> tuple[bool, list[Statement]]:
            is_saved, *known = found
            return bool(is_saved), _placed(verdicts.deciding(finish, known)) if is_saved else []

        return await self._connection.decide(locks, [saving, *_placed(verdicts.asking(finish))], decide)

    async def add_help(self, match_id: int) -> bool:
        """Store that the running match is played with help; False if it is already, or is over."""
        helped = Statement(_HELPED, (match_id,))
        write = Write(Statement(_ADD_HELP, (match_id,)), _locks(match_id), written=helped)
        return bool(await self._connection.write(write))

    async def show(self, match_id: int, message_id: int) -> tuple[int, int | None]:
        """Remember that the match is shown by this message, unless a newer one shows it already."""
        values = {"id": match_id, "message_id": message_id}
        write = Write(Statement(_SHOW, values), _locks(match_id), is_repeatable=False)
        ((before,),) = await self._connection.write(write)
        if before is None or before == message_id:
            return message_id, None
        return max(before, message_id), min(before, message_id)

    async def confirm(self, drawn: Sequence[Match]) -> list[int]:
        """Remember that each match is drawn, if it is still as it was and shown where it was."""
        shown = [(match.id, match.message_id, result_of(match), match.changes, match.ply) for match in drawn]
        locks = _locks(*(match.id for match in drawn))
        stored = await self._connection.write(Write(Statement(_CONFIRM, columns_of(shown, 5)), locks))
        return [match.id for match in drawn if (match.id,) not in stored]

    async def move(self, before: Match, place: Place) -> bool:
        """Store where a match is played that is yet to get a thread, or whose clock stands still."""
        moving = Statement(_MOVE_TO, rows.move_values(before, place))
        return bool(await self._connection.write(Write(moving, _locks(before.id))))

    async def abandon(self, since: float, now: float, *, is_stopped: bool = False) -> int:
        """End the running matches not touched since then, without a result; return how many."""
        sql = _ABANDON_STOPPED if is_stopped else _ABANDON
        return await self._connection.write_often(Write(Statement(sql, (now, since))))

    async def list_quiet(self, after: float, before: float, most: int) -> list[Quiet]:
        """Return running matches without time limits that were touched last between two times, in order."""
        return [Quiet(*row) for row in await self._connection.read(_QUIET, after, before, most)]

    async def note_place(self, quiet: Quiet, gone_at: float) -> None:
        """Store since when the place of a match is gone, unless somebody has touched it."""
        noting = Statement(_NOTE_PLACE, (gone_at, quiet.match_id, quiet.touched_at))
        await self._connection.write(Write(noting, _locks(quiet.match_id)))

    async def lose(self, quiet: Quiet, now: float) -> bool:
        """End a match without a result whose place is gone; False if somebody has touched it."""
        losing = Statement(_LOSE, (now, quiet.match_id, quiet.touched_at))
        return bool(await self._connection.write(Write(losing, _locks(quiet.match_id), is_repeatable=False)))

    async def _find(self, condition: str, *values: int) -> Match | None:
        matches = await self._list(condition, *values)
        return matches[0] if matches else None

    async def _list(self, condition: str, *values: object) -> list[Match]:
        found = await self._connection.read(_FIND + placed(condition), *values)
        return [_match_from(row) for row in found]


def _match_from(row: Row) -> Match:
    return rows.match_from(row[:-2], tuple(row[-2]), row[-1] or ())


def _change(before: Match, after: Match) -> tuple[object, ...]:
    touched = before.id, float(after.touched_at), after.state.to_move, after.message_id or 0
    ended = result_of(after), rows.manner_of(after)
    known = result_of(before), int(before.is_helped), before.ply, before.changes, _float(before.due_at)
    asked = *rows.offer_of(after), after.changes, int(after.is_helped), rows.asked_of(after)
    return (*touched, *ended, _float(after.due_at), *asked, after.ply, *known)


def _float(seconds: float | None) -> float | None:
    return None if seconds is None else float(seconds)


def _placed(asked: Sequence[verdicts.Asked]) -> list[Statement]:
    return [Statement(placed(sql), values) for sql, values in asked]


def _locks(*match_ids: int) -> tuple[Lock, ...]:
    return tuple(Lock(Locked.MATCH, match_id) for match_id in match_ids)
