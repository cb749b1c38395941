"""Makes the puzzles: `maxine puzzles [--game SLUG] [--count N] [--seed S] [--to FOLDER] [--cluster ADDRESS]`.

For each game, or the one named, it judges again the puzzles that its file in the folder holds, which without
`--to` is that in which the engine looks for them, keeps those that still are puzzles, and adds new ones until
there are `count` of each difficulty. The same seed and count add the same to the same file, however many
cores, here or on a cluster, there are to work on it. It takes a second for small games, of which all
positions are looked at, an hour or less for those of four in a row and Kalah, and hours for Oware, of which
little more than endgames can be proven.

It is a process of its own and a file is replaced in one piece, so a bot that is running is not disturbed; it
has the new puzzles after its next start. Each puzzle is written as soon as it is found, once all that the
file held has been judged, so nothing is lost whatever ends it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

from tqdm import tqdm

import engine
from bot.files import beside, replaced
from bot.start_errors import UnwritablePuzzlesError
from bot.workers import process_pools
from engine.puzzles import finding

_NICE = 10  # how far it steps back for a bot on the same machine


def make(
    slugs: Sequence[str], count: int, seed: int, folder: Path | None, cluster: str | None = None
) -> None:
    """Add to the files of these games; StartError if one cannot be written, or the cluster not be used."""
    for slug in slugs:
        path = (folder or Path(engine.puzzles.__file__).parent) / f"{slug}.txt"
        _refuse_unwritable(path)
        puzzles = _extend(path, count, seed, cluster)
        found = Counter(puzzle.difficulty for puzzle in puzzles)
        kinds = ", ".join(f"{found[difficulty]} {difficulty}" for difficulty in engine.DIFFICULTIES)
        print(f"{slug} has {len(puzzles)} puzzles: {kinds}.", flush=True)  # noqa: T201 - for the operator


def _extend(path: Path, count: int, seed: int, cluster: str | None) -> list[engine.Puzzle]:
    """Return the puzzles of a file once it has been extended as far as it was waited for."""
    slug, old = path.stem, _read_puzzles(path)
    most = max(count * len(engine.DIFFICULTIES), len(old))
    with _map_for(slug, cluster) as each, tqdm(desc=slug, total=most, unit="puzzle", leave=False) as progress:

        def shown(puzzles: Iterable[engine.Puzzle]) -> Iterator[engine.Puzzle]:
            for puzzle in puzzles:
                yield puzzle
                progress.update()

        puzzles = [*shown(finding.judge_again(old, each))]
        _write_puzzles(path, puzzles)
        for puzzle in shown(
            finding.find_puzzles(slug, partial(_make_puzzle_rng, seed), count, puzzles, each)
        ):
            puzzles.append(puzzle)
            _write_puzzles(path, puzzles)
    return puzzles


def _make_puzzle_rng(seed: int, name: str) -> Random:
    return Random(f"{seed} {name}")  # noqa: S311 - no secrets


@contextmanager
def _map_for(slug: str, cluster: str | None) -> Iterator[finding.Each]:
    """Yield what does the work on a game: a pool of processes, or this one where it takes a second."""
    if engine.is_instant(engine.get_game(slug)):
        yield map
        return
    with process_pools.open_pool(cluster, _NICE) as executor:
        yield partial(process_pools.map_in, executor)


def _refuse_unwritable(path: Path) -> None:
    """Raise StartError before minutes are spent on puzzles that cannot be written."""
    with _reporting_unwritable(path):
        beside(path).write_bytes(b"")
        beside(path).unlink()


def _read_puzzles(path: Path) -> tuple[engine.Puzzle, ...]:
    """Return the puzzles of the file, if there is one; StartError if it holds anything else."""
    try:
        return engine.puzzles.parsed(path.stem, path.read_text("utf-8")) if path.exists() else ()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise UnwritablePuzzlesError(path, reason) from error


def _write_puzzles(path: Path, puzzles: Sequence[engine.Puzzle]) -> None:
    with _reporting_unwritable(path), replaced(path) as new:
        new.write_text(engine.puzzles.format_file(path.stem, puzzles), "utf-8")


@contextmanager
def _reporting_unwritable(path: Path) -> Iterator[None]:
    """Raise StartError if the file cannot be written."""
    try:
        yield
    except OSError as error:
        raise UnwritablePuzzlesError(path, error.strerror or str(error)) from error
