"""What the houses of Kalah are worth by the seeds in them: the table in `engine.games.kalah`.

Run `python -m tests.benchmarks.kalah_worths` in the checkout; it takes some minutes. The program plays games
against itself, looking a few plies ahead and now and then moving at random, and fits to their results how
likely a position is to be won (logistic regression): by the seeds that its player is ahead, and by what is in
each house of both rows. It prints what each house is worth in quarters of a seed, first that next to the
store, for no seed, one, and so on.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import TypeAlias

import engine
from engine.games.kalah import Kalah

GAMES, DEPTH, PASSES = 4_000, 5, 6
OPENING, WHIM = (2, 12), 0.08
"""How many random moves begin a game, and how often one comes later."""

MOST = 16
RATE = 0.02

Sample: TypeAlias = "tuple[list[tuple[int, int]], list[tuple[int, int]], int, float]"
"""The houses of both players as keys of the table, the seeds ahead, and the result, from 0 to 1."""


def main() -> None:
    """Print the table."""
    rng = Random(1)
    samples = [sample for _ in range(GAMES) for sample in played(rng)]
    seed, table = fitted(samples, rng)
    for house in table:
        print([round(4 * (worth - house[0]) / seed) for worth in house])


def played(rng: Random) -> list[Sample]:
    """Return the positions of a game, without the random moves that begin it."""
    state, opening = engine.game("kalah").initial(), rng.randrange(*OPENING)
    states = []
    while not state.is_terminal:
        if state.ply < opening or rng.random() < WHIM:
            action = rng.choice(state.actions())
        else:
            states.append(state)
            action = rng.choice(engine.analyse(state, depth=DEPTH).best)
        state = state.successor(action)
    results = {engine.Outcome.FIRST: 1.0, engine.Outcome.DRAW: 0.5, engine.Outcome.SECOND: 0.0}
    result = results[state.outcome or engine.Outcome.DRAW]
    return [sample(each, 1 - result if each.to_move else result) for each in states]


def sample(state: engine.State, result: float) -> Sample:
    """Return a position as its player to move sees it."""
    game = state.game
    assert isinstance(game, Kalah)
    houses, stores, player = game.houses(state), game.stores(state), state.to_move
    keys = [(5 - number % 6, min(seeds, MOST - 1)) for number, seeds in enumerate(houses)]
    rows = keys[:6], keys[6:]
    return rows[player], rows[1 - player], stores[player] - stores[1 - player], result


def fitted(samples: list[Sample], rng: Random) -> tuple[float, list[list[float]]]:
    """Return what a seed counts for in the chances of winning, and what each house counts for."""
    table, seed = [[0.0] * MOST for _ in range(6)], 0.2
    for number in range(PASSES):
        rng.shuffle(samples)
        rate = RATE / (1 + number)
        for mine, theirs, ahead, result in samples:
            counted = seed * ahead
            counted += sum(table[house][seeds] for house, seeds in mine)
            counted -= sum(table[house][seeds] for house, seeds in theirs)
            step = rate * (result - 1 / (1 + exp(-counted)))
            seed += step * ahead / MOST
            for house, seeds in mine:
                table[house][seeds] += step
            for house, seeds in theirs:
                table[house][seeds] -= step
    return seed, table


if __name__ == "__main__":
    main()
