"""The database: matches, invitations, standings and puzzles in one SQLite file, and all the SQL there is."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from bot.errors import StartError
from bot.storage import rows, schema, standings
from bot.storage.connection import Connection
from bot.storage.puzzles import Puzzles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bot.models import Invitation, InvitationStatus, Match, Table

_MATCH = f"SELECT {rows.MATCH_COLUMNS} FROM matches"


class Storage:
    """The database; every method is one hop, and every write is whole or not at all, and safe on return.

    Any method raises StorageError, with nothing written, when the database refuses.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.puzzles = Puzzles(connection)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open or create the file and bring it to the present schema; StartError if that cannot be done."""
        connection = Connection(path)
        try:
            await connection.open()
        except sqlite3.DatabaseError as error:
            raise StartError(f"The database {path} cannot be opened: {error}.") from error
        try:
            await connection.run(lambda db: schema.migrate(db, path))
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close the file; what was written is already safe."""
        await self._connection.close()

    # Matches

    async def match(self, match_id: int) -> Match | None:
        """Return the match, None if there is none with this id."""
        return await self._connection.read(lambda db: _match(db, "id = ?", match_id))

    async def running_match(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest running match in the channel."""
        return await self._connection.read(
            lambda db: _match(db, _newest_of("result IS NULL"), *2 * (channel_id, user_id))
        )

    async def newest_match(self, channel_id: int) -> Match | None:
        """Return the channel's newest match, running or over."""
        newest = "channel_id = ? ORDER BY id DESC LIMIT 1"
        return await self._connection.read(lambda db: _match(db, newest, channel_id))

    async def last_finished_match(self, channel_id: int) -> Match | None:
        """Return the match of the channel that ended last."""
        last = "channel_id = ? AND result IS NOT NULL ORDER BY touched_at DESC LIMIT 1"
        return await self._connection.read(lambda db: _match(db, last, channel_id))

    async def last_finished_match_of(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest finished match in the channel."""
        return await self._connection.read(
            lambda db: _match(db, _newest_of("result IS NOT NULL"), *2 * (channel_id, user_id))
        )

    async def newest_matches(self, channel_id: int, user_id: int, count: int) -> list[Match]:
        """Return the channel's newest matches, running or over, those of the person first."""
        return await self._connection.read(lambda db: _newest_matches(db, channel_id, user_id, count))

    async def rematch_of(self, match_id: int | None) -> Match | None:
        """Return the match that began as the rematch of this one."""
        return await self._connection.read(lambda db: _match(db, "rematch_of = ?", match_id))

    async def awaited_matches(self, games: Sequence[str]) -> list[Match]:
        """Return the running matches of these games in which Maxine is to move."""
        return await self._connection.read(lambda db: _awaited_matches(db, games))

    async def add_match(self, match: Match) -> Match | None:
        """Store a new match with its moves so far; None if it is a rematch that has already begun."""
        return await self._connection.write(lambda db: _insert_match(db, match))

    async def change(self, match_id: int, step: Callable[[Match], Match]) -> Match | None:
        """Store what `step` makes of the match, and the totals if that ends it, all in one transaction.

        `step` runs in the database's thread while nobody else can change the match, so it must be quick. What
        it raises is raised here, with nothing written. None if there is no match with this id.
        """
        return await self._connection.write(lambda db: _change(db, match_id, step))

    async def show(self, match_id: int, message_id: int) -> tuple[int, int | None]:
        """Remember that the match is shown by this message, unless a newer one shows it already.

        Returns:
            The message that shows it now, and the one that does no longer (None: there is none).
        """
        return await self._connection.write(lambda db: _show(db, match_id, message_id))

    async def abandon_untouched(self, since: float, now: float) -> int:
        """End the running matches not touched since then, without a result; return how many."""
        sql = (
            "UPDATE matches SET result = 'abandoned', touched_at = ? WHERE result IS NULL AND touched_at < ?"
        )
        return await self._connection.write(lambda db: db.execute(sql, (now, since)).rowcount)

    # Invitations

    async def invitation(self, invitation_id: int) -> Invitation | None:
        """Return the invitation, None if there is none with this id."""
        sql = f"SELECT {rows.INVITATION_COLUMNS} FROM invitations WHERE id = ?"
        row = await self._connection.read(lambda db: db.execute(sql, (invitation_id,)).fetchone())
        return rows.invitation_from(row) if row else None

    async def add_invitation(self, invitation: Invitation) -> Invitation | None:
        """Store a new invitation; None if one to the same rematch is open or was accepted."""
        columns, values = rows.INVITATION_COLUMNS, rows.invitation_values(invitation)
        id_ = await self._connection.write(lambda db: _insert(db, "invitations", columns, values))
        return replace(invitation, id=id_) if id_ else None

    async def close_invitation(self, invitation_id: int, status: InvitationStatus) -> bool:
        """Close the invitation; False if it is closed already."""
        return await self._connection.write(lambda db: _close_invitation(db, invitation_id, status))

    async def accept_invitation(self, invitation_id: int, match: Match) -> Match | None:
        """Close the invitation and store the match it becomes; None if it is closed already."""
        return await self._connection.write(
            lambda db: _insert_match(db, match) if _close_invitation(db, invitation_id, "accepted") else None
        )

    async def expire_invitations(self, since: float) -> int:
        """Close the open invitations made before then; return how many."""
        sql = "UPDATE invitations SET fate = 'expired' WHERE fate IS NULL AND created_at < ?"
        return await self._connection.write(lambda db: db.execute(sql, (since,)).rowcount)

    # Standings

    async def tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[Table]:
        """Return, for each of `versus` with anybody in it, the best `size` and the person's place below."""
        return await self._connection.read(
            lambda db: [
                table
                for one in versus
                if (table := standings.table(db, standings.key(game, guild_id, one), user_id, size)).top
            ]
        )

    # Command sync

    async def synced_digest(self, application_id: int) -> str | None:
        """Return the digest of the commands registered last for the application."""
        sql = "SELECT digest FROM command_sync WHERE application_id = ?"
        row = await self._connection.read(lambda db: db.execute(sql, (application_id,)).fetchone())
        return row[0] if row else None

    async def set_synced_digest(self, application_id: int, digest: str) -> None:
        """Remember the digest of the commands registered for the application."""
        sql = "INSERT OR REPLACE INTO command_sync (application_id, digest) VALUES (?, ?)"
        await self._connection.write(lambda db: db.execute(sql, (application_id, digest)).rowcount)


def _match(db: sqlite3.Connection, where: str, *values: int | None) -> Match | None:
    row = db.execute(f"{_MATCH} WHERE {where}", values).fetchone()
    if row is None:
        return None
    moves = db.execute("SELECT action FROM moves WHERE match_id = ? ORDER BY ply", (row[0],))
    return rows.match_from(row, tuple(action for (action,) in moves))


def _newest_of(condition: str) -> str:
    """Return the condition of being a person's newest match in a channel: channel and person, twice."""
    return (
        "id = (SELECT max(id) FROM ("
        f" SELECT max(id) AS id FROM matches WHERE channel_id = ? AND first_id = ? AND {condition}"
        " UNION ALL"
        f" SELECT max(id) FROM matches WHERE channel_id = ? AND second_id = ? AND {condition}))"
    )


def _newest_matches(db: sqlite3.Connection, channel_id: int, user_id: int, count: int) -> list[Match]:
    def newest(where: str, *values: int) -> list[int]:
        sql = f"SELECT id FROM matches WHERE {where} ORDER BY id DESC LIMIT ?"
        return [id_ for (id_,) in db.execute(sql, (*values, count))]

    own = [
        *newest("channel_id = ? AND first_id = ?", channel_id, user_id),
        *newest("channel_id = ? AND second_id = ?", channel_id, user_id),
    ]
    ids = dict.fromkeys([*sorted(own, reverse=True), *newest("channel_id = ?", channel_id)])
    return [match for id_ in list(ids)[:count] if (match := _match(db, "id = ?", id_))]


def _awaited_matches(db: sqlite3.Connection, games: Sequence[str]) -> list[Match]:
    moves = "(SELECT count(*) FROM moves WHERE match_id = matches.id)"
    ids = db.execute(
        "SELECT id FROM matches WHERE result IS NULL AND level IS NOT NULL"
        f" AND game IN ({', '.join('?' * len(games))}) AND {moves} % 2 = (first_id IS NOT NULL)",
        games,
    )
    return [match for (id_,) in ids.fetchall() if (match := _match(db, "id = ?", id_))]


def _insert(db: sqlite3.Connection, table: str, columns: str, values: tuple[object, ...]) -> int | None:
    """Return the id of the new row, None if it is a second one where only one may be."""
    sql = f"INSERT INTO {table} ({columns}) VALUES ({rows.placeholders(columns)}) ON CONFLICT DO NOTHING"
    cursor = db.execute(sql, values)
    return cursor.lastrowid if cursor.rowcount else None


def _insert_match(db: sqlite3.Connection, match: Match) -> Match | None:
    id_ = _insert(db, "matches", rows.MATCH_COLUMNS, rows.match_values(match))
    if id_ is None:
        return None
    stored = replace(match, id=id_)
    _insert_moves(db, stored, 0)
    return stored


def _insert_moves(db: sqlite3.Connection, match: Match, start: int) -> None:
    moves = [(match.id, ply, action) for ply, action in enumerate(match.actions) if ply >= start]
    db.executemany("INSERT INTO moves (match_id, ply, action) VALUES (?, ?, ?)", moves)


def _change(db: sqlite3.Connection, match_id: int, step: Callable[[Match], Match]) -> Match | None:
    before = _match(db, "id = ?", match_id)
    if before is None:
        return None
    after = step(before)
    db.execute(
        "UPDATE matches SET touched_at = ?, result = ?, message_id = ? WHERE id = ?",
        (after.touched_at, rows.result_of(after), after.message_id, match_id),
    )
    _insert_moves(db, after, before.ply)
    if before.ending is None:
        standings.add_results(db, after)
    return after


def _show(db: sqlite3.Connection, match_id: int, message_id: int) -> tuple[int, int | None]:
    (before,) = db.execute("SELECT message_id FROM matches WHERE id = ?", (match_id,)).fetchone()
    if before is None or before == message_id:
        older, newest = None, message_id
    else:
        older, newest = sorted((before, message_id))
    db.execute("UPDATE matches SET message_id = ? WHERE id = ?", (newest, match_id))
    return newest, older


def _close_invitation(db: sqlite3.Connection, invitation_id: int, status: InvitationStatus) -> bool:
    sql = "UPDATE invitations SET fate = ? WHERE id = ? AND fate IS NULL"
    return db.execute(sql, (status, invitation_id)).rowcount == 1
