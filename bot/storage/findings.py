"""What was found out about the positions of matches, and the reviews that wait for more."""

import json
from collections.abc import Sequence

from bot.models import Finding, OpenReview
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.rows import inserting
from engine import AnalysedMove

COLUMNS = "match_id, ply, seconds, moves"
"""What a finding is made from."""
_LIST = f"SELECT {COLUMNS} FROM findings WHERE match_id = ? ORDER BY id"
_ADD = inserting("findings", COLUMNS)
_ADD_SINCE = f"INSERT INTO findings ({COLUMNS}) SELECT ?, ?, ?, ? FROM matches WHERE id = ? AND changes = ?"
_OPEN_REVIEW = "message_id, match_id, channel_id, user_id, language, token, due_at"
_OPEN_REVIEWS = "SELECT message_id FROM open_reviews WHERE due_at < ? ORDER BY due_at LIMIT 100"
_FIND_OPEN = f"SELECT {_OPEN_REVIEW} FROM open_reviews WHERE message_id = ?"
_OPEN = f"INSERT INTO open_reviews ({_OPEN_REVIEW}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_CLOSE = "DELETE FROM open_reviews WHERE message_id = ?"


class Findings(Subject):
    """What was found out about the positions of matches, which never changes, and the reviews that wait."""

    async def list_of(self, match_id: int) -> list[Finding]:
        """Return all that was found out about a match, the oldest first."""
        return [finding_from(row) for row in await self._database.find(_LIST, match_id)]

    async def add(self, findings: Sequence[Finding], changes: int = 0) -> None:
        """Store findings about matches that are stored, by one write.

        Those about a match that has had more `changes` since are left out: its moves may be others now.
        """
        written = (Statement(_ADD_SINCE, (*_values_of(each), each.match_id, changes)) for each in findings)
        await self._database.write(*written, locks=[Lock(Locked.MATCH, each.match_id) for each in findings])

    async def list_open(self, before: float) -> list[int]:
        """Return the messages of reviews that were to be completed before then, and are not; at most 100."""
        return await self._database.list_ids(_OPEN_REVIEWS, before)

    async def find_open(self, message_id: int) -> OpenReview | None:
        """Return the review in a message that is to be completed, None if there is none."""
        found = await self._database.find_one(_FIND_OPEN, message_id)
        return OpenReview(*found) if found else None

    async def open_review(self, review: OpenReview) -> None:
        """Store that a review is to be completed."""
        await self._database.write(Statement(_OPEN, review))

    async def close_review(self, message_id: int) -> None:
        """Store that the review in a message is not to be completed any more."""
        await self._database.write(Statement(_CLOSE, (message_id,)))


def adding_finding(finding: Finding) -> Statement:
    """Return what stores a finding."""
    return Statement(_ADD, _values_of(finding))


def _values_of(finding: Finding) -> tuple[object, ...]:
    return finding.match_id, finding.ply, float(finding.seconds), json.dumps(finding.moves)


def finding_from(row: Row) -> Finding:
    """Make a finding from a row of COLUMNS."""
    match_id, ply, seconds, moves = row
    return Finding(match_id, ply, seconds, tuple(map(AnalysedMove.from_fields, json.loads(moves))))
