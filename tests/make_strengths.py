"""Measure how strong levels and characters are, for `/characters`, and print the table of docs/strength.md.

Run `python -m tests.make_strengths [GAME ...] [--games N]` in the checkout: for each game, or those named, it
holds the arena of `maxine arena` between all who are offered there, on all cores or on the cluster of the
setting CLUSTER, and writes the ratings to `bot/strengths/`, anew each time. With `--games 0` it only prints
the table of what is there. The same seed gives the same ratings. The levels play 100 matches with each other
(`--of-levels`). In large games some players take long for a move: those named with `--seldom` play two
matches with each other player, and `--players` names fewer, with `random` among them. After a change of one
player `--renew NAME` plays only its matches: the others keep their ratings, and its interval grows by theirs.
"""

from __future__ import annotations

import argparse
import json
from math import hypot, sqrt
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import engine
from bot import arena, config
from bot.services import characters
from engine.ladder import PER_NATURAL, SURE, EloRating

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.arena import SeriesResult

SHOWN = (*engine.LEVELS, "minimax", "greedy", "mcts", "depth-6", "neural")
CLOSE = 0.01  # how far a fitted rating may be from the likeliest
FOLDER = Path(characters.__file__).parents[1] / "strengths"


def main() -> None:
    """Measure what was asked for, and print all that is known."""
    parser = argparse.ArgumentParser(description="Rate levels and characters.")
    parser.add_argument("slugs", metavar="GAME", nargs="*", help=f"of {', '.join(engine.game_slugs())} (all)")
    parser.add_argument("--games", type=int, default=20, help="matches of each pair (20)")
    parser.add_argument("--of-levels", type=int, default=100, help="matches of each pair of levels (100)")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument(
        "--players", type=lambda text: text.split(","), help="names with commas between (all)"
    )
    parser.add_argument("--seldom", type=lambda text: text.split(","), default=(), help="who plays only two")
    parser.add_argument("--renew", metavar="NAME", help="the only player whose rating changes")
    options = parser.parse_args()
    for slug in (options.slugs or engine.game_slugs()) if options.games else ():
        names = options.players or characters.measured(slug)
        games = (options.games, max(options.games, options.of_levels))
        if options.renew:
            renew(slug, play_all(slug, options.renew, names, games, options.seed), games)
        else:
            results = measure(slug, names, options.seldom, games, options.seed)
            head = {"game": slug, "games": games[0], "of_levels": games[1], "seed": options.seed}
            write(head, json.loads(results.as_json())["ratings"])
    print(table())


def measure(
    slug: str, names: Sequence[str], seldom: Sequence[str], games: tuple[int, int], seed: int
) -> arena.Crosstable:
    """Hold the arena, in which some play only two matches with each other player, and the levels more."""
    often, cluster = [name for name in names if name not in seldom], config.load_cluster()
    series = [(names, 2)] if seldom else []
    series += [(often, games[0]), ([name for name in names if name in engine.LEVELS], games[1])]
    tallies: dict[arena.Pair, SeriesResult] = {}
    for players, number in series:
        tallies |= arena.hold_here(slug, players, number, seed, cluster).tallies
    return arena.rated(slug, tallies)


def play_all(
    slug: str, name: str, names: Sequence[str], games: tuple[int, int], seed: int
) -> dict[arena.Pair, SeriesResult]:
    """Play the matches of one player with the others."""
    tallies: dict[arena.Pair, SeriesResult] = {}
    for other in names:
        if other != name:
            number = games[{name, other} <= {*engine.LEVELS}]
            tallies |= arena.hold_here(slug, (name, other), number, seed, config.load_cluster()).tallies
    return tallies


def renew(slug: str, tallies: dict[arena.Pair, SeriesResult], games: tuple[int, int]) -> None:
    """Write the new rating of a player, the first of the first pair, among those of the others."""
    name = next(iter(tallies))[0]
    head = json.loads((FOLDER / f"{slug}.json").read_text("ascii"))
    known = {each: EloRating(each, *rest) for each, *rest in head.pop("ratings") if each != name}
    meetings = [
        Meeting(known[other], first.games + second.games, first.points + second.games - second.points)
        for (one, other), first in tallies.items()
        if one == name
        for second in [tallies[other, name]]
    ]
    ratings = sorted((*known.values(), rate(name, meetings)), key=lambda each: -each.rating)
    write(head | {"renewed": {name: games}}, ratings)


class Meeting(NamedTuple):
    """How many matches a player played with an opponent, and the points it won."""

    opponent: EloRating
    games: float
    points: float

    def expect(self, rating: float) -> float:
        """Return the share of the points that a player of that rating can expect."""
        return 1 / (1 + float(10 ** ((self.opponent.rating - rating) / 400)))

    def weigh(self, rating: float) -> float:
        """Return how much the meeting tells about a player of that rating."""
        return self.games * self.expect(rating) * (1 - self.expect(rating))


def rate(name: str, meetings: Sequence[Meeting]) -> EloRating:
    """Return the likeliest rating of a player, who counts as having drawn one more game, as in `ladder`."""
    part = 1 / len(meetings)
    meetings = [Meeting(each.opponent, each.games + part, each.points + part / 2) for each in meetings]
    low, high = -5_000.0, 5_000.0
    while high - low > CLOSE:
        rating = (low + high) / 2
        is_low = sum(each.points - each.games * each.expect(rating) for each in meetings) > 0
        low, high = (rating, high) if is_low else (low, rating)
    weights = [each.weigh(low) for each in meetings]
    theirs = sum(map(mul, weights, (each.opponent.margin for each in meetings))) / sum(weights)
    own = SURE * PER_NATURAL / sqrt(sum(weights))
    return EloRating(name, round(low, 1), round(hypot(own, theirs), 1))


def write(head: Mapping[str, object], ratings: Sequence[Sequence[object]]) -> None:
    """Write the ratings of a game, a line for each player, strongest first."""
    lines = ",\n".join(f"  {json.dumps(each)}" for each in ratings)
    start = json.dumps(head)[:-1]
    (FOLDER / f"{head['game']}.json").write_text(f'{start}, "ratings": [\n{lines}\n]}}\n', encoding="ascii")


def table() -> str:
    """Write the ratings of the best-known players in Markdown, a row for each game."""
    lines = [["game", "matches", "±", *(f"`{name}`" for name in SHOWN)], ["---", *["--:"] * (len(SHOWN) + 2)]]
    for slug in engine.game_slugs():
        head = json.loads((FOLDER / f"{slug}.json").read_text("ascii"))
        ratings = {name: f"{rating:.0f}" for name, rating, _ in head["ratings"]}
        widest = max(margin for name, _, margin in head["ratings"] if name in SHOWN)
        matches = f"{head['games']}, {head.get('of_levels', head['games'])}"
        for name, (games, of_levels) in head.get("renewed", {}).items():
            matches += f"; `{name}` {games}, {of_levels}"
        lines.append([slug, matches, f"{widest:.0f}", *(ratings.get(name, "") for name in SHOWN)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
