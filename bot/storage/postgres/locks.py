"""What a write locks, in the order in which everybody does, so that nobody waits crosswise."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bot.storage.database import Lock, Locked, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ROWS = {
    Locked.INVITATION: "invitations",
    Locked.MATCH: "matches",
    Locked.TOURNAMENT: "tournaments",
    Locked.AWAKE: "awake",
}
_ADVISORY = "SELECT pg_advisory_xact_lock(%s::integer, hashint8(%s))"


def taking(locks: Iterable[Lock]) -> Iterator[Statement]:
    """Yield the statements that take the locks.

    A statement sees what was committed when it began, so one that waited for a row reads the rest as it was
    before: whatever depends on more than the row itself is asked by the statements after these.
    """
    for kind, group in groupby(sorted(set(locks)), key=lambda lock: lock.kind):
        keys = [lock.key for lock in group]
        if table := _ROWS.get(kind):
            sql = f"SELECT id FROM {table} WHERE id = ANY(%s::bigint[]) ORDER BY id FOR NO KEY UPDATE"
            yield Statement(sql, (keys,))
        else:
            yield from (Statement(_ADVISORY, (kind.value, key)) for key in keys)
