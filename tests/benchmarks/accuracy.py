"""Prints the accuracy that players of known strength have in the reviews of their matches.

    python -m tests.benchmarks.accuracy [--games connect-four oware] [--matches 100] [--positions 5000]

Each plays as many matches, in turn against `random`, `greedy` and `perfect`, and on both sides as often. An
analysis visits so many positions, and not for so long, so that a busy machine prints the same.
`--fit` prints beside each accuracy how fast it would have to fall for a mean of 15 percent.
"""

from __future__ import annotations

import argparse
from math import exp
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

import engine
from engine import proofs
from engine.analysis import new_solver
from engine.solver import within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine import Action, Analysis, Review

PLAYERS = ("random", "greedy", "easy", "medium", "hard", "perfect")
FIELD = ("random", "greedy", "perfect")


def main() -> None:
    """Print a table of games and players."""
    options = _options()
    print(f"{'game':22}", *(f"{name:>8}" for name in options.players), "  (mean accuracy)")
    for slug in options.games:
        print(f"{slug:22}", end="")
        for name in options.players:
            played = list(_matches(slug, name, options.matches, options.positions))
            mean = _mean(game.accuracies[seat] for game, seat in played)
            fit = f" ({_fit([_skill(*each) for each in played]):.2f})" if options.fit else ""
            print(f"{mean:9.1f}{fit}", end="", flush=True)
        print(flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="+", default=engine.games(), choices=engine.games())
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--positions", type=int, default=5_000)
    parser.add_argument("--players", nargs="+", default=PLAYERS, choices=PLAYERS)
    parser.add_argument("--fit", action="store_true")
    return parser.parse_args()


def _matches(slug: str, name: str, count: int, positions: int) -> Iterator[tuple[Review, int]]:
    for number in range(count):
        rng, opponent = Random(f"{slug} {name} {number}"), FIELD[number // 2 % len(FIELD)]
        names = (name, opponent) if number % 2 == 0 else (opponent, name)
        yield play(slug, names, rng, positions), number % 2


def play(slug: str, names: Sequence[str], rng: Random, positions: int) -> Review:
    """Let two players play, and review what they did."""
    analyses: list[Analysis] = []
    actions: list[Action] = []
    state = engine.game(slug).initial()
    polls = positions // new_solver(state.game).nodes_between_polls
    while not state.is_terminal:
        analyses.append(engine.analyse(state, within(polls), has_lines=False))
        actions.append(_choose(analyses[-1], names[state.to_move], rng))
        state = state.successor(actions[-1])
    return engine.review([each for each in proofs.carry(analyses, actions) if each], actions)


def _choose(analysis: Analysis, name: str, rng: Random) -> Action:
    state = analysis.state
    if name == "random":
        return rng.choice(state.actions())
    if name == "perfect":
        return rng.choice(analysis.best)
    return engine.get_player(name).choose(state, None, rng).action


def _mean(accuracies: Iterable[float | None]) -> float:
    return fmean(each for each in accuracies if each is not None)


def _skill(game: Review, seat: int) -> float | None:
    own = [each for each in game.judgements if each.seat == seat]
    stake = sum(each.stake for each in own)
    return sum(each.lost for each in own) / stake if stake else None


def _fit(skills: Sequence[float | None]) -> float:
    """Return how fast accuracy must fall for a mean of 15 percent, found by halving."""
    known = [each for each in skills if each is not None]
    low, high = 0.1, 50.0
    for _ in range(40):
        middle = (low + high) / 2
        mean = fmean(100 * exp(-middle * each) for each in known)
        low, high = (middle, high) if mean > 15 else (low, middle)
    return low


if __name__ == "__main__":
    main()
