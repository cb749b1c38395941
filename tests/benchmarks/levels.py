"""How strong each level is: prints the README's table of 10,000 games a pairing.

Run it from the checkout: `python -m tests.benchmarks.levels`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import engine

GAMES = 10_000
SEED = 2026


def main() -> None:
    """Print the table."""
    print("| level | random, she begins | random begins | perfect, she begins | perfect begins |")
    print("|---|--:|--:|--:|--:|")
    for level in engine.LEVELS:
        cells = [score(level, opponent, seat) for opponent in ("random", "perfect") for seat in (0, 1)]
        print(f"| {level} | {' | '.join(cells)} |", flush=True)


def score(level: str, opponent: str, seat: int) -> str:
    """Return the percentages of games that the level wins, draws and loses from its seat."""
    rng = Random(f"{SEED} {level} {opponent} {seat}")
    players = (level, opponent) if seat == 0 else (opponent, level)
    ends = Counter(play(players, rng) for _ in range(GAMES))
    won, lost = engine.Outcome.FIRST, engine.Outcome.SECOND
    if seat:
        won, lost = lost, won
    return " / ".join(f"{100 * ends[outcome] / GAMES:.1f}" for outcome in (won, engine.Outcome.DRAW, lost))


def play(players: tuple[str, str], rng: Random) -> engine.Outcome:
    """Return how one game between two players ends."""
    state = engine.game("tic-tac-toe").initial()
    while state.outcome is None:
        player = players[state.to_move]
        actions = state.actions()
        action = rng.choice(actions) if player == "random" else engine.choose(analysis(state), player, rng)
        state = state.successor(action)
    return state.outcome


@cache
def analysis(state: engine.State) -> engine.Analysis:
    """Return the analysis of a state, worked out once for all games."""
    return engine.analyse(state)


if __name__ == "__main__":
    main()
