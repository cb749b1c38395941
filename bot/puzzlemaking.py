"""Makes the puzzles: `maxine puzzles [--game SLUG] [--count N] [--seed S] [--to FOLDER]`.

For each game, or the one named, it judges again the puzzles that its file in the folder holds, which without
`--to` is that in which the engine looks for them, keeps those that still are puzzles, and adds new ones until
there are `count` of each difficulty. The same seed and count add the same to the same file, however many
cores there are to work on it. It takes a second for small games, of which all positions are looked at, an
hour or less for those of four in a row and Kalah, and hours for Oware, of which little more than endgames can
be proven.

It is a process of its own and a file is replaced in one piece, so a bot that is running is not disturbed; it
has the new puzzles after its next start. Ctrl-C ends it with status 130: what has been found so far of the
game under way is written too, once all that its file held has been judged.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tqdm import tqdm

import engine
from bot.errors import UnwritablePuzzlesError
from engine.puzzles import finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.pool import AsyncResult, Pool

_T = TypeVar("_T")
_R = TypeVar("_R")

_NICE = 10  # how far it steps back for a bot on the same machine

_AHEAD = 32
"""How many calls are begun ahead: enough that no core waits for another that is at a long one."""


def make(slugs: Sequence[str], count: int, seed: int, folder: Path | None) -> None:
    """Add to the files of these games; StartError if one cannot be written."""
    for slug in slugs:
        path = (folder or Path(engine.puzzles.__file__).parent) / f"{slug}.txt"
        _refuse_unwritable(path)
        puzzles = _extend(path, count, seed)
        found = Counter(puzzle.difficulty for puzzle in puzzles)
        kinds = ", ".join(f"{found[difficulty]} {difficulty}" for difficulty in engine.DIFFICULTIES)
        print(f"{slug} has {len(puzzles)} puzzles: {kinds}.", flush=True)  # noqa: T201 - for whoever asked for them


def _extend(path: Path, count: int, seed: int) -> list[engine.Puzzle]:
    """Return the puzzles of a file once it has been extended as far as it was waited for."""
    slug, old = path.stem, _read(path)
    most = max(count * len(engine.DIFFICULTIES), len(old))
    with _map_for(slug) as each, tqdm(desc=slug, total=most, unit="puzzle", leave=False) as progress:

        def shown(puzzles: Iterable[engine.Puzzle]) -> Iterator[engine.Puzzle]:
            for puzzle in puzzles:
                yield puzzle
                progress.update()

        puzzles = [*shown(finding.judge_again(old, each))]
        try:
            puzzles += shown(finding.find(slug, partial(_chance, seed), count, puzzles, each))
        finally:
            _write(path, puzzles)
    return puzzles


def _chance(seed: int, name: str) -> Random:
    return Random(f"{seed} {name}")  # noqa: S311 - no secrets


@contextmanager
def _map_for(slug: str) -> Iterator[finding.Each]:
    """Yield what does the work on a game: all cores, or this process alone where it takes but a second."""
    if engine.is_instant(engine.get_game(slug)):
        yield map
        return
    # Ctrl-C means every process of the terminal; these inherit that it is ignored, and end with this one.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        pool = get_context("spawn").Pool(initializer=_step_back)
    finally:
        signal.signal(signal.SIGINT, handler)
    with pool:
        yield partial(_map_in, pool)


def _step_back() -> None:
    """Let whatever else this machine has to do come first."""
    if hasattr(os, "nice"):
        os.nice(_NICE)


def _map_in(pool: Pool, function: Callable[[_T], _R], arguments: Iterable[_T]) -> Iterator[_R]:
    """Yield what a function returns of each argument, in that order, while it works on the next ones."""
    waiting: deque[AsyncResult[_R]] = deque()
    for argument in arguments:
        waiting.append(pool.apply_async(function, (argument,)))
        if len(waiting) > _AHEAD:
            yield waiting.popleft().get()
    while waiting:
        yield waiting.popleft().get()


def _refuse_unwritable(path: Path) -> None:
    """Raise StartError before anybody waits for minutes for puzzles that cannot be written."""
    with _written(path) as new:
        new.write_bytes(b"")


def _read(path: Path) -> tuple[engine.Puzzle, ...]:
    """Return the puzzles of the file, if there is one; StartError if it holds anything else."""
    try:
        return engine.puzzles.parsed(path.stem, path.read_text("utf-8")) if path.exists() else ()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise UnwritablePuzzlesError(path, reason) from error


def _write(path: Path, puzzles: Sequence[engine.Puzzle]) -> None:
    """Replace the file in one piece, so that nobody reads half of it."""
    with _written(path) as new:
        new.write_text(engine.puzzles.text(path.stem, puzzles), "utf-8")
        new.replace(path)


@contextmanager
def _written(path: Path) -> Iterator[Path]:
    """Yield a path beside the file to write to first; StartError if that fails."""
    new = path.with_suffix(".new")
    try:
        yield new
    except OSError as error:
        raise UnwritablePuzzlesError(path, error.strerror or str(error)) from error
    finally:
        with suppress(OSError):
            new.unlink()
