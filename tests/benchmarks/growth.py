"""Whether a large database answers as fast as a small one that is asked the same things in turn."""

import random
import sqlite3
import time
from collections import defaultdict
from collections.abc import Awaitable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

T = TypeVar("T")
_CACHE = 1_000_000  # KiB


@dataclass
class Timed:
    """A file of so many finished matches, and how long it took to answer, of which the processor worked."""

    matches: int
    path: Path
    rng: random.Random = field(default_factory=lambda: random.Random(2026))
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    worked: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    async def timed(self, name: str, work: Awaitable[T]) -> T:
        """Await something and note how long it took."""
        began, worked = time.perf_counter(), time.process_time()
        result = await work
        self.worked[name].append(time.process_time() - worked)
        self.seconds[name].append(time.perf_counter() - began)
        return result


@contextmanager
def bulk(path: Path) -> Iterator[sqlite3.Connection]:
    """Fill a new file all at once: indexes are made at the end, and what is cut off is lost."""
    with closing(sqlite3.connect(path)) as db:
        for setting in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{_CACHE}"):
            db.execute(f"PRAGMA {setting}")
        indexes = db.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
        ).fetchall()
        for name, _ in indexes:
            db.execute(f"DROP INDEX {name}")
        yield db
        for _, sql in indexes:
            db.execute(sql)
        db.commit()
        db.execute("PRAGMA journal_mode = WAL")


def table(small: Timed, large: Timed) -> str:
    """Return the figures, in milliseconds, and how the large file compares.

    What the processor worked is no longer on a machine that has much else to do.
    """
    lines = [
        f"| median (p95), ms | {small.matches:,} matches | {large.matches:,} matches | ratio | of work |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, seconds in small.seconds.items():
        more = large.seconds[name]
        ratios = _ratio(more, seconds), _ratio(large.worked[name], small.worked[name])
        lines.append(f"| {' | '.join((name, _figures(seconds), _figures(more), *ratios))} |")
    return "\n".join(lines)


def _figures(seconds: list[float]) -> str:
    return f"{1000 * median(seconds):.2f} ({1000 * quantiles(seconds, n=20)[-1]:.2f})"


def _ratio(more: list[float], seconds: list[float]) -> str:
    return f"{median(more) / median(seconds):.1f}"
