"""Prints the accuracy that players of known strength have in the reviews of their matches.

    python -m tests.benchmarks.accuracy [--games connect-four oware] [--matches 60] [--positions 5000]

Each plays as many matches, in turn against `random`, `greedy` and `perfect`, and on both sides as often; the
shorter they take, the more of them, if nothing is said. A mean counts each match by its stake, by what chance
would have given away in the player's place: where nobody could err, not erring tells nothing. An analysis
visits so many positions, and not for so long, so that a busy machine prints the same.
`--fit` prints below each game the severity with which these means would be nearest to what they are meant to
be, random play within its bounds before all else, and the means themselves.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import TypeAlias

import engine
from engine import Action, Analysis, Game, Review, proofs
from engine.reviews import Judgement, accuracy
from engine.solver import limit_polls
from engine.solvers import new_solver
from engine.teacher import Severity

Matches: TypeAlias = Mapping[str, Sequence[Sequence[Judgement]]]  # the moves of each player in each match
Played: TypeAlias = Sequence[tuple[float, float]]  # what was lost in each match, and what was at stake

PLAYERS = ("random", "greedy", "easy", "medium", "hard", "perfect")
FIELD = ("random", "greedy", "perfect")
MEANT = {"random": 15, "greedy": 50, "medium": 65, "hard": 80}
BOUNDS_OF_RANDOM = 10, 20
MATCHES = {"dots-and-boxes": 24, "kalah": 24, "oware": 24, "reversi": 8, "reversi-6x6": 12}
MATCHES_OF_SMALL, MATCHES_OF_OTHERS = 480, 60
PACES = [number / 10 for number in range(5, 41)]
POWERS = [number / 10 for number in range(8, 21)]
"""By a lower power a slip would cost nearly as much as a blunder, by a higher one a blunder little."""

FADINGS = (*(number / 20 for number in range(12, 20)), 0.99)

NEAR_ONE = 100
"""How much a power is held to be worse for being far from 1, beside squares of percents."""

NEAR_USUAL = 3_000
"""Likewise for a fading that is far from the one that games have if nothing is said."""


def main() -> None:
    """Print a table of games and players."""
    options = _options()
    print(f"| game | a, b, f | {' | '.join(options.players)} |\n|---|---|{'--:|' * len(options.players)}")
    for slug in options.games:
        game = engine.game(slug)
        count = options.matches or (
            MATCHES_OF_SMALL if game.is_small else MATCHES.get(slug, MATCHES_OF_OTHERS)
        )
        matches = {name: [*_matches(slug, name, count, options.positions)] for name in options.players}
        print(_row(slug, matches, engine.get_teacher(game).severity), flush=True)
        if options.fit:
            engine.get_teacher(game).severity = _fit(game, matches)
            print(_row("fitted", matches, engine.get_teacher(game).severity), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=engine.games(), choices=engine.games())
    parser.add_argument("--matches", type=int, help="of each player")
    parser.add_argument("--positions", type=int, default=5_000)
    parser.add_argument("--players", nargs="+", default=PLAYERS, choices=PLAYERS)
    parser.add_argument("--fit", action="store_true")
    return parser.parse_args()


def _row(name: str, matches: Matches, severity: Severity) -> str:
    means = (_mean(played, severity) for played in _played(matches).values())
    severe = ", ".join(map(str, severity))
    return f"| {name} | {severe} | {' | '.join(f'{mean:.0f}' for mean in means)} |"


def _played(matches: Matches) -> Mapping[str, Played]:
    """Return what was lost and at stake, by the fading that the game has at present."""
    return {name: [_sums(own) for own in each] for name, each in matches.items()}


def _sums(own: Sequence[Judgement]) -> tuple[float, float]:
    return sum(each.lost for each in own), sum(each.stake for each in own)


def _mean(played: Played, severity: Severity) -> float:
    """Return the mean accuracy, each match counted by its stake."""
    whole = sum(stake for _, stake in played)
    return sum(stake * accuracy(lost / stake, severity) for lost, stake in played if stake) / whole


def _fit(game: Game, matches: Matches) -> Severity:
    """Return the severity whose means are nearest to those that are meant."""
    return min((_fit_with(game, fading, matches) for fading in FADINGS), key=lambda each: each[0])[1]


def _fit_with(game: Game, fading: float, matches: Matches) -> tuple[tuple[float, float], Severity]:
    """Return the best severity of that fading, after how bad it is."""
    engine.get_teacher(game).severity = engine.get_teacher(game).severity._replace(fading=fading)
    played = _played({name: each for name, each in matches.items() if name in MEANT})
    tried = (Severity(pace, power, fading) for pace, power in product(PACES, POWERS))
    return min((_misfit(played, severity), severity) for severity in tried)


def _misfit(played: Mapping[str, Played], severity: Severity) -> tuple[float, float]:
    """Return how far random play is out of its bounds, then how far all are from what is meant."""
    means = {name: _mean(each, severity) for name, each in played.items()}
    low, high = BOUNDS_OF_RANDOM
    out = max(low - means["random"], means["random"] - high, 0)
    squares = sum((mean - MEANT[name]) ** 2 for name, mean in means.items())
    unusual = NEAR_USUAL * (severity.fading - Severity(1, 1).fading) ** 2
    return out, squares + NEAR_ONE * (severity.power - 1) ** 2 + unusual


def _matches(slug: str, name: str, count: int, positions: int) -> Iterator[Sequence[Judgement]]:
    for number in range(count):
        rng, opponent = Random(f"{slug} {name} {number}"), FIELD[number // 2 % len(FIELD)]
        names = (name, opponent) if number % 2 == 0 else (opponent, name)
        judgements = play(slug, names, rng, positions).judgements
        yield [each for each in judgements if each.seat == number % 2]


def play(slug: str, names: Sequence[str], rng: Random, positions: int) -> Review:
    """Let two players play, and review what they did."""
    analyses: list[Analysis] = []
    actions: list[Action] = []
    state = engine.game(slug).initial()
    polls = positions // new_solver(state.game).nodes_between_polls
    while not state.is_terminal:
        analyses.append(engine.analyse(state, limit_polls(polls), has_lines=False))
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
