"""The SQL of findings, of which rows are only ever added."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.models import Finding
from engine import AnalysedMove

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.storage.sqlite.connection import Connection

_SELECT = "SELECT match_id, ply, seconds, moves FROM findings WHERE match_id = ? ORDER BY id"
_INSERT = "INSERT INTO findings (match_id, ply, seconds, moves) VALUES (?, ?, ?, ?)"


class SqliteFindings:
    """The findings in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def list_of(self, match_id: int) -> list[Finding]:
        """Return all that was found out about a match, the oldest first."""
        rows = await self._connection.read(lambda db: db.execute(_SELECT, (match_id,)).fetchall())
        return [Finding(match, ply, seconds, _decode(moves)) for match, ply, seconds, moves in rows]

    async def add(self, findings: Sequence[Finding]) -> None:
        """Store findings, by one write."""
        values = values_of(findings)
        await self._connection.write(lambda db: insert(db, values))


def values_of(findings: Sequence[Finding]) -> list[tuple[object, ...]]:
    """Return what `insert` needs, worked out before there is a transaction."""
    return [(each.match_id, each.ply, each.seconds, json.dumps(each.moves)) for each in findings]


def insert(db: sqlite3.Connection, values: Sequence[tuple[object, ...]]) -> None:
    """Insert findings."""
    db.executemany(_INSERT, values)


def _decode(text: str) -> tuple[AnalysedMove, ...]:
    return tuple(AnalysedMove(*fields)._replace(line=tuple(fields[4])) for fields in json.loads(text))
