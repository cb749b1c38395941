"""Copies a database and checks the copy, with progress for the operator."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

import engine
from bot.extras import needing
from bot.models import Ending
from bot.models.matches import Manner
from bot.start_errors import Flaw, UnsoundMatchError
from bot.storage import transfer
from bot.storage.rows import ending_from, numbers_of
from bot.storage.sqlite import backups
from bot.storage.sqlite.transfer import opened
from bot.storage.transfer import Row
from bot.workers import process_pools
from engine import IllegalActionError, Outcome, State

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
        for _ in process_pools.map_in(executor, replay, _batches(iter(rows))):
            pass


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := [*islice(rows, _BATCH)]:
        yield batch


def replay(rows: Iterable[Row]) -> None:
    """Replay matches by their rows of RECORDS; UnsoundMatchError at the first that breaks a rule.

    A process of an executor calls this.
    """
    for match_id, *record in rows:
        if (flaw := _find_flaw(*record)) is not None:
            raise UnsoundMatchError(match_id, flaw)


def _find_flaw(game_slug: str, result: str | None, manner: Manner | None, moves: str | None) -> Flaw | None:
    if game_slug not in engine.game_slugs():
        return Flaw.UNKNOWN_GAME
    state, numbers = engine.get_game(game_slug).initial(), numbers_of(moves or "")
    for number, (ply, action) in enumerate(zip(numbers[::2], numbers[1::2], strict=True)):
        if ply != number:
            return Flaw.MISSING_MOVE
        try:
            state = state.successor(action)
        except IllegalActionError:
            return Flaw.ILLEGAL_MOVE
    return None if _is_possible(state, ending_from(result, manner)) else Flaw.WRONG_RESULT


def _is_possible(state: State, ending: Ending | None) -> bool:
    """Return whether a match may have ended so: a draw before the end of the game must be agreed."""
    if state.is_terminal:
        return ending is not None and ending.outcome is state.outcome
    return ending is None or ending.outcome is not Outcome.DRAW or ending.manner == "agreement"


def _watched(things: Iterable[_T], count: int, unit: str, name: str | None = None) -> Iterable[_T]:
    return tqdm(things, name, count, unit=unit, leave=False, delay=1, disable=None)
