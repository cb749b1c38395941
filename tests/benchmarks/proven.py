"""How many moves of the level `perfect` are proven within its time, in each game that has to be searched.

Run `python -m tests.benchmarks.proven [GAME ...] [--matches N]` from the checkout: it plays so many matches
against players of every strength, on both sides, each move with 0.9 s of CPU time as in a match. A move is
proven if it is known that no other wins where it does not, and none draws where it loses. `Game.is_proven`
says in which games every move is.
"""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random
from time import process_time
from typing import NamedTuple

import engine
from engine import analysis
from engine.players.levels import get_level

SECONDS = 0.9
OPPONENTS = ("greedy", "easy", "medium", "hard", "perfect")


class Count(NamedTuple):
    """How many moves were made, how many of them are proven, and the longest time of one."""

    moves: int = 0
    proven: int = 0
    longest: float = 0.0


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description="Count the proven moves of the level perfect.")
    searched = [slug for slug in engine.games() if not engine.game(slug).is_small]
    parser.add_argument("slugs", metavar="GAME", nargs="*", default=searched)
    parser.add_argument("--matches", type=int, default=20)
    options = parser.parse_args()
    print("| game | moves | proven | not proven | longest s |")
    print("|---|--:|--:|--:|--:|")
    for slug in options.slugs:
        moves, proven, longest = play_all(engine.game(slug), options.matches)
        print(f"| {slug} | {moves} | {proven} | {moves - proven} | {longest:.1f} |", flush=True)


def play_all(game: engine.Game, matches: int) -> Count:
    """Play matches against each opponent in turn, and count the moves of all."""
    counts = [play(game, OPPONENTS[n % len(OPPONENTS)], n // len(OPPONENTS) % 2, n) for n in range(matches)]
    moves, proven, longest = zip(*counts, strict=True)
    return Count(sum(moves), sum(proven), max(longest))


def play(game: engine.Game, opponent: str, seat: int, seed: int) -> Count:
    """Play a match from the seat, and count the moves."""
    state, rng, count = game.initial(), Random(seed), Count()
    while not state.is_terminal:
        if state.to_move != seat and opponent != "perfect":
            action = engine.get_player(opponent).choose(state, None, rng).action
        else:
            found, seconds = analyse_in_time(state)
            count = Count(count.moves + 1, count.proven + found.is_decided, max(count.longest, seconds))
            action = rng.choice([*get_level("perfect").chances(found)])
        state = state.successor(action)
    return count


def analyse_in_time(state: engine.State) -> tuple[engine.Analysis, float]:
    """Return what is found in the time of a move without earlier results, and how long it took."""
    analysis.POOL.clear()
    begun = process_time()
    found = engine.analyse(state, lambda: process_time() - begun > SECONDS, has_lines=False)
    return found, process_time() - begun


if __name__ == "__main__":
    main()
