"""How long `maxine copy` takes from SQLite to PostgreSQL, and back.

Run it from the checkout where a PostgreSQL server is installed: `python -m tests.benchmarks.copying`; with
`--matches 600000` it takes some minutes and 1 GB in the directory for temporary files.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from bot.__main__ import main as maxine
from tests.benchmarks.storage import Filled
from tests.postgres import postgres_database


def main() -> None:
    """Fill a database, copy it there and back, print how long that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60_000)
    matches = parser.parse_args().matches
    with tempfile.TemporaryDirectory() as folder, postgres_database(is_empty=True) as server:
        first, second = (Path(folder, name) for name in ("first.db", "second.db"))
        asyncio.run(Filled(matches, first).fill())
        _time(f"sqlite:///{first}", server)
        _time(server, f"sqlite:///{second}")


def _time(source: str, target: str) -> None:
    began = time.perf_counter()
    if maxine(["copy", source, target]):
        raise SystemExit(1)
    print(f"{source.partition(':')[0]} to {target.partition(':')[0]}: {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
