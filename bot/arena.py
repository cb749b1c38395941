"""Lets players meet: `maxine arena`, with its options `--game`, `--players`, `--games`, `--seed` and more.

Everybody meets everybody, on both sides equally often. The same seed gives the same table, however many
processes play: each match has a seed of its own, and whoever searches has a number of positions for each move
instead of a time. What was found out for one move is forgotten before the next.
"""

from __future__ import annotations

import json
from collections import defaultdict
from concurrent.futures import as_completed
from functools import partial
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tqdm import tqdm

import engine
from bot.rendering.bars import FIRST, Bar, render_bars
from bot.workers import process_pools, remote
from engine import ladder
from engine.arena import Tally, play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import Executor

    from engine import State

    Pair = tuple[str, str]

_ANCHOR = "random"
"""Who has the rating 0, if they play."""

_AT_ONCE = 5
"""How many matches a process plays between two reports."""


class Results(NamedTuple):
    """How every ordered pair of players has fared, and the ratings that this comes to."""

    game_slug: str
    tallies: dict[Pair, Tally]
    standings: list[ladder.Standing]

    def as_table(self) -> str:
        """Write it in Markdown: in each row how many hundredths of the points a player won against whom."""
        names = [standing.name for standing in self.standings]
        points = _points(self.tallies)
        lines = [["player", *names, "rating", "±"], ["---", *["--:"] * (len(names) + 2)]]
        for name, rating, margin in self.standings:
            shares = [
                "" if other == name else f"{100 * points[name, other] / _games(points, name, other):.0f}"
                for other in names
            ]
            lines.append([name, *shares, f"{rating:.0f}", f"{margin:.0f}"])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def as_json(self) -> str:
        """Write it."""
        tallies = [[first, second, *tally] for (first, second), tally in sorted(self.tallies.items())]
        standings = [[name, round(rating, 1), round(margin, 1)] for name, rating, margin in self.standings]
        return json.dumps({"game": self.game_slug, "tallies": tallies, "ratings": standings}, indent=1) + "\n"

    def as_picture(self) -> bytes:
        """Draw the ratings with their intervals, as a PNG."""
        return render_bars(
            [
                Bar(name, f"{rating:.0f} ± {margin:.0f}", rating, rating - margin, rating + margin, FIRST)
                for name, rating, margin in self.standings
            ]
        )


def hold_here(slug: str, names: Sequence[str], games: int, seed: int, cluster: str | None = None) -> Results:
    """Hold it in as many processes as there are cores, or on the cluster of the scheduler at an address.

    Raises:
        MissingExtraError: the library that talks to clusters is not installed.
        UnreachableClusterError: no scheduler answers there, it has no workers that are of use, or it goes.
    """
    with process_pools.open_pool(cluster) as executor:
        return hold(slug, names, games, seed, executor)


def hold(slug: str, names: Sequence[str], games: int, seed: int, executor: Executor) -> Results:
    """Let each pair play so many matches, as many either way round (so one more if odd), and rate all."""
    half = (games + 1) // 2
    tasks = [
        executor.submit(remote.call, play_some, slug, pair, seed, range(first, min(first + _AT_ONCE, half)))
        for pair in permutations(names, 2)
        for first in range(0, half, _AT_ONCE)
    ]
    tallies = dict.fromkeys(permutations(names, 2), Tally())
    with tqdm(desc=slug, total=half * len(tallies), unit="match", leave=False) as bar:
        for task in as_completed(tasks):
            pair, tally = task.result()
            tallies[pair] = tallies[pair].joined(tally)
            bar.update(tally.games)
    return Results(slug, tallies, ladder.rate(_points(tallies), _ANCHOR if _ANCHOR in names else names[0]))


def play_some(slug: str, pair: Pair, seed: int, numbers: range) -> tuple[Pair, Tally]:
    """Play the matches of a pair that have these numbers; what a process of an executor is asked for."""
    game, tally = engine.get_game(slug), Tally()
    first, second = map(engine.get_player, pair)
    for number in numbers:
        _, end = play(game.initial(), (first, second), partial(_chance, f"{seed} {slug} {pair} {number}"))
        tally = tally.plus(end.outcome)
    return pair, tally


def _chance(name: str, state: State) -> Random:
    return Random(f"{name} {state.ply}")  # noqa: S311 - no secrets


def _points(tallies: Mapping[Pair, Tally]) -> dict[Pair, float]:
    """Return what each player won against each other, on both sides together."""
    points: dict[Pair, float] = defaultdict(float)
    for (first, second), tally in tallies.items():
        points[first, second] += tally.points
        points[second, first] += tally.games - tally.points
    return points


def _games(points: Mapping[Pair, float], name: str, other: str) -> float:
    return points[name, other] + points[other, name]
