"""How strong the levels are: prints the tables of docs/strength.md.

Run it from the checkout: `python -m tests.benchmarks.levels [GAME ...]`. The first is of tic-tac-toe, each
level against random and against perfect play. The second is in percent of points, 1 for a win and 1/2 for a
draw, each side beginning half of the games: it has each level against `greedy`, a beginner that sees
one move ahead, in every game or those that are named.

In small games the figures are exact, over every choice that the players may make. Elsewhere they
are of 200 games, but of 60 where `perfect` has to search, and of 40 and 20 in Reversi, which takes longest,
on 8x8 of 20 for `hard` too. `perfect` has half of its work in an arena, a count, which does not weaken it on
a busy machine.
A game has the same rows whichever others are named.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING

import engine
from engine.players.levels import Level
from engine.rules.reversi import Reversi
from engine.solver import limit_polls
from engine.solvers import new_solver
from tests.engine import odds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

SEED = 2026
GAMES, GAMES_OF_PERFECT = 200, 60
FEWER, FEWER_OF_PERFECT = 40, 20


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Play levels against each other.")
    parser.add_argument("slugs", metavar="GAME", nargs="*", help=f"of {', '.join(engine.game_slugs())} (all)")
    slugs = parser.parse_args().slugs or engine.game_slugs()
    print("| level | random, she begins | random begins | perfect, she begins | perfect begins |")
    print("|---|--:|--:|--:|--:|")
    for level in engine.LEVELS:
        cells = [score(level, opponent, seat) for opponent in ("random", "perfect") for seat in (0, 1)]
        print(f"| {level} | {' | '.join(cells)} |", flush=True)
    with ProcessPoolExecutor() as pool:
        print_games(pool, {level: (level, "greedy") for level in ("random", *engine.LEVELS)}, slugs)


def print_games(pool: Executor, pairs: dict[str, tuple[str, str]], slugs: Sequence[str]) -> None:
    """Print a table of games, with the points of the first of each pair of players."""
    print(f"\n| game | {' | '.join(pairs)} |")
    print(f"|---|{'--:|' * len(pairs)}")
    rows = {slug: [pool.submit(points, slug, *pair) for pair in pairs.values()] for slug in slugs}
    for slug, cells in rows.items():
        print(f"| {slug} | {' | '.join(cell.result() for cell in cells)} |", flush=True)


def score(level: str, opponent: str, seat: int) -> str:
    """Return the percentages of tic-tac-toe games that the level wins, draws and loses from its seat."""
    players = [engine.get_player(level), engine.get_player(opponent)]
    ends = odds.odds(engine.get_game("tic-tac-toe"), *players[:: -1 if seat else 1])
    return " / ".join(f"{100 * end:.1f}" for end in ends[:: -1 if seat else 1])


def points(slug: str, one: str, other: str) -> str:
    """Return the percentage of points that the one wins."""
    won, drawn, _ = duel(slug, one, other)
    return f"{100 * (won + drawn / 2):.0f}"


def duel(slug: str, one: str, other: str) -> tuple[float, float, float]:
    """Return which fractions of its games the one wins, draws and loses, who begins half of them."""
    game, players = engine.get_game(slug), (engine.get_player(one), engine.get_player(other))
    if game.is_small:
        return odds.results(game, *players)
    rng, count = Random(f"{SEED} {slug} {one} {other}"), _count(game, one)
    first = Counter(play(game, players, rng) for _ in range(count // 2))
    second = Counter(play(game, players[::-1], rng) for _ in range(count // 2))
    won, drawn, lost = (
        (first[end] + second[other_end]) / count
        for end, other_end in zip(odds.OUTCOMES, reversed(odds.OUTCOMES), strict=True)
    )
    return won, drawn, lost


def _count(game: engine.Game, one: str) -> int:
    """Return how many games are played."""
    usual, of_perfect = (FEWER, FEWER_OF_PERFECT) if isinstance(game, Reversi) else (GAMES, GAMES_OF_PERFECT)
    takes_longest = one == "perfect" or (one, game.slug) == ("hard", "reversi")
    return of_perfect if takes_longest else usual


def play(game: engine.Game, players: tuple[engine.Player, ...], rng: Random) -> engine.Outcome:
    """Return how one game between two players ends."""
    state = game.initial()
    while state.outcome is None:
        state = state.successor(chosen(state, players[state.to_move], rng))
    return state.outcome


def chosen(state: engine.State, player: engine.Player, rng: Random) -> engine.Action:
    """Return what a player chooses."""
    if not isinstance(player, Level):
        return player.choose(state, None, rng).action
    weights = weighed(state, player)
    return rng.choices([*weights], [*weights.values()])[0]


@lru_cache(maxsize=100_000)
def weighed(state: engine.State, level: Level) -> dict[engine.Action, float]:
    """Return how often a level chooses each action, worked out once for all games."""
    polls = level.polls(state.game)
    stop = None if polls is None else limit_polls(polls // 2)
    return level.chances(engine.analyse(state, stop, level.depth, has_lines=False))


@cache
def polled(game: engine.Game) -> int:
    """Return after how many positions a search of the game asks whether to stop."""
    return new_solver(game).nodes_between_polls


if __name__ == "__main__":
    main()
