"""How long `maxine copy` takes from SQLite to PostgreSQL, and with how much memory.

Run it from the checkout where a PostgreSQL server is installed: `python -m tests.benchmarks.copying`; with
`--matches 600000` it takes some minutes and 2 GB in the directory for temporary files. What is neither rows
nor the replay is mostly indexes, and the rest of the check of the source. The memory is that of the process
that copies, without the server and those who replay.
"""

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from bot.cli import copying
from bot.workers import process_pools
from tests.benchmarks.storage import Filled
from tests.postgres import postgres_database

_T = TypeVar("_T")


def main() -> None:
    """Fill a database, copy it, print how long that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60_000)
    matches = parser.parse_args().matches
    with tempfile.TemporaryDirectory() as folder, postgres_database(is_empty=True) as server:
        source = Path(folder, "maxine.db")
        with process_pools.open_pool(None) as aside:  # whose memory is not that of a copy
            aside.submit(_fill, matches, source).result()
        _time(source, server)


def _fill(matches: int, path: Path) -> None:
    asyncio.run(Filled(matches, path).fill())


def _time(source: Path, target: str) -> None:
    spent = {"rows": 0.0, "replay": 0.0}

    def watched(things: Iterable[_T], _count: int, _unit: str, name: str | None = None) -> Iterator[_T]:
        began = time.perf_counter()
        yield from things
        spent["replay" if name == "replay" else "rows"] += time.perf_counter() - began

    copying._watched = watched  # type: ignore[assignment]
    began = time.perf_counter()
    rows, matches = copying.copy_all(source, target)
    seconds = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{rows:,} rows and {matches:,} matches in"
        f" {seconds:.1f} s: rows {spent['rows']:.1f} s, replay {spent['replay']:.1f} s,"
        f" the rest {seconds - sum(spent.values()):.1f} s; {memory:.0f} MB at most"
    )


if __name__ == "__main__":
    main()
