"""Minimax as it is first taught: of equally good moves it takes the first."""

from engine.analysis import Analysis
from engine.base import Action, Game
from engine.players.levels import Level


class Textbook(Level):
    """Always takes the first best action in the game's fixed order, so it plays the same match again."""

    def chances(self, analysis: Analysis) -> dict[Action, float]:
        """Return the first best action alone."""
        return {min(analysis.best): 1.0}

    def knows(self, game: Game) -> bool:
        """Whether the game is small enough to be searched to its end."""
        return game.is_small


PLAYERS = (Textbook("minimax"),)
