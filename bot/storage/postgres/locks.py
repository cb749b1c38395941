"""What a write locks, in the order in which everybody does, so that nobody waits crosswise."""

from __future__ import annotations

from enum import IntEnum
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.storage.postgres.dialect import Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Locked(IntEnum):
    """What is locked until the end of a transaction; also the first number of our advisory locks."""

    SCHEMA = 0
    STANDINGS = 1
    PUZZLES = 2  # streaks and ratings
    DAY = 3
    INVITER = 4
    INVITATION = 5
    MATCH = 6
    TOURNAMENT = 7


class Lock(NamedTuple):
    """One of a kind."""

    kind: Locked
    key: int = 0


_ROWS = {Locked.INVITATION: "invitations", Locked.MATCH: "matches", Locked.TOURNAMENT: "tournaments"}
_ADVISORY = "SELECT pg_advisory_xact_lock(%s::integer, hashint8(%s))"
_IF_FREE = "SELECT %s, %s WHERE pg_try_advisory_xact_lock(%s::integer, hashint8(%s))"


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


def finding_free(locks: Iterable[Lock]) -> Iterator[Statement]:
    """Yield statements that return, as kind and key, which of the locks nobody has, without waiting."""
    for kind, group in groupby(sorted(set(locks)), key=lambda lock: lock.kind):
        keys = [lock.key for lock in group]
        if table := _ROWS.get(kind):
            sql = f"SELECT %s, id FROM {table} WHERE id = ANY(%s::bigint[]) FOR NO KEY UPDATE SKIP LOCKED"
            yield Statement(sql, (kind.value, keys))
        else:
            yield from (Statement(_IF_FREE, (kind.value, key, kind.value, key)) for key in keys)
