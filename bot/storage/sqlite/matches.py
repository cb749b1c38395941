"""The SQL of matches and their moves."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.models import Finish, Quiet
from bot.storage import rows, statements, verdicts
from bot.storage.sqlite import findings, standings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.models import Finding, Match, MatchScope, Past, Place
    from bot.storage.sqlite.connection import Connection

_MATCHES = f"SELECT {rows.MATCH_COLUMNS} FROM matches"


class SqliteMatches:
    """The matches in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, match_id: int) -> Match | None:
        """Return the match, None if there is none with this id."""
        return await self._find(statements.WITH_ID, match_id)

    async def find_running(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest running match in the channel."""
        return await self._find(_newest_of("matches_running", "result IS NULL"), *2 * (channel_id, user_id))

    async def find_newest(self, channel_id: int) -> Match | None:
        """Return the channel's newest match, running or over."""
        return await self._find(statements.NEWEST_OF_CHANNEL, channel_id)

    async def find_newest_finished(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest finished match in the channel."""
        return await self._find(_newest_of("matches_of", "result IS NOT NULL"), *2 * (channel_id, user_id))

    async def find_last_finished(self, channel_id: int) -> Match | None:
        """Return the match of the channel that ended last."""
        return await self._find(statements.LAST_FINISHED, channel_id)

    async def find_rematch(self, match_id: int) -> Match | None:
        """Return the match that began as the rematch of this one."""
        return await self._find(statements.REMATCH_OF, match_id)

    async def list_running(self, user_id: int, game: str) -> list[Match]:
        """Return the person's running matches of a game, wherever they are played."""
        return await self._connection.read(lambda db: _load(db, statements.RUNNING, *2 * (user_id, game)))

    async def list_current(self, scope: MatchScope, scope_id: int, count: int) -> tuple[list[Match], int]:
        """Return the newest running matches of a channel, a server or a person, and how many there are."""
        ids = _CURRENT[scope]
        values = [scope_id] * ids.count("?")

        def read(db: sqlite3.Connection) -> tuple[list[Match], int]:
            found = _load(db, statements.newest_of(ids), *values, count)
            return found, db.execute(statements.count_of(ids), values).fetchone()[0]

        matches, total = await self._connection.read(read)
        return sorted(matches, key=lambda match: -match.id), total

    async def list_newest(self, channel_id: int, user_id: int, count: int) -> list[Match]:
        """Return the channel's newest matches, running or over, those of the person first."""
        values = (channel_id, user_id, count, channel_id, user_id, count, channel_id, count)
        matches = await self._connection.read(lambda db: _load(db, statements.NEWEST, *values))
        matches.sort(key=lambda match: (match.seat_of(user_id) is None, -match.id))
        return matches[:count]

    async def list_finished(self, user_id: int, game: str | None, count: int) -> list[Match]:
        """Return the person's newest finished matches anywhere, newest first."""
        values = (user_id, game, count)
        matches = await self._connection.read(lambda db: _load(db, statements.FINISHED, *values, *values))
        return sorted(matches, key=lambda match: -match.id)[:count]

    async def list_past(self, past: Past, beside: Match | None, count: int, *, is_newer: bool) -> list[Match]:
        """Return finished matches of a person that were wanted, newer or older than one, the newest first."""
        condition = statements.past(is_newer=is_newer)
        values = rows.past_values(past, beside, count, is_newer=is_newer)
        matches = await self._connection.read(lambda db: _load_by(db, condition, values))
        return rows.in_order(matches, count, is_newer=is_newer)

    async def find_accepted(self, invitation_id: int) -> Match | None:
        """Return the match that an accepted invitation became."""
        return await self._find(statements.ACCEPTED, invitation_id)

    async def count_running(self) -> int:
        """Return how many matches have not ended."""
        sql = statements.COUNT_RUNNING
        count: int = await self._connection.read(lambda db: db.execute(sql).fetchone()[0])
        return count

    async def list_awaited(self) -> list[Match]:
        """Return the first running matches in which Maxine is to move."""
        return await self._connection.read(lambda db: _load(db, _AWAITED, _MOST_DUE))

    async def list_undrawn(self) -> list[Match]:
        """Return the first matches that are not confirmed to be drawn as they are."""
        return await self._connection.read(lambda db: _load(db, statements.UNDRAWN, _MOST_DUE))

    async def add(self, match: Match) -> Match | None:
        """Store a new match with its moves so far; None if it is a second one where only one may be."""
        new = values_of(match)
        id_ = await self._connection.write(lambda db: insert(db, new))
        return replace(match, id=id_) if id_ else None

    async def save(self, before: Match, after: Match, finding: Finding | None = None) -> bool:
        """Store the match and its moves, and the totals if it ends, if it is still as it was."""
        is_end, is_takeback = after.ending != before.ending, after.ply < before.ply
        offer, offered_by = rows.offer_of(after)
        change = _Change(
            _END if is_end else _GO_ON,
            {
                "touched_at": after.touched_at,
                "to_move": after.state.to_move,
                "message_id": after.message_id or 0,
                "result": rows.result_of(after),
                "manner": rows.manner_of(after),
                "due_at": after.due_at,
                "offer": offer,
                "offered_by": offered_by,
                "changes": after.changes,
                "is_helped": after.is_helped,
                "asked": rows.asked_of(after),
                "id": before.id,
                "result_before": rows.result_of(before),
                "ply_before": before.ply,
                "changes_before": before.changes,
                "due_before": before.due_at,
                "helped_before": before.is_helped,
            },
            (before.id, after.ply) if is_takeback else None,
            [(before.id, ply, after.actions[ply]) for ply in range(before.ply, after.ply)],
            rows.results_of(after) if is_end else [],
            rows.finding_values([finding] if finding else []),
            Finish.of(after) if is_end else None,
        )
        return await self._connection.write(lambda db: _save(db, change))

    async def add_help(self, match_id: int) -> bool:
        """Store that the running match is played with help; False if it is already, or is over."""
        sql = statements.ADD_HELP
        return await self._connection.write(lambda db: db.execute(sql, (match_id,)).rowcount > 0)

    async def show(self, match_id: int, message_id: int) -> tuple[int, int | None]:
        """Remember that the match is shown by this message, unless a newer one shows it already."""
        return await self._connection.write(lambda db: _show(db, match_id, message_id))

    async def confirm(self, drawn: Sequence[Match]) -> list[int]:
        """Remember that each match is drawn, if it is still as it was and shown where it was."""
        shown = [
            (match.id, match.message_id, rows.result_of(match), match.changes, match.id, match.ply)
            for match in drawn
        ]
        return await self._connection.write(
            lambda db: [row[0] for row in shown if not db.execute(_CONFIRM, row).rowcount]
        )

    async def move(self, before: Match, place: Place) -> bool:
        """Store where a match is played that is yet to get a thread, or whose clock stands still."""
        values = rows.move_values(before, place)
        return await self._connection.write(lambda db: db.execute(statements.MOVE_TO, values).rowcount > 0)

    async def abandon(self, since: float, now: float, *, is_stopped: bool = False) -> int:
        """End the running matches not touched since then, without a result; return how many."""
        those = statements.STOPPED if is_stopped else statements.UNTOUCHED
        sql = f"UPDATE matches SET {statements.ABANDONED} WHERE {those}"
        return await self._connection.write(lambda db: db.execute(sql, (now, since)).rowcount)

    async def list_quiet(self, after: float, before: float, most: int) -> list[Quiet]:
        """Return running matches without time limits that were touched last between two times, in order."""
        values = after, before, most
        found = await self._connection.read(lambda db: db.execute(statements.QUIET, values).fetchall())
        return [Quiet(*row) for row in found]

    async def note_place(self, quiet: Quiet, gone_at: float) -> None:
        """Store since when the place of a match is gone, unless somebody has touched it."""
        values = gone_at, quiet.match_id, quiet.touched_at
        await self._connection.write(lambda db: db.execute(statements.NOTE_PLACE, values).rowcount)

    async def lose(self, quiet: Quiet, now: float) -> bool:
        """End a match without a result whose place is gone; False if somebody has touched it."""
        values = now, quiet.match_id, quiet.touched_at
        return await self._connection.write(lambda db: db.execute(statements.LOSE, values).rowcount > 0)

    async def _find(self, condition: str, *values: int) -> Match | None:
        matches = await self._connection.read(lambda db: _load(db, condition, *values))
        return matches[0] if matches else None


class _New(NamedTuple):
    """What is inserted for a match: its row, and its moves."""

    row: tuple[object, ...]
    actions: tuple[int, ...]


class _Change(NamedTuple):
    """What is written for a match that goes on or ends: its row by which statement, and all else.

    `kept` is how many moves are left of those of a match in which some are taken back.
    """

    sql: str
    row: dict[str, object]
    kept: tuple[int, int] | None
    moves: list[tuple[int, int, int]]
    results: list[tuple[object, ...]]
    findings: list[tuple[object, ...]]
    finish: Finish | None


def values_of(match: Match) -> _New:
    """Return what `insert` needs of a match, worked out before there is a transaction."""
    return _New(rows.match_values(match), match.actions)


def insert(db: sqlite3.Connection, new: _New) -> int | None:
    """Insert a match with its moves and return its id; None if it is a second one where only one may be."""
    id_ = insert_row(db, "matches", rows.NEW_MATCH_COLUMNS, new.row)
    if id_ is not None:
        _insert_moves(db, [(id_, ply, action) for ply, action in enumerate(new.actions)])
    return id_


def insert_row(db: sqlite3.Connection, table: str, columns: str, values: tuple[object, ...]) -> int | None:
    """Return the id of the new row, None if it is a second one where only one may be."""
    sql = f"INSERT INTO {table} ({columns}) VALUES ({rows.places_of_new(columns)})"
    sql += " ON CONFLICT DO NOTHING"
    cursor = db.execute(sql, values)
    return cursor.lastrowid if cursor.rowcount else None


def _insert_moves(db: sqlite3.Connection, moves: list[tuple[int, int, int]]) -> None:
    db.executemany("INSERT INTO moves (match_id, ply, action) VALUES (?, ?, ?)", moves)


_SAVE = (
    "UPDATE matches SET touched_at = :touched_at, to_move = :to_move, is_drawn = 0,"
    f" is_reminded = CASE WHEN due_at + {rows.LOST} IS :due_at THEN is_reminded ELSE 0 END,"
    f" due_at = :due_at - {rows.LOST}, offer = :offer, offered_by = :offered_by, changes = :changes,"
    " is_helped = :is_helped, asked = :asked,"
    " message_id = nullif(max(coalesce(message_id, 0), :message_id), 0){}"
    " WHERE id = :id AND result IS :result_before AND is_helped = :helped_before"
    f" AND changes = :changes_before AND due_at + {rows.LOST} IS :due_before"
    " AND (SELECT count(*) FROM moves WHERE match_id = :id) = :ply_before"
)
# To set the result writes every index anew that is of running matches, so it is set only when it changes.
_GO_ON, _END = _SAVE.format(""), _SAVE.format(", result = :result, manner = :manner")


def _save(db: sqlite3.Connection, change: _Change) -> bool:
    if not db.execute(change.sql, change.row).rowcount:
        return False
    if change.kept is not None:
        db.execute(statements.UNDO_MOVES, change.kept)
        db.execute(statements.UNDO_FINDINGS, change.kept)
    _insert_moves(db, change.moves)
    standings.add_results(db, change.results)
    findings.insert(db, change.findings)
    if change.finish is not None:
        _rate(db, change.finish)
    return True


def _rate(db: sqlite3.Connection, finish: Finish) -> None:
    found = [db.execute(*asked).fetchall() for asked in verdicts.asking(finish)]
    for write in verdicts.deciding(finish, found):
        db.execute(*write)


def _show(db: sqlite3.Connection, match_id: int, message_id: int) -> tuple[int, int | None]:
    (before,) = db.execute("SELECT message_id FROM matches WHERE id = ?", (match_id,)).fetchone()
    if before is None or before == message_id:
        older, newest = None, message_id
    else:
        older, newest = sorted((before, message_id))
    if newest != before:
        db.execute(_SHOW, (newest, match_id))
    return newest, older


_SHOW = f"UPDATE matches SET {statements.BEGUN_WHEN_SEEN}, message_id = ?, is_drawn = 0 WHERE id = ?"
_CONFIRM = (
    "UPDATE matches SET is_drawn = 1 WHERE id = ? AND message_id IS ? AND result IS ? AND changes = ?"
    " AND (SELECT count(*) FROM moves WHERE match_id = ?) = ?"
)


def _newest_of(index: str, condition: str) -> str:
    """Return the condition of being a person's newest match in a channel: channel and person, twice.

    The index is named, as SQLite takes those of all matches and those of the running ones to be as good.
    """
    newest = (
        f"SELECT max(id) AS id FROM matches INDEXED BY {index}_{{0}} WHERE channel_id = ? AND {{0}}_id = ?"
    )
    first, second = (newest.format(seat) for seat in ("first", "second"))
    return f"id = (SELECT max(id) FROM ({first} AND {condition} UNION ALL {second} AND {condition}))"


_CURRENT = statements.CURRENT | {
    "mine": " UNION ALL ".join(
        f"SELECT id FROM matches INDEXED BY matches_of_game_{seat} WHERE result IS NULL AND {seat}_id = ?"
        for seat in ("first", "second")
    )
}
"""The same; for a person's SQLite would rather look at all matches that they have ever had."""

_AWAITED = "result IS NULL AND level IS NOT NULL AND to_move = (first_id IS NOT NULL) ORDER BY id LIMIT ?"
_MOST_DUE = 100


def _load(db: sqlite3.Connection, condition: str, *values: object) -> list[Match]:
    return _load_by(db, condition, values)


def _load_by(
    db: sqlite3.Connection, condition: str, values: Sequence[object] | dict[str, object]
) -> list[Match]:
    """Return the matches of a condition by a few statements, however many there are."""
    found = db.execute(f"{_MATCHES} WHERE {condition}", values).fetchall()
    if not found:
        return []
    actions: defaultdict[int, list[int]] = defaultdict(list)
    marks = ", ".join("?" * len(found))
    sql = f"SELECT match_id, action FROM moves WHERE match_id IN ({marks}) ORDER BY match_id, ply"
    for match_id, action in db.execute(sql, [row[0] for row in found]):
        actions[match_id].append(action)
    changes = _load_changes(db, [row[0] for row in found if row[_RESULT] is not None])
    return [rows.match_from(row, tuple(actions[row[0]]), changes[row[0]]) for row in found]


_RESULT = rows.MATCH_COLUMNS.split(", ").index("result")


def _load_changes(db: sqlite3.Connection, over: list[int]) -> Mapping[int, list[tuple[Any, ...]]]:
    """Return what matches that are over did to ratings."""
    changes: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    if over:
        marks = ", ".join("?" * len(over))
        sql = f"SELECT match_id, {rows.CHANGE_COLUMNS} FROM rating_changes WHERE match_id IN ({marks})"
        for match_id, *change in db.execute(sql, over):
            changes[match_id].append(tuple(change))
    return changes
