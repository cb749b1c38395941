"""Measures the strength of a learner in matches; processes of a cluster can call it."""

from collections.abc import Sequence
from random import Random

import engine
from engine.arena import SeriesResult, play
from engine.learning import files
from engine.player import Player
from engine.players.learned import Learned


def play_matches(kind: str, slug: str, lines: Sequence[str], opponent: str, matches: int) -> SeriesResult:
    """Play this many matches, half of them with either side, by a learner's written lines.

    The learner counts as the first player in all of them.
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
