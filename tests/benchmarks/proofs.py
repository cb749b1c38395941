"""How much is proven in Connect Four where the book ends, in a given time, compared with an earlier revision.

Run `python -m tests.benchmarks.proofs --against REVISION` in the checkout. It builds a wheel of either, in
which the search is compiled, and measures both and the plain code of both in turn, on the same positions at
plies 12 to 16 of matches between strong players. One process answers them all, in any order, as a worker
does. Time is CPU time, so that a busy machine changes little. An answer is exact if everything is known, and
proven if it is known of every move whether it wins, draws or loses. More than five seconds count as five.
"""

import json
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import process_time

import engine
from engine.solver import Stop
from engine.solvers import new_solver

PLIES = range(12, 17)
SECONDS = (0.3, 1.0)
ENOUGH = 5.0
"""Seconds after which a position is given up whose time is measured."""

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
folder, *rest = sys.argv[1:]
sys.path[:0] = [folder, rest[0]]
from tests.benchmarks.proofs import measure
measure(*rest[1:])
"""


def main() -> None:
    """Print a table, and how much longer the earlier revision takes."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="HEAD~1", help="the earlier revision")
    parser.add_argument("--positions", type=int, default=16, help="how many of each ply")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        paths = built(Path(folder), arguments.against)
        file = Path(folder, "positions.json")
        file.write_text(json.dumps(positions(arguments.positions)), encoding="ascii")
        head = " | ".join(f"not exact in {seconds} s | not proven" for seconds in SECONDS)
        print(f"| search | revision | median ms | p90 | sum | {head} |\n|---|---|{'--:|' * 7}", flush=True)
        sums = {key: measured(path, *key, file) for key, path in paths.items()}
    for kind in ("compiled", "plain"):
        print(f"{kind}: the earlier one takes {sums[kind, 'earlier'] / sums[kind, 'now']:.1f} times as long")


def built(folder: Path, revision: str) -> dict[tuple[str, str], Path]:
    """Build the wheels; return where each kind of search is, of either revision."""
    earlier = folder / "source"
    earlier.mkdir()
    archive = folder / "source.tar"
    subprocess.run(["git", "archive", "-o", archive, revision], cwd=ROOT, check=True)  # noqa: S603, S607 - the user's git
    shutil.unpack_archive(archive, earlier, filter="data")
    paths = {("plain", "earlier"): earlier, ("plain", "now"): ROOT}
    for name, source in (("earlier", earlier), ("now", ROOT)):
        target = folder / name
        build = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--target",
            str(target),
            str(source),
        ]
        subprocess.run(build, check=True)  # noqa: S603 - our own package
        paths["compiled", name] = target
    return dict(sorted(paths.items()))


def positions(count: int) -> list[tuple[int, str]]:
    """Return so many positions of each ply, of matches that begin by chance and go on by best play mostly."""
    rng, game = Random(12), engine.game("connect-four")
    found: dict[int, dict[str, None]] = {ply: {} for ply in PLIES}
    while min(map(len, found.values())) < count:
        state = game.initial()
        for _ in range(rng.randint(1, 4)):
            state = state.successor(rng.choice(state.actions()))
        while not state.is_terminal and state.ply < PLIES.stop:
            if state.ply in found and len(found[state.ply]) < count:
                found[state.ply][str(state.position)] = None
            moves = engine.analyse(state, deadline(SECONDS[0]), has_lines=False).moves
            state = state.successor(rng.choice(moves[: rng.choice((1, 1, 1, 3))]).action)
    return [(ply, position) for ply, some in found.items() for position in some]


def measured(path: Path, kind: str, revision: str, file: Path) -> float:
    """Measure one search in its own process, and print its row; return the sum of its milliseconds."""
    command = [sys.executable, "-P", "-c", PROGRAM, str(path), str(ROOT), str(file), kind, revision]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - our own program
    print(done.stdout, end="", flush=True)
    return float(done.stdout.split("|")[5].replace(",", ""))


def measure(file: str, kind: str, revision: str) -> None:
    """Print the row of the search that this process has."""
    asked = json.loads(Path(file).read_text(encoding="ascii"))
    Random(7).shuffle(asked)
    states = [engine.State(engine.game("connect-four"), int(position), ply) for ply, position in asked]
    times = [answered(states, ENOUGH)[2]]
    cells = [figure for seconds in SECONDS for figure in answered(states, seconds)[:2]]
    deciles = quantiles(times[0], n=10)
    figures = f"{deciles[4]:,.0f} | {deciles[8]:,.0f} | {sum(times[0]):,.0f}"
    print(f"| {kind} | {revision} | {figures} | {' | '.join(map(str, cells))} |")


def answered(states: list[engine.State], seconds: float) -> tuple[int, int, list[float]]:
    """Return of how many states not all is exact in that time, and proven, and how long each takes."""
    solver, inexact, unproven, times = new_solver(states[0].game), 0, 0, []
    for state in states:
        begun = process_time()
        moves = solver.moves(state.position, deadline(seconds))
        times.append(1000 * (process_time() - begun))
        inexact += not all(move.exact for move in moves)
        unproven += not all(getattr(move, "is_proven", move.exact) for move in moves)
    return inexact, unproven, times


def deadline(seconds: float) -> Stop:
    """Return a stop that is true after so many seconds of CPU time."""
    end = process_time() + seconds
    return lambda: process_time() > end


if __name__ == "__main__":
    main()
