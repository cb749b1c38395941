"""Trains players who learn: `maxine train q-table|neural`, with `--game`, `--games`, `--seed` and more.

The result is written atomically into a file that begins with how it was made. The same seed and number of
games make the same file; for a network, on the same kind of processor with the same numpy. This process
trains, game after game, while a cluster can measure the strength.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, Protocol, TypeAlias, cast

from tqdm import tqdm

import engine
from bot.extras import needing
from bot.files import replaced
from bot.workers import process_pools, remote
from engine.arena import SeriesResult, play
from engine.learning import files
from engine.learning.q_learning import QTable
from engine.player import Player
from engine.players.learned import Learned
from engine.rules.grid import Grid

_Met: TypeAlias = Mapping[str, Future[SeriesResult]]

_LOOKS: Final = 20
"""How often the learner's strength is measured during training."""

_MATCHES_OF_A_LOOK: Final = 50
_MATCHES: Final = 200
_MATCHES_OF_LONG_SEARCHES: Final = 20
_OPPONENTS: Final = ("random", "greedy")
_HIDDEN: Final = (64, 32)
_HIDDEN_OF_LARGE: Final = (128, 32)


class Learner(Protocol):
    """A learner, which can be written down at any time."""

    def as_lines(self) -> Iterator[str]:
        """Return what it has learnt so far, as lines."""


class Checkpoint(NamedTuple):
    """The points won against an opponent after a number of games, in percent."""

    games: int
    points: Mapping[str, float]


class Report(NamedTuple):
    """The report of a training: its measurements, and the learner's results at the end."""

    path: Path
    curve: Sequence[Checkpoint]
    tallies: Mapping[str, SeriesResult]

    def curves(self) -> Mapping[str, Sequence[tuple[float, float]]]:
        """Return for each opponent the points after each number of games."""
        return {name: [(look.games, look.points[name]) for look in self.curve] for name in _OPPONENTS}

    def as_table(self) -> str:
        """Write the results as a table in Markdown."""
        lines = [["against", "won", "drawn", "lost", "points"], ["---", *["--:"] * 4]]
        for name, (won, lost, drawn) in self.tallies.items():
            lines.append([name, *map(str, (won, drawn, lost)), f"{_percent(self.tallies[name]):.1f} %"])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def is_learnable(kind: str, slug: str) -> bool:
    """Return whether this kind of learner can learn the game."""
    game = engine.get_game(slug)
    return game.is_small if kind == "q-table" else isinstance(game, Grid)


def train(  # noqa: PLR0913 - what is learnt how and where
    kind: str, slug: str, games: int, seed: int, folder: Path | None, *, cluster: str | None = None
) -> Report:
    """Train a learner for a game, and write what it has learnt.

    Raises:
        MissingExtraError: the library that talks to clusters, or numpy, is not installed.
        UnreachableClusterError: no scheduler answers there, it has no usable workers, or it disconnects.
    """
    game = engine.get_game(slug)
    path = (folder or Path(files.__file__).parent) / files.file_name_of(kind, game)
    learner, course = _begin_training(kind, game, games, Random(seed))  # noqa: S311 - no secrets
    looks: dict[int, _Met] = {}
    with process_pools.open_pool(cluster) if cluster else process_pools.InlineExecutor() as executor:
        with tqdm(desc=slug, total=games, unit="game", leave=False) as bar:
            for played in chain([0], course):
                bar.update(played - bar.n)
                if played * _LOOKS >= games * len(looks):
                    counts = dict.fromkeys(_OPPONENTS, _MATCHES_OF_A_LOOK)
                    looks[played] = _submit_matches(executor, kind, slug, learner, counts)
        last = _submit_matches(executor, kind, slug, learner, _last_counts(game))
        tallies = {name: future.result() for name, future in last.items()}
        curve = [
            Checkpoint(played, {name: _percent(future.result()) for name, future in met.items()})
            for played, met in looks.items()
        ]
    with replaced(path) as new:
        head = f"# maxine train {kind} --game {slug} --games {games} --seed {seed}"
        new.write_text("".join(f"{line}\n" for line in [head, *learner.as_lines()]), encoding="ascii")
    return Report(path, curve, tallies)


def _begin_training(kind: str, game: engine.Game, games: int, rng: Random) -> tuple[Learner, Iterator[int]]:
    """Return a learner, and the training, which yields numbers of games."""
    if kind == "q-table":
        table = QTable(game, {})
        return table, table.learn(games, rng)
    with needing("train"):
        from bot.training.self_play import SelfPlay  # noqa: PLC0415 - only this needs numpy

    grid = cast("Grid", game)  # see is_learnable
    network = SelfPlay(grid, rng, _HIDDEN if game.is_small else _HIDDEN_OF_LARGE)
    return network, network.learn(games)


def _submit_matches(
    executor: Executor, kind: str, slug: str, learner: Learner, counts: Mapping[str, int]
) -> _Met:
    """Let the learner in its present state meet each of these opponents this many times."""
    lines = [*learner.as_lines()]
    return {
        name: executor.submit(remote.call, play_matches, kind, slug, lines, name, count)
        for name, count in counts.items()
    }


def play_matches(kind: str, slug: str, lines: Sequence[str], opponent: str, matches: int) -> SeriesResult:
    """Play this many matches, half of them with either side, by a learner's written lines.

    Processes of a cluster can call this. The learner counts as the first player in all of them.
    """
    game = engine.get_game(slug)
    knowledge = files.KINDS[kind].from_lines(game, lines)
    player = Learned(kind, lambda _: knowledge)
    first, second, drawn = _play_series(game, (player, engine.get_player(opponent)), matches // 2)
    lost, won, also_drawn = _play_series(game, (engine.get_player(opponent), player), matches - matches // 2)
    return SeriesResult(first + won, second + lost, drawn + also_drawn)


def _play_series(game: engine.Game, players: tuple[Player, Player], matches: int) -> SeriesResult:
    rng, tally = Random(f"{game.slug} {matches}"), SeriesResult()  # noqa: S311 - no secrets
    for _ in range(matches):
        _, end = play(game.initial(), players, lambda _: rng)
        tally = tally.plus(end.outcome)
    return tally


def _last_counts(game: engine.Game) -> Mapping[str, int]:
    """Return how many matches are played at the end, also against perfect play."""
    most = _MATCHES if engine.is_instant(game) else _MATCHES_OF_LONG_SEARCHES
    return {**dict.fromkeys(_OPPONENTS, _MATCHES), "perfect": most}


def _percent(tally: SeriesResult) -> float:
    return 100 * tally.points / tally.games
