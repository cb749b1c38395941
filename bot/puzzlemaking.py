"""Makes the puzzles: `maxine puzzles [--game SLUG] [--count N] [--seed S] [--to FOLDER]`.

For each game, or the one named, it looks for `count` puzzles of each difficulty and writes them into a file
of the folder, which without `--to` is that in which the engine looks for them. The same seed and count make
the same files. It takes seconds for small games, minutes for those of four in a row, and most for Oware, of
which few positions can be proven: the file that she comes with was made with a count of 20.

It is a process of its own and a file is replaced in one piece, so a bot that is running is not disturbed; it
has the new puzzles after its next start. Ctrl-C ends it with status 130: files already written stay, and what
has been found of the game under way is discarded, so that its file is as it was.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tqdm import tqdm

import engine
from bot.errors import UnwritablePuzzlesError
from engine.puzzles import finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def make(slugs: Sequence[str], count: int, seed: int, folder: Path | None) -> None:
    """Find the puzzles of these games and write their files; StartError if they cannot be written."""
    for slug in slugs:
        path = (folder or Path(engine.puzzles.__file__).parent) / f"{slug}.txt"
        _refuse_unwritable(path)
        puzzles = _found(slug, count, seed)
        _write(path, puzzles)
        found = Counter(puzzle.difficulty for puzzle in puzzles)
        kinds = ", ".join(f"{found[difficulty]} {difficulty}" for difficulty in engine.DIFFICULTIES)
        print(f"{slug} has {len(puzzles)} puzzles: {kinds}.", flush=True)  # noqa: T201 - for whoever asked for them


def _found(slug: str, count: int, seed: int) -> list[engine.Puzzle]:
    game, rng = engine.get_game(slug), Random(f"{seed} {slug}")  # noqa: S311 - no secrets
    puzzles = finding.find(game, rng, count)
    most = count * len(engine.DIFFICULTIES)
    with tqdm(puzzles, desc=game.slug, total=most, unit="puzzle", leave=False) as progress:
        return list(progress)


def _refuse_unwritable(path: Path) -> None:
    """Raise StartError before anybody waits for minutes for puzzles that cannot be written."""
    with _written(path) as new:
        new.write_bytes(b"")


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
