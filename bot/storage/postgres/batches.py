"""Changes that are made by the same transaction, as a commit costs more than a change."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import Any

from bot.storage.database import Decide, Lock, Locked, Row, Statement
from bot.storage.postgres.dialect import placing

_MOST = 64
_PATIENCE, _PATIENCE_OF_SEVERAL, _LEAST = 1.5, 0.1, 0.05
"""Seconds to wait for what is locked: several go alone soon, and only who needs it waits on."""

_ROWS = {
    Locked.INVITATION: "invitations",
    Locked.MATCH: "matches",
    Locked.TOURNAMENT: "tournaments",
    Locked.AWAKE: "awake",
    Locked.PLAN: "plans",
}
_ADVISORY = "SELECT pg_advisory_xact_lock(%s::integer, hashint8(%s))"


@dataclass(eq=False, frozen=True)
class Change:
    """What is to be decided, and the caller that waits for it."""

    locks: frozenset[Lock]
    asked: Sequence[Statement]
    decide: Decide[Any]
    outcome: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    asked_at: float = field(default_factory=time.monotonic)

    def settle(self, result: object) -> None:
        """Give the caller the result, unless it was cancelled."""
        if not self.outcome.done():
            self.outcome.set_result(result)

    def fail(self, error: Exception) -> None:
        """Raise the error where it was asked for."""
        if not self.outcome.done():
            self.outcome.set_exception(error)


def next_batch(waiting: Sequence[Change]) -> tuple[list[Change], list[Change]]:
    """Return what can be changed by one transaction, and what must wait for another.

    What one is asked does not see what another writes, so two that need the same lock are kept apart.
    """
    batch, later, taken = list[Change](), list[Change](), set[Lock]()
    for each in waiting:
        fits = len(batch) < _MOST and taken.isdisjoint(each.locks)
        (batch if fits else later).append(each)
        taken |= each.locks
    return batch, later


def _limiting_waits(batch: Sequence[Change]) -> Statement:
    """Return what lets a transaction wait for locks only as long as the oldest of its changes may."""
    most = _PATIENCE if len(batch) == 1 else _PATIENCE_OF_SEVERAL
    seconds = max(min(most, batch[0].asked_at + _PATIENCE - time.monotonic()), _LEAST)
    return Statement("SELECT set_config('lock_timeout', %s, TRUE)", (f"{1000 * seconds:.0f}ms",))


def join_batch(batch: Sequence[Change]) -> tuple[list[Statement], Decide[list[Any]]]:
    """Return what a batch is asked, and what decides for all of it."""
    first = [_limiting_waits(batch), *_taking(chain(*(each.locks for each in batch)))]
    asked = [placing(statement) for each in batch for statement in each.asked]

    def decide(found: list[list[Row]]) -> tuple[list[Any], list[Statement]]:
        results, written, rows = list[Any](), list[Statement](), iter(found[len(first) :])
        for each in batch:
            result, more = each.decide([next(rows) for _ in each.asked])
            results.append(result)
            written += map(placing, more)
        return results, written

    return [*first, *asked], decide


def _taking(locks: Iterable[Lock]) -> Iterator[Statement]:
    """Yield the statements that take the locks, in the same order in every process, so that none deadlock.

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
