"""How strong each level is: prints the README's three tables.

Run it from the checkout: `python -m tests.benchmarks.levels`. The first table is of tic-tac-toe, 10,000 games
a pairing against random and against perfect play. The second is of every game, each level against the one
below and `easy` against random play, each side beginning half of the games: 2,000 where the game is small,
else 200, but 60 where `perfect` has to search. The third likewise has each level against `greedy`, a beginner
who sees one move ahead, in points: 1 for a win and 1/2 for a draw. Where a level looks as far as it can, it
visits `POSITIONS` a move: a count does not weaken it on a busy machine.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import engine
from engine.analysis import new_solver
from engine.players.levels import get_level
from engine.solver import within

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    Chances: TypeAlias = dict[engine.Action, float]

GAMES = 10_000
GAMES_OF_SMALL, GAMES_OF_LARGE, GAMES_OF_LONG_SEARCHES = 2_000, 200, 60
SEED = 2026
POSITIONS = 10_000


def main() -> None:
    """Print the tables."""
    print("| level | random, she begins | random begins | perfect, she begins | perfect begins |")
    print("|---|--:|--:|--:|--:|")
    for level in engine.LEVELS:
        cells = [score(level, opponent, seat) for opponent in ("random", "perfect") for seat in (0, 1)]
        print(f"| {level} | {' | '.join(cells)} |", flush=True)
    with ProcessPoolExecutor() as pool:
        print_games(pool, results, list(pairwise(("random", *engine.LEVELS))))
        print_games(pool, points, [("greedy", level) for level in ("random", *engine.LEVELS)])


def print_games(
    pool: Executor, compare: Callable[[str, str, str], str], pairs: list[tuple[str, str]]
) -> None:
    """Print a table of all games with a column for each pair of players, the one below first."""
    print(f"\n| game | {' | '.join(f'{level} against {below}' for below, level in pairs)} |")
    print(f"|---|{'--:|' * len(pairs)}")
    rows = {slug: [pool.submit(compare, slug, *pair) for pair in pairs] for slug in engine.games()}
    for slug, cells in rows.items():
        print(f"| {slug} | {' | '.join(cell.result() for cell in cells)} |", flush=True)


def results(slug: str, below: str, level: str) -> str:
    """Return the percentages of games that a level wins, draws and loses against the one below it."""
    ends = duel(slug, below, level)
    return " / ".join(f"{100 * end / sum(ends):.1f}" for end in ends)


def points(slug: str, below: str, level: str) -> str:
    """Return the percentage of points that a level wins."""
    won, drawn, lost = duel(slug, below, level)
    return f"{100 * (won + drawn / 2) / (won + drawn + lost):.0f}"


def duel(slug: str, below: str, level: str) -> tuple[int, int, int]:
    """Return how many games a level wins, draws and loses."""
    rng = Random(f"{SEED} {slug} {level}")
    half = games_of(slug, level) // 2
    first = Counter(play(slug, (level, below), rng) for _ in range(half))
    second = Counter(play(slug, (below, level), rng) for _ in range(half))
    won = first[engine.Outcome.FIRST] + second[engine.Outcome.SECOND]
    drawn = first[engine.Outcome.DRAW] + second[engine.Outcome.DRAW]
    return won, drawn, 2 * half - won - drawn


def games_of(slug: str, level: str) -> int:
    """Return how many games a level plays: the less, the longer they take."""
    if engine.game(slug).is_small:
        return GAMES_OF_SMALL
    return GAMES_OF_LONG_SEARCHES if level == "perfect" else GAMES_OF_LARGE


def score(level: str, opponent: str, seat: int) -> str:
    """Return the percentages of tic-tac-toe games that the level wins, draws and loses from its seat."""
    rng = Random(f"{SEED} {level} {opponent} {seat}")
    players = (level, opponent) if seat == 0 else (opponent, level)
    ends = Counter(play("tic-tac-toe", players, rng) for _ in range(GAMES))
    won, lost = engine.Outcome.FIRST, engine.Outcome.SECOND
    if seat:
        won, lost = lost, won
    return " / ".join(f"{100 * ends[outcome] / GAMES:.1f}" for outcome in (won, engine.Outcome.DRAW, lost))


def play(slug: str, players: tuple[str, str], rng: Random) -> engine.Outcome:
    """Return how one game between two players ends."""
    state = engine.game(slug).initial()
    while state.outcome is None:
        state = state.successor(chosen(state, players[state.to_move], rng))
    return state.outcome


def chosen(state: engine.State, player: str, rng: Random) -> engine.Action:
    """Return what a level chooses, or another player, or any action."""
    if player == "random":
        return rng.choice(state.actions())
    if player not in engine.LEVELS:
        return engine.get_player(player).choose(state, None, rng).action
    weights = chances(state, player)
    return rng.choices(list(weights), list(weights.values()))[0]


@lru_cache(maxsize=100_000)
def chances(state: engine.State, name: str) -> Chances:
    """Return how often a level chooses each action, worked out once for all games."""
    level = get_level(name)
    stop = within(POSITIONS // polled(state.game)) if level.depth is None else None
    return level.chances(engine.analyse(state, stop, level.depth, has_lines=False))


@cache
def polled(game: engine.Game) -> int:
    """Return after how many positions a search of the game asks whether to stop."""
    return new_solver(game).nodes_between_polls


if __name__ == "__main__":
    main()
