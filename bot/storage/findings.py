"""What was found out about the positions of matches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bot.models import Finding
from bot.storage.database import Lock, Locked, Statement
from bot.storage.rows import inserting
from engine import AnalysedMove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.storage.database import Database, Row

_COLUMNS = "match_id, ply, seconds, moves"
_LIST = f"SELECT {_COLUMNS} FROM findings WHERE match_id = ? ORDER BY id"
_ADD = inserting("findings", _COLUMNS)
_ADD_SINCE = f"INSERT INTO findings ({_COLUMNS}) SELECT ?, ?, ?, ? FROM matches WHERE id = ? AND changes = ?"


class Findings:
    """What was found out about the positions of matches: only added to, and never changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_of(self, match_id: int) -> list[Finding]:
        """Return all that was found out about a match, the oldest first."""
        return [_finding_from(row) for row in await self._database.find(_LIST, match_id)]

    async def add(self, findings: Sequence[Finding], changes: int = 0) -> None:
        """Store findings about matches that are stored, by one write.

        Those about a match that has had more `changes` since are left out: its moves may be others now.
        """
        written = (Statement(_ADD_SINCE, (*_values_of(each), each.match_id, changes)) for each in findings)
        await self._database.write(*written, locks=[Lock(Locked.MATCH, each.match_id) for each in findings])


def adding(finding: Finding) -> Statement:
    """Return what stores a finding."""
    return Statement(_ADD, _values_of(finding))


def _values_of(finding: Finding) -> tuple[object, ...]:
    return finding.match_id, finding.ply, float(finding.seconds), json.dumps(finding.moves)


def _finding_from(row: Row) -> Finding:
    match_id, ply, seconds, moves = row
    return Finding(match_id, ply, seconds, _moves_from(json.loads(moves)))


def _moves_from(moves: list[list[Any]]) -> tuple[AnalysedMove, ...]:
    return tuple(AnalysedMove(*fields)._replace(line=tuple(fields[4])) for fields in moves)
