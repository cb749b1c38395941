"""Lets the perfect level play against itself, and reviews what it did: no move should be an error.

    python -m tests.benchmarks.flawless [--games oware] [--matches 200] [--think 0.9] [--look 0.15]

She thinks for so many seconds of this processor, by default as long as the bot lets her. What each search
found out before a move is kept, as the bot keeps it, and the review looks at what is not proven by then for
another `--look` seconds. Of each error it is printed where it was, what it is called, and what she knew.
`later` counts moves that were best by all that she knew, and that only later proofs have shown to be worse.
"""

import argparse
import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import engine
from engine import Action, Analysis, Judgement, Review, proofs


def main() -> None:
    """Print for each game how many matches had errors, and how many moves were not proven to be best."""
    options = _options()
    print(f"{'game':22}{'matches':>8}{'errors':>8}{'later':>8}{'moves':>8}{'proven':>8}")
    for slug in options.games:
        matches = [
            played(slug, Random(f"{slug} {number}"), options.think, options.look)
            for number in range(options.matches)
        ]
        reviews = [each.review for each in matches]
        judgements = [judgement for review in reviews for judgement in review.judgements]
        errors = sum(judgement.is_error for judgement in judgements)
        proven = sum(judgement.is_proven for judgement in judgements)
        for match in matches:
            for error in (judgement for judgement in match.review.judgements if judgement.is_error):
                print(f"    {_format_error(match, error)}")
        later = sum(each.hindsight for each in matches) - errors
        print(f"{slug:22}{len(reviews):8}{errors:8}{later:8}{len(judgements):8}{proven:8}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="+", default=engine.games(), choices=engine.games())
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--think", type=float, default=0.9)
    parser.add_argument("--look", type=float, default=0.15)
    return parser.parse_args()


class Played(NamedTuple):
    """A match: its review, what was known before each move, and how many errors there are in hindsight."""

    review: Review
    known: Sequence[Analysis]
    hindsight: int


def _format_error(match: Played, error: Judgement) -> str:
    """Say where an error is, and what was known of the move and of the one that was better."""
    before = {move.action: move for move in match.known[error.ply].moves}
    knew = (
        f"{before[move.action].value:+.2f}{' proven' if before[move.action].is_proven else ''}"
        for move in (error.move, error.best)
    )
    names = " ".join(
        each.analysis.state.name_of(each.move.action) for each in match.review.judgements[: error.ply + 1]
    )
    proof = "proven" if error.is_proven else "by estimate"
    return f"ply {error.ply}: {error.label}, {proof}; she knew {' against '.join(knew)}; after {names}"


def played(slug: str, rng: Random, think: float, look: float) -> Played:
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
    analyses = [each for each in proofs.carry(looked, actions) if each]
    hindsight = sum(each.is_error for each in engine.review(analyses, actions).judgements)
    return Played(engine.review(analyses, actions, thoughts=known), known, hindsight)


def _look(analysis: Analysis, seconds: float) -> Analysis:
    if analysis.exact:
        return analysis
    found: Analysis = engine.analyse(analysis.state, _Until(seconds))
    return proofs.join(found, analysis)  # her own estimates are those of the longer search


class _Until:
    """Stops a search when its time is over."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    def __call__(self) -> bool:
        return time.process_time() > self._end


if __name__ == "__main__":
    main()
