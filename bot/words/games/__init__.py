"""What is said of each game alone, one module for each game or family: those that this package holds."""

from functools import cache

from bot.words.game_words import WORDS, GameWords
from bot.words.language import Language
from engine import Game
from engine.base import find_nearest
from engine.modules import import_all

import_all(__name__, __path__)


@cache
def get_words(game: Game) -> GameWords:
    """Return the words of a game, those of the nearest family that it belongs to or, if none, of any game."""
    return (find_nearest(game, WORDS) or GameWords)(game)


def format_title(language: Language, game: Game) -> str:
    """Return what the game is called: by its slug if it has no title."""
    title = get_words(game).title
    return language.say(title) if title else game.slug.replace("-", " ").capitalize()
