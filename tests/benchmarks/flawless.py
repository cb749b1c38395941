"""Lets the perfect level play against itself, and reviews what it did: no move should be an error.

    python -m tests.benchmarks.flawless [--games oware] [--matches 200] [--think 0.3] [--look 0.1]

What each search found out before a move is kept, as the bot keeps it, and the review looks at what is not
proven by then for another `--look` seconds. Of each error its label is printed, and whether it is proven.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import TYPE_CHECKING

import engine
from engine import proofs

if TYPE_CHECKING:
    from engine import Action, Analysis, Review


def main() -> None:
    """Print for each game how many matches had errors, and how many moves were not proven to be best."""
    options = _options()
    print(f"{'game':22}{'matches':>8}{'errors':>8}{'refused':>8}{'moves':>8}{'proven':>8}")
    for slug in options.games:
        reviews = [
            played(slug, Random(f"{slug} {number}"), options.think, options.look)
            for number in range(options.matches)
        ]
        judgements = [judgement for review in reviews for judgement in review.judgements]
        errors = sum(judgement.is_error for judgement in judgements)
        proven = sum(judgement.is_proven for judgement in judgements)
        for each in (judgement for judgement in judgements if judgement.is_error):
            print(f"    ply {each.ply}: {each.label}, {'proven' if each.is_proven else 'by estimate'}")
        print(f"{slug:22}{len(reviews):8}{errors:8}{errors:8}{len(judgements):8}{proven:8}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="+", default=engine.games(), choices=engine.games())
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--think", type=float, default=0.3)
    parser.add_argument("--look", type=float, default=0.1)
    return parser.parse_args()


def played(slug: str, rng: Random, think: float, look: float) -> Review:
    """Play a match of the perfect level against itself, and review it; a lesson judges answers likewise."""
    player, state = engine.get_player("perfect"), engine.game(slug).initial()
    known: list[Analysis] = []
    actions: list[Action] = []
    while not state.is_terminal:
        choice = player.choose(state, _Until(think), rng)
        known.append(choice.analysis or engine.analyse(state))
        actions.append(choice.action)
        state = state.successor(choice.action)
    carried = [each for each in proofs.carry(known, actions) if each]
    looked = [_look(analysis, look) for analysis in carried]
    return engine.review([each for each in proofs.carry(looked, actions) if each], actions)


def _look(analysis: Analysis, seconds: float) -> Analysis:
    if analysis.exact:
        return analysis
    found: Analysis = engine.analyse(analysis.state, _Until(seconds))
    return proofs.join(found, analysis)  # her own estimates are those of the longer search


class _Until:
    """Stops a search when its time is over."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __call__(self) -> bool:
        return time.monotonic() > self._end


if __name__ == "__main__":
    main()
