"""The views of games, one module for each family: those that the modules of this package define."""

from functools import cache

import engine
from bot.rendering.game_view import VIEWS, GameView
from bot.words.language import ENGLISH
from engine import Game
from engine.base import find_nearest
from engine.modules import import_all

import_all(__name__, __path__)


@cache
def get_view(game: Game) -> GameView:
    """Return the view of a game, or of the nearest family that it belongs to."""
    view = find_nearest(game, VIEWS)
    if view is None:
        raise TypeError(f"No module of {__name__} has a view of {game.slug}.")
    return view(game)


def prepare() -> None:
    """Draw the parts that the pictures of a game share in advance, so that no request waits for them."""
    for game in map(engine.get_game, engine.game_slugs()):
        get_view(game).render_picture(ENGLISH, game.initial())
