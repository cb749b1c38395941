"""Whether Monte Carlo tree search comes to the minimax choice in tic-tac-toe: in how many positions it errs.

Run it from the checkout: `python -m tests.benchmarks.uct [PLAYOUTS ...]`, 1,000 and 10,000 if none are given.
In each of the 4,520 running positions it chooses once, from a seed of its own, and it is counted where its
move gives the outcome away. It takes some minutes on two cores.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

import engine
from engine.players.monte_carlo import MonteCarlo

GAME = "tic-tac-toe"
SEED = 2026


def main(playouts: Sequence[int]) -> None:
    """Print how many positions there are and in how many it errs."""
    with ProcessPoolExecutor() as pool:
        for count in playouts:
            errors = [*pool.map(partial(gives_away, count), positions(), chunksize=20)]
            print(f"{count} playouts: {len(errors)} positions, {sum(errors)} errors", flush=True)


def positions() -> list[engine.Position]:
    """Return all positions in which the game has not ended, those of the first moves first."""
    game, found = engine.game(GAME), {}
    waiting = [game.start]
    for position in waiting:
        if position not in found and (after := game.successors(position)):
            found[position] = True
            waiting += after.values()
    return list(found)


def gives_away(playouts: int, position: engine.Position) -> bool:
    """Return whether what it chooses in the position is worth less than the best."""
    game = engine.game(GAME)
    state = engine.State(game, position, ply=position.bit_count())
    action = MonteCarlo(playouts).choose(state, None, Random(f"{SEED} {position}")).action
    analysis = engine.analyse(state)
    return next(move.value for move in analysis.moves if move.action == action) < analysis.value


if __name__ == "__main__":
    main([*map(int, sys.argv[1:])] or [1_000, 10_000])
