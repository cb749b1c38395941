"""Copies a database and checks the copy, with progress for the operator."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

from bot.extras import needing
from bot.services import soundness
from bot.storage import transfer
from bot.storage.rows import records_from
from bot.storage.sqlite import backups
from bot.storage.sqlite.transfer import opened
from bot.storage.transfer import Row
from bot.workers import process_pools

_T = TypeVar("_T")
_BATCH = 2_000  # matches that a process replays at a time
_ALONE = 20_000  # matches that this process has replayed before others have started
_NICE = 10  # niceness, for a bot on the same machine


def copy_checked(source: Path, target: Path) -> int:
    """Copy a database of the bot and return how many matches it has; StartError if that fails."""
    with backups.copied(source, target) as (count, records):
        _replay_matches(_watched(records, count, "match"), count)
    return count


def copy_all(source: Path, target: str) -> tuple[int, int]:
    """Copy a file to the database of a server; return how many rows and how many matches there are.

    StartError if that fails, and then the target stays empty.
    """
    with needing("postgres"):
        from bot.storage.postgres.transfer import filled  # noqa: PLC0415 - an extra
    with filled(target) as new:
        with opened(source) as old, new.unchecked():
            for table in transfer.tables():
                new.fill(table, _watched(old.rows(table), old.count(table), "row", table))
            counts = transfer.compare_counts(old, new)
        _replay_matches(_watched(new.records(), counts["matches"], "match", "replay"), counts["matches"])
    return sum(counts.values()), counts["matches"]


def _replay_matches(rows: Iterable[Row], count: int) -> None:
    """Replay matches, in as many processes as there are cores if they are many."""
    is_small = count <= _ALONE
    inline = nullcontext(process_pools.InlineExecutor())
    with inline if is_small else process_pools.open_pool(None, _NICE) as executor:
        for _ in process_pools.map_in(executor, _replay_some, _batches(iter(rows))):
            pass


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := [*islice(rows, _BATCH)]:
        yield batch


def _replay_some(rows: list[Row]) -> None:
    """Replay some matches; a process of an executor calls this."""
    soundness.replay(records_from(rows))


def _watched(things: Iterable[_T], count: int, unit: str, name: str | None = None) -> Iterable[_T]:
    return tqdm(things, name, count, unit=unit, leave=False, delay=1, disable=None)
