"""How long it takes to know exactly what every move is worth, in Connect Four and in four in a row on 5x5.

Run `python -m tests.benchmarks.exact` in the checkout, best where nothing else is running. It builds a wheel
in which the search is compiled, and measures that and the plain code in turn, on the positions of matches
between two players at `hard`, who make errors, and at `perfect`, who make none. As in a worker, one process
answers them all, in any order, and has three seconds for each. The last column counts the answers that were
not exact by then.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from engine.solver import Stop

MATCHES = {"hard": 20, "perfect": 8}
LIMIT = 3.0
ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; sys.path[:0] = sys.argv[1:]; from tests.benchmarks.exact import measure; measure()"


def main() -> None:
    """Print the table."""
    print("| search | game | play | plies | positions | median ms | p90 | max | over 1 s | not exact |")
    print(f"|---|---|---|---|{'--:|' * 6}", flush=True)
    with TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, str(ROOT)]
        subprocess.run(build, check=True)  # noqa: S603 - our own package
        for path in ([folder, str(ROOT)], [str(ROOT)]):
            subprocess.run([sys.executable, "-P", "-c", PROGRAM, *path], check=True)  # noqa: S603 - our own program


def measure() -> None:
    """Print the rows of the search that this process has."""
    from engine.fours import search  # noqa: PLC0415 - from where the process was told to find it

    kind = "plain" if str(search.__file__).endswith(".py") else "compiled"
    for slug, level in product(("connect-four", "four-in-a-row-5x5"), MATCHES):
        states = positions(slug, level)
        Random(7).shuffle(states)
        taken = [(state.ply, *timed(state)) for state in states]
        bands = [(0, 11), (12, 12), (13, 15), (16, 41)] if slug == "connect-four" else [(0, 6), (7, 24)]
        for first, last in (*bands, (0, 41)):
            within = [one for one in taken if first <= one[0] <= last]
            print(f"| {kind} | {slug} | {level} | {first} to {last} | {row(within)} |", flush=True)


def positions(slug: str, level: str) -> list[engine.State]:
    """Return the running positions of some matches, each once."""
    rng, found = Random(f"{slug} {level}"), dict[engine.State, None]()
    for _ in range(MATCHES[level]):
        state = engine.game(slug).initial()
        while not state.is_terminal:
            found[state] = None
            choice = engine.get_player(level).choose(state, deadline(LIMIT), rng)
            state = state.successor(choice.action)
    return list(found)


def deadline(seconds: float) -> Stop:
    """Return a stop that is true after so many seconds."""
    end = perf_counter() + seconds
    return lambda: perf_counter() > end


def timed(state: engine.State) -> tuple[float, bool]:
    """Return the milliseconds of an analysis, and whether it is exact."""
    begun = perf_counter()
    analysis = engine.analyse(state, deadline(LIMIT))
    return 1000 * (perf_counter() - begun), analysis.exact


def row(taken: list[tuple[int, float, bool]]) -> str:
    """Return how many there are, median, ninth decile, maximum, how many are slow, and how many not exact."""
    times = sorted(milliseconds for _, milliseconds, _ in taken)
    deciles = quantiles(times, n=10)
    figures = f"{deciles[4]:,.0f} | {deciles[8]:,.0f} | {times[-1]:,.0f}"
    slow, inexact = sum(time > 1000 for time in times), sum(not exact for *_, exact in taken)
    return f"{len(taken)} | {figures} | {slow} | {inexact}"


if __name__ == "__main__":
    main()
