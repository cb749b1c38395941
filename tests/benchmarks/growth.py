"""Whether a large database answers as fast as a small one that is asked the same things in turn."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path

T = TypeVar("T")


@dataclass
class Timed:
    """A file of so many finished matches, and how long it took to answer."""

    matches: int
    path: Path
    rng: random.Random = field(default_factory=lambda: random.Random(2026))
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    async def timed(self, name: str, work: Awaitable[T]) -> T:
        """Await something and note how long it took."""
        began = time.perf_counter()
        result = await work
        self.seconds[name].append(time.perf_counter() - began)
        return result


def table(small: Timed, large: Timed) -> str:
    """Return the figures, in milliseconds, and how the large file compares."""
    lines = [
        f"| median (p95), ms | {small.matches:,} matches | {large.matches:,} matches | ratio |",
        "|---|--:|--:|--:|",
    ]
    for name, seconds in small.seconds.items():
        more = large.seconds[name]
        ratio = median(more) / median(seconds)
        lines.append(f"| {name} | {_figures(seconds)} | {_figures(more)} | {ratio:.1f} |")
    return "\n".join(lines)


def _figures(seconds: list[float]) -> str:
    return f"{1000 * median(seconds):.2f} ({1000 * quantiles(seconds, n=20)[-1]:.2f})"
