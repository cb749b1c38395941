"""In how many positions of Kalah a second of work proves who wins after every move, and by how much.

Run `python -m tests.benchmarks.kalah_exact` where the engine is compiled, or where it is not. The positions
are of all plies of games at random, and of games of players who see six plies ahead and err now and then.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import engine
from engine.alphabeta import AlphaBeta
from engine.analysis import new_solver
from engine.games.kalah import Kalah
from engine.machine import IS_COMPILED
from engine.seeds.solver import Seeds

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.solver import Stop

POSITIONS, LIMIT, DEPTH, WHIM = 200, 1.0, 6, 0.1
GAME = engine.game("kalah")
BANDS = [(0, 3), (4, 7), (8, 11), (12, 15), (16, 23), (24, 99), (0, 99)]


def main() -> None:
    """Print the table."""
    search = "compiled" if IS_COMPILED else "plain"
    print(f"| {search} | plies | positions | outcomes % | median s | margins % |")
    print(f"|---|---|{'--:|' * 4}", flush=True)
    for kind in ("random", "strong"):
        states = positions(kind)
        taken = [(state.ply, *timed(state, _has_sign), timed(state, _is_one)[0]) for state in states]
        for first, last in BANDS:
            inside = [one for one in taken if first <= one[0] <= last]
            if inside:
                print(f"| {kind} | {first} to {last} | {row(inside)} |", flush=True)


def row(taken: list[tuple[int, bool, float, bool]]) -> str:
    """Return how many there are, in how many it is known who wins, after what time, and by how much."""
    outcomes = 100 * sum(one[1] for one in taken) / len(taken)
    margins = 100 * sum(one[3] for one in taken) / len(taken)
    return f"{len(taken)} | {outcomes:.1f} | {median(one[2] for one in taken):.3f} | {margins:.1f}"


def positions(kind: str) -> list[engine.State]:
    """Return running positions, drawn from those of as many games."""
    rng = Random(kind)
    games = [played(kind, rng) for _ in range(POSITIONS // 5)]
    return [rng.choice(games[number % len(games)]) for number in range(POSITIONS)]


def played(kind: str, rng: Random) -> list[engine.State]:
    """Return the running states of a game."""
    state, states, solver = GAME.initial(), [], AlphaBeta(GAME)
    while not state.is_terminal:
        states.append(state)
        if kind == "random" or rng.random() < WHIM:
            action = rng.choice(state.actions())
        else:
            analysis = engine.Analysis.of(state, solver.moves(state.position, None, DEPTH))
            action = rng.choice(analysis.best)
        state = state.successor(action)
    return states


def timed(state: engine.State, enough: Callable[[int, int], bool]) -> tuple[bool, float]:
    """Return whether all is proven within the limit by a solver that knows nothing yet, and the seconds."""
    assert isinstance(GAME, Kalah)
    solver = new_solver(GAME)
    assert isinstance(solver, Seeds)
    begun = process_time()
    bounds = solver.margins(state.position, enough, deadline())
    return all(enough(*each) for each in bounds.values()), process_time() - begun


def deadline() -> Stop:
    """Return a stop that is true after a second."""
    end = process_time() + LIMIT
    return lambda: process_time() > end


def _has_sign(low: int, high: int) -> bool:
    return low > 0 or high < 0 or low == high


def _is_one(low: int, high: int) -> bool:
    return low == high


if __name__ == "__main__":
    main()
