"""The SQL of findings, of which rows are only ever added, and of the reviews that wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import OpenReview
from bot.storage import statements
from bot.storage.rows import finding_from, finding_values

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.models import Finding
    from bot.storage.sqlite.connection import Connection


class SqliteFindings:
    """The findings in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def list_of(self, match_id: int) -> list[Finding]:
        """Return all that was found out about a match, the oldest first."""
        sql = statements.FINDINGS
        rows = await self._connection.read(lambda db: db.execute(sql, (match_id,)).fetchall())
        return [finding_from(row) for row in rows]

    async def add(self, findings: Sequence[Finding], changes: int = 0) -> None:
        """Store findings, by one write, if their matches have had no more changes since."""
        sql = statements.ADD_FINDING_SINCE
        values = [(*row, row[0], changes) for row in finding_values(findings)]
        await self._connection.write(lambda db: db.executemany(sql, values).rowcount)

    async def list_open(self, before: float) -> list[OpenReview]:
        """Return the reviews that were to be completed before then, and are not."""
        sql = statements.OPEN_REVIEWS
        rows = await self._connection.read(lambda db: db.execute(sql, (before,)).fetchall())
        return [OpenReview(*row) for row in rows]

    async def open(self, review: OpenReview) -> None:
        """Store that a review is to be completed."""
        await self._connection.write(lambda db: db.execute(statements.ADD_OPEN_REVIEW, review).rowcount)

    async def close(self, message_id: int) -> None:
        """Store that the review in a message is not to be completed any more."""
        sql = statements.REMOVE_OPEN_REVIEW
        await self._connection.write(lambda db: db.execute(sql, (message_id,)).rowcount)


def insert(db: sqlite3.Connection, values: Sequence[tuple[object, ...]]) -> None:
    """Insert findings."""
    db.executemany(statements.ADD_FINDING, values)
