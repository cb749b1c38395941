"""Changes that are made by the same transaction, as a commit costs more than a change."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from bot.storage.database import Lock, Row, Statement
from bot.storage.postgres.dialect import placing
from bot.storage.postgres.locks import taking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.storage.database import Decide

_MOST = 64
_PATIENCE = Statement("SELECT set_config('lock_timeout', '100ms', TRUE)")
"""Several do not wait long for what is locked: each goes alone then, and only who needs it waits on."""


@dataclass(eq=False, frozen=True)
class Change:
    """What is to be decided, and whoever waits for that."""

    locks: frozenset[Lock]
    asked: Sequence[Statement]
    decide: Decide[Any]
    outcome: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, result: object) -> None:
        """Tell whoever asked for it, unless they have gone."""
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


def joined(batch: Sequence[Change]) -> tuple[list[Statement], Decide[list[Any]]]:
    """Return what a batch is asked, and what decides for all of it."""
    first = [*([_PATIENCE] if len(batch) > 1 else []), *taking(chain(*(each.locks for each in batch)))]
    asked = [placing(statement) for each in batch for statement in each.asked]

    def decide(found: list[list[Row]]) -> tuple[list[Any], list[Statement]]:
        results, written, rows = list[Any](), list[Statement](), iter(found[len(first) :])
        for each in batch:
            result, more = each.decide([next(rows) for _ in each.asked])
            results.append(result)
            written += map(placing, more)
        return results, written

    return [*first, *asked], decide
