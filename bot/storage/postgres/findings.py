"""The SQL of findings, of which rows are only ever added, and of the reviews that wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import OpenReview
from bot.storage import statements
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Statement, placed
from bot.storage.postgres.locks import Lock, Locked
from bot.storage.rows import finding_from, finding_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import Finding
    from bot.storage.postgres.connection import Connection

_LIST = placed(statements.FINDINGS)
_OPEN, _CLOSE = placed(statements.ADD_OPEN_REVIEW), placed(statements.REMOVE_OPEN_REVIEW)
_ADD = (
    "INSERT INTO findings (match_id, ply, seconds, moves)"
    " SELECT each.* FROM unnest(%s::bigint[], %s::integer[], %s::float8[], %s::text[])"
    " AS each (match_id, ply, seconds, moves) JOIN matches ON id = match_id AND changes = %s"
)


class PostgresFindings:
    """The findings in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def list_of(self, match_id: int) -> list[Finding]:
        """Return all that was found out about a match, the oldest first."""
        return [finding_from(row) for row in await self._connection.read(_LIST, match_id)]

    async def add(self, findings: Sequence[Finding], changes: int = 0) -> None:
        """Store findings, by one write, if their matches have had no more changes since."""
        values = *columns_of(finding_values(findings), 4), changes
        locks = tuple(Lock(Locked.MATCH, finding.match_id) for finding in findings)
        await self._connection.write(Write(Statement(_ADD, values), locks, is_repeatable=False))

    async def list_open(self, before: float) -> list[OpenReview]:
        """Return the reviews that were to be completed before then, and are not."""
        rows = await self._connection.read(placed(statements.OPEN_REVIEWS), before)
        return [OpenReview(*row) for row in rows]

    async def open(self, review: OpenReview) -> None:
        """Store that a review is to be completed."""
        await self._connection.write(Write(Statement(_OPEN, review)))

    async def close(self, message_id: int) -> None:
        """Store that the review in a message is not to be completed any more."""
        await self._connection.write(Write(Statement(_CLOSE, (message_id,))))


def columns_of(rows: Sequence[Sequence[object]], count: int) -> list[list[object]]:
    """Return the arrays in which rows of so many columns are sent."""
    return [[row[index] for row in rows] for index in range(count)]
