"""Rates the bot's players: `maxine arena`, with `--game`, `--players`, `--games`, `--seed` and more.

Players meet in a round robin, on both sides equally often. The same seed gives the same table, however
many processes play: each match has a seed of its own, and a search is limited by a number of positions
instead of a time. Its results are forgotten before the next move.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, as_completed
from functools import partial
from itertools import permutations
from random import Random
from typing import NamedTuple

from tqdm import tqdm

import engine
from bot.rendering.bars import render_results
from bot.workers import process_pools, remote
from engine import State, ladder
from engine.arena import SeriesResult, play

Pair = tuple[str, str]

_ANCHOR = "random"
"""The player with the rating 0, if it plays."""

_AT_ONCE = 5
"""How many matches a process plays between two reports."""


class Crosstable(NamedTuple):
    """The results of every ordered pair of players, and the ratings that follow."""

    game_slug: str
    tallies: dict[Pair, SeriesResult]
    standings: list[ladder.EloRating]

    def as_table(self) -> str:
        """Write a table in Markdown: in each row the points in percent that a player won against others."""
        names = [standing.name for standing in self.standings]
        points = _sum_points(self.tallies)
        lines = [["player", *names, "rating", "±"], ["---", *["--:"] * (len(names) + 2)]]
        for name, rating, margin in self.standings:
            shares = [
                "" if other == name else f"{100 * points[name, other] / _games(points, name, other):.0f}"
                for other in names
            ]
            lines.append([name, *shares, f"{rating:.0f}", f"{margin:.0f}"])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def as_json(self) -> str:
        """Write the results as JSON."""
        tallies = [[first, second, *tally] for (first, second), tally in sorted(self.tallies.items())]
        standings = [[name, round(rating, 1), round(margin, 1)] for name, rating, margin in self.standings]
        return json.dumps({"game": self.game_slug, "tallies": tallies, "ratings": standings}, indent=1) + "\n"

    def as_picture(self) -> bytes:
        """Draw a row for each ordered pair, as a PNG: what the first player named won, drew and lost."""
        rows = [(f"{first} : {second}", tally) for (first, second), tally in self.tallies.items()]
        return render_results([(name, (tally.first, tally.draws, tally.second)) for name, tally in rows])


def hold_here(
    slug: str, names: Sequence[str], games: int, seed: int, cluster: str | None = None
) -> Crosstable:
    """Hold the arena in as many processes as there are cores, or on the cluster of a scheduler.

    Raises:
        MissingExtraError: the library that talks to clusters is not installed.
        UnreachableClusterError: no scheduler answers there, it has no usable workers, or it disconnects.
    """
    with process_pools.open_pool(cluster) as executor:
        return hold(slug, names, games, seed, executor)


def hold(slug: str, names: Sequence[str], games: int, seed: int, executor: Executor) -> Crosstable:
    """Let each pair play this many matches, alternating sides (so one more if odd), and rate all."""
    half = (games + 1) // 2
    tasks = [
        executor.submit(remote.call, play_some, slug, pair, seed, range(first, min(first + _AT_ONCE, half)))
        for pair in permutations(names, 2)
        for first in range(0, half, _AT_ONCE)
    ]
    tallies = dict.fromkeys(permutations(names, 2), SeriesResult())
    with tqdm(desc=slug, total=half * len(tallies), unit="match", leave=False) as bar:
        for task in as_completed(tasks):
            pair, tally = task.result()
            tallies[pair] = tallies[pair].joined(tally)
            bar.update(tally.games)
    return rated(slug, tallies)


def rated(slug: str, tallies: dict[Pair, SeriesResult]) -> Crosstable:
    """Return results with the ratings that follow; the first player named has 0 if `random` does not play."""
    names = [first for first, _ in tallies]
    return Crosstable(
        slug, tallies, ladder.rate_players(_sum_points(tallies), _ANCHOR if _ANCHOR in names else names[0])
    )


def play_some(slug: str, pair: Pair, seed: int, numbers: range) -> tuple[Pair, SeriesResult]:
    """Play the matches of a pair that have these numbers; a process of an executor calls this."""
    game, tally = engine.get_game(slug), SeriesResult()
    first, second = map(engine.get_player, pair)
    for number in numbers:
        _, end = play(
            game.initial(), (first, second), partial(_make_move_rng, f"{seed} {slug} {pair} {number}")
        )
        tally = tally.plus(end.outcome)
    return pair, tally


def _make_move_rng(name: str, state: State) -> Random:
    return Random(f"{name} {state.ply}")  # noqa: S311 - no secrets


def _sum_points(tallies: Mapping[Pair, SeriesResult]) -> dict[Pair, float]:
    """Return the points that each player won against each other, on both sides together."""
    points: dict[Pair, float] = defaultdict(float)
    for (first, second), tally in tallies.items():
        points[first, second] += tally.points
        points[second, first] += tally.games - tally.points
    return points


def _games(points: Mapping[Pair, float], name: str, other: str) -> float:
    return points[name, other] + points[other, name]
