"""Prints the accuracy that players of known strength have in the reviews of their matches.

    python -m tests.benchmarks.accuracy [--games connect-four oware] [--matches 120] [--positions 5000]

Each plays as many matches, in turn against `random`, `greedy` and `perfect`, and on both sides as often; in
games that are small, four times as many. A mean counts each match by its stake, by what chance would have
given away in the player's place: where nobody could err, not erring tells nothing. An analysis visits so many
positions, and not for so long, so that a busy machine prints the same.
`--fit` prints below each game the severity with which these means would be nearest to what they are meant to
be, random play within its bounds before all else, and the means themselves.
"""

from __future__ import annotations

import argparse
from itertools import product
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import engine
from engine import proofs
from engine.analysis import new_solver
from engine.review import accuracy
from engine.solver import within

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine import Action, Analysis, Review

    Played: TypeAlias = Sequence[tuple[float, float]]  # what was lost in each match, and what was at stake
    Severity: TypeAlias = tuple[float, float]

PLAYERS = ("random", "greedy", "easy", "medium", "hard", "perfect")
FIELD = ("random", "greedy", "perfect")
MEANT = {"random": 15, "greedy": 50, "medium": 65, "hard": 80}
BOUNDS_OF_RANDOM = 10, 20
PACES = [number / 10 for number in range(5, 41)]
POWERS = [number / 10 for number in range(8, 21)]
"""By a lower power a slip would cost nearly as much as a blunder, by a higher one a blunder little."""

NEAR_ONE = 100
"""How much a power is held to be worse for being far from 1, beside squares of percents."""


def main() -> None:
    """Print a table of games and players."""
    options = _options()
    print(f"| game | {' | '.join(options.players)} |\n|---|{'--:|' * len(options.players)}")
    for slug in options.games:
        count = options.matches * (4 if engine.game(slug).is_small else 1)
        played = {name: [*_matches(slug, name, count, options.positions)] for name in options.players}
        print(_row(slug, played, engine.game(slug).severity), flush=True)
        if options.fit:
            severity = _fit(played)
            print(_row(f"severity = {severity}", played, severity), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=engine.games(), choices=engine.games())
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--positions", type=int, default=5_000)
    parser.add_argument("--players", nargs="+", default=PLAYERS, choices=PLAYERS)
    parser.add_argument("--fit", action="store_true")
    return parser.parse_args()


def _row(name: str, played: Mapping[str, Played], severity: Severity) -> str:
    return f"| {name} | {' | '.join(f'{_mean(each, severity):.0f}' for each in played.values())} |"


def _mean(played: Played, severity: Severity) -> float:
    """Return the mean accuracy, each match counted by its stake."""
    whole = sum(stake for _, stake in played)
    return sum(stake * accuracy(lost / stake, severity) for lost, stake in played if stake) / whole


def _fit(played: Mapping[str, Played]) -> Severity:
    """Return the severity whose means are nearest to those that are meant."""
    return min(product(PACES, POWERS), key=lambda severity: _misfit(played, severity))


def _misfit(played: Mapping[str, Played], severity: Severity) -> tuple[float, float]:
    """Return how far random play is out of its bounds, then how far all are from what is meant."""
    means = {name: _mean(each, severity) for name, each in played.items() if name in MEANT}
    low, high = BOUNDS_OF_RANDOM
    out = max(low - means["random"], means["random"] - high, 0)
    squares = sum((mean - MEANT[name]) ** 2 for name, mean in means.items())
    return out, squares + NEAR_ONE * (severity[1] - 1) ** 2


def _matches(slug: str, name: str, count: int, positions: int) -> Iterator[tuple[float, float]]:
    for number in range(count):
        rng, opponent = Random(f"{slug} {name} {number}"), FIELD[number // 2 % len(FIELD)]
        names = (name, opponent) if number % 2 == 0 else (opponent, name)
        judgements = play(slug, names, rng, positions).judgements
        own = [each for each in judgements if each.seat == number % 2]
        yield sum(each.lost for each in own), sum(each.stake for each in own)


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


if __name__ == "__main__":
    main()
