"""Measure how strong levels and characters are, for `/characters`, and print the table of docs/strength.md.

Run `python -m tests.make_strengths [GAME ...] [--games N]` in the checkout: for each game, or those named, it
holds the arena of `maxine arena` between all who are offered there, on all cores or on the cluster of the
setting CLUSTER, and writes the ratings to `bot/strengths/`, anew each time. With `--games 0` it only prints
the table of what is there. The same seed gives the same ratings. The levels play 100 matches with each other
(`--of-levels`). In large games some players take long for a move: those named with `--seldom` play two
matches with each other player, and `--players` names fewer, with `random` among them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from bot import arena, config
from bot.services import characters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.arena import SeriesResult

FOLDER = Path(characters.__file__).parents[1] / "strengths"


def main() -> None:
    """Measure what was asked for, and print all that is known."""
    parser = argparse.ArgumentParser(description="Rate levels and characters.")
    parser.add_argument("slugs", metavar="GAME", nargs="*", help=f"of {', '.join(engine.games())} (all)")
    parser.add_argument("--games", type=int, default=20, help="matches of each pair (20)")
    parser.add_argument("--of-levels", type=int, default=100, help="matches of each pair of levels (100)")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument(
        "--players", type=lambda text: text.split(","), help="names with commas between (all)"
    )
    parser.add_argument("--seldom", type=lambda text: text.split(","), default=(), help="who plays only two")
    options = parser.parse_args()
    for slug in (options.slugs or engine.games()) if options.games else ():
        names = options.players or characters.measured(slug)
        games = (options.games, max(options.games, options.of_levels))
        results = measure(slug, names, options.seldom, games, options.seed)
        write(slug, json.loads(results.as_json())["ratings"], games, options.seed)
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


def write(slug: str, ratings: list[tuple[str, float, float]], games: tuple[int, int], seed: int) -> None:
    """Write the ratings of a game, a line for each player, strongest first."""
    lines = ",\n".join(f"  {json.dumps(each)}" for each in ratings)
    head = json.dumps({"game": slug, "games": games[0], "of_levels": games[1], "seed": seed})[1:-1]
    (FOLDER / f"{slug}.json").write_text(f'{{{head}, "ratings": [\n{lines}\n]}}\n', encoding="ascii")


def table() -> str:
    """Write all ratings in Markdown, a column for each game, and how many matches of a pair they are of."""
    slugs = [slug for slug in engine.games() if characters.strengths_in(slug)]
    ratings = [characters.strengths_in(slug) for slug in slugs]
    heads = [json.loads((FOLDER / f"{slug}.json").read_text("ascii")) for slug in slugs]
    known = dict.fromkeys(name for slug in slugs for name in characters.levels_of(slug))
    names = [name for name in known if any(name in each for each in ratings)]
    lines = [["player", *slugs], ["---", *["--:"] * len(slugs)]]
    lines += [
        ["matches of a pair", *(f"{head['games']}" for head in heads)],
        ["of a pair of levels", *(f"{head.get('of_levels', head['games'])}" for head in heads)],
    ]
    lines += [
        [f"`{name}`", *(f"{each[name].rating:.0f}" if name in each else "" for each in ratings)]
        for name in names
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
