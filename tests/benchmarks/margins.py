"""How near to the expected score alpha-beta looks first: CPU time to look so many plies ahead, by margin.

Run `python -m tests.benchmarks.margins` in the checkout. The constant is `_MARGIN` in `engine.alphabeta`; the
widest margin is no margin at all.
"""

from __future__ import annotations

from random import Random
from time import process_time

import engine
from engine import alphabeta

SLUGS, PLIES, ROUNDS = ("oware", "kalah"), 11, 3
MARGINS = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 4.0)


def main() -> None:
    """Print the seconds for each margin."""
    print(f"| margin | {' | '.join(SLUGS)} |\n|--:|{'--:|' * len(SLUGS)}")
    for margin in MARGINS:
        cells = [f"{min(seconds(slug, margin) for _ in range(ROUNDS)):.2f}" for slug in SLUGS]
        print(f"| {margin} | {' | '.join(cells)} |", flush=True)


def seconds(slug: str, margin: float) -> float:
    """Return how long it takes to look ahead from some positions of a random game."""
    alphabeta._MARGIN = margin
    rng, state, begun = Random(slug), engine.game(slug).initial(), process_time()
    for _ in range(4):
        alphabeta.AlphaBeta(state.game).moves(state.position, depth=PLIES)
        for _ in range(4):
            state = state.successor(rng.choice(state.actions()))
    return process_time() - begun


if __name__ == "__main__":
    main()
