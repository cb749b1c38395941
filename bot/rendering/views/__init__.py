"""The views of games, one module for each family: those that the modules of this package define."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import engine
from bot.rendering.game_view import VIEWS
from bot.words.language import ENGLISH
from engine.game import find_nearest

if TYPE_CHECKING:
    from bot.rendering.game_view import GameView
    from engine import Game

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)


@cache
def get_view(game: Game) -> GameView:
    """Return the view of a game, or of the nearest family that it belongs to."""
    view = find_nearest(game, VIEWS)
    if view is None:
        raise TypeError(f"No module of {__name__} has a view of {game.slug}.")
    return view(game)


def prepare() -> None:
    """Draw what the pictures of a game share, so that nobody has to wait for it."""
    for game in map(engine.get_game, engine.game_slugs()):
        get_view(game).render_picture(ENGLISH, game.initial())
