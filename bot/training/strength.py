"""How a player fares against another."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import engine
from engine import analysis
from engine.arena import Tally, outcome_of, play
from engine.solver import within

if TYPE_CHECKING:
    from engine.player import Player

_POLLS: Final = 2_000
"""How often an opponent who searches may look, by and large, at whether the time for a move is over."""


def meet(game: engine.Game, player: Player, opponent: str, matches: int) -> Tally:
    """Play so many matches, half of them either way round; the player counts as the first in all of them."""
    first, second, drawn = _series(game, (player, engine.get_player(opponent)), matches // 2)
    lost, won, also_drawn = _series(game, (engine.get_player(opponent), player), matches - matches // 2)
    return Tally(first + won, second + lost, drawn + also_drawn)


def _series(game: engine.Game, players: tuple[Player, Player], matches: int) -> Tally:
    rng, tally = Random(f"{game.slug} {matches}"), Tally()  # noqa: S311 - no secrets
    for _ in range(matches):
        analysis.forget()
        tally = tally.plus(outcome_of(game, play(game, players, rng, lambda: within(_POLLS))))
    return tally
