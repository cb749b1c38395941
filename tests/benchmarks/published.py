"""The tournament of tic-tac-toe that was published for players of these kinds, and ours beside it.

Run it from the checkout: `python -m tests.benchmarks.published [--picture FILE]`. It plays 1,000 games of
each pair and prints the table of docs/strength.md, in percent of the games, in some minutes on two cores.
The figures of others are those of github.com/nestedsoftware/tictac, in whose words `perfect` is "minimax
random" and `minimax`, which takes its first best move, "minimax not random".
"""

import argparse
from concurrent.futures import Future, ProcessPoolExecutor
from functools import reduce
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from bot import arena
from bot.arena import Pair
from engine.arena import SeriesResult

GAME = "tic-tac-toe"
GAMES, AT_ONCE = 1_000, 50
SEED = 2026

TREES, LEARNERS = ("minimax", "perfect"), ("q-table", "mcts", "neural")
PUBLISHED: dict[Pair, tuple[float, float, float]] = {
    ("random", "random"): (60.1, 28.9, 11.0),
    ("perfect", "random"): (96.8, 0, 3.2),
    ("random", "perfect"): (0, 78.1, 21.9),
    ("q-table", "random"): (93.1, 0, 6.9),
    ("random", "q-table"): (0, 61.0, 39.0),
    ("mcts", "random"): (81.8, 0, 18.2),
    ("random", "mcts"): (0, 63.5, 36.5),
    ("neural", "random"): (98.4, 0, 1.6),
    ("random", "neural"): (0, 75.4, 24.6),
    **dict.fromkeys(product(TREES, TREES), (0, 0, 100)),
    **dict.fromkeys(product(LEARNERS, TREES), (0, 0, 100)),
    **dict.fromkeys(product(TREES, LEARNERS), (0, 0, 100)),
    **dict.fromkeys(zip(LEARNERS, LEARNERS, strict=True), (0, 0, 100)),
}
"""Wins of the first player, wins of the second, draws."""


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", type=Path, help="a file for a picture of all rows, as PNG")
    options = parser.parse_args()
    print("| first | second | published: first/second/drawn | ours |")
    print("|---|---|--:|--:|")
    tallies: dict[Pair, SeriesResult] = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        played = {pair: played_by(pool, pair) for pair in PUBLISHED}
        for (first, second), parts in played.items():
            tally = reduce(SeriesResult.joined, (part.result()[1] for part in parts))
            tallies[first, second] = tally
            fractions = [100 * count / tally.games for count in tally]
            row = [first, second, written(PUBLISHED[first, second]), written(fractions)]
            print(f"| {' | '.join(row)} |", flush=True)
    if options.picture is not None:
        options.picture.write_bytes(arena.draw_rows(tallies))


def played_by(pool: ProcessPoolExecutor, pair: Pair) -> list[Future[tuple[Pair, SeriesResult]]]:
    """Return what will be the results of a pair."""
    parts = (range(first, first + AT_ONCE) for first in range(0, GAMES, AT_ONCE))
    return [pool.submit(arena.play_some, GAME, pair, SEED, part) for part in parts]


def written(fractions: list[float] | tuple[float, float, float]) -> str:
    """Return three percentages."""
    return "/".join(f"{share:.1f}" for share in fractions)


if __name__ == "__main__":
    main()
