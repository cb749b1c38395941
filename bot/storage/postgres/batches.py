"""Writes that wait for the same transaction."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.storage.postgres.dialect import Row, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.storage.postgres.locks import Lock

MOST_AT_ONCE = 1000
"""Rows that a statement changes which could be any number: it must end in time."""

_MOST = 256  # in a transaction
_PATIENCE, _LEAST = 1.5, 0.05
Tell: TypeAlias = Callable[[list[Row]], None]
"""Tells of the rows that a statement returned to whoever waits for them."""


class Write(NamedTuple):
    """What is written by one statement, after its locks are taken; its rows tell what it did.

    If it has a `key`, its values are arrays of which those of several writes can be joined, and its rows
    begin with the key. Such a write may change nothing that another with the same statement and key does.
    One that `is_repeatable` does nothing at a second time that it did at the first, and tells the same; or it
    finds no rows then, and those of `written` tell that what it was to do is done. Any other takes one trip
    more, by which it is known for certain.
    """

    statement: Statement
    locks: tuple[Lock, ...] = ()
    key: int | None = None
    is_repeatable: bool = True
    written: Statement | None = None


@dataclass(eq=False)
class Waiting:
    """A write, and whoever waits for it; it `is_unsure` once an answer was lost."""

    write: Write
    outcome: asyncio.Future[list[Row]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    asked_at: float = field(default_factory=time.monotonic)
    is_unsure: bool = False

    @property
    def patience(self) -> float:
        """How many seconds it may still wait for locks of others; a little in any case."""
        return max(self.asked_at + _PATIENCE - time.monotonic(), _LEAST)

    def settle(self, rows: list[Row]) -> None:
        """Tell whoever asked for it, unless they have gone."""
        if not self.outcome.done():
            self.outcome.set_result(rows)

    def fail(self, error: Exception) -> None:
        """Raise the error where it was asked for."""
        if not self.outcome.done():
            self.outcome.set_exception(error)


def hurrying(batch: Sequence[Waiting]) -> list[Statement]:
    """Return what lets a transaction wait for locks only as long as the oldest of its writes may."""
    patience = min(each.patience for each in batch)
    if patience > _PATIENCE - 2 * _LEAST:  # as it is for a new connection
        return []
    return [Statement("SELECT set_config('lock_timeout', %s, TRUE)", (f"{1000 * patience:.0f}ms",))]


def impatient(batch: Sequence[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
    """Return those that can wait no longer, and those that can."""
    can_wait = [each for each in batch if each.patience > _LEAST]
    return [each for each in batch if each not in can_wait], can_wait


def next_batch(waiting: Sequence[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
    """Return what can be written by one transaction, and what must wait for another."""
    batch, later, taken = list[Waiting](), list[Waiting](), set[tuple[str, int]]()
    for each in waiting:
        name = (each.write.statement.sql, each.write.key) if each.write.key is not None else None
        if len(batch) == _MOST or name in taken:
            later.append(each)
        else:
            batch.append(each)
            taken |= {name} if name else set()
    return batch, later


def joined(batch: Sequence[Waiting]) -> list[tuple[Statement, Tell]]:
    """Return the statements of a batch, those that can be joined as one, and who is told of their rows."""
    works, groups = list[tuple[Statement, Tell]](), defaultdict[str, list[Waiting]](list)
    for each in batch:
        if each.write.key is None:
            works.append((each.write.statement, each.settle))
        else:
            groups[each.write.statement.sql].append(each)
    return [*works, *(_join(sql, group) for sql, group in groups.items())]


def _join(sql: str, group: list[Waiting]) -> tuple[Statement, Tell]:
    columns = zip(*(each.write.statement.values for each in group), strict=True)
    values = [[value for array in arrays for value in array] for arrays in columns]

    def tell(rows: list[Row]) -> None:
        for each in group:
            each.settle([row for row in rows if row[0] == each.write.key])

    return Statement(sql, values), tell
