"""Board games solved and explained, by the standard library alone."""

from engine import puzzles, tree
from engine.analysis import Analysis, analyse, winner_moves
from engine.game import Action, Game, IllegalActionError, Outcome, Position, State
from engine.games import game_slugs, get_game
from engine.games.grid import Grid
from engine.policy import LEVELS, choose, depth
from engine.puzzles import DIFFICULTIES, Puzzle
from engine.reasons import principal_variation, reasons
from engine.review import Judgement, Label, Review, judge, review
from engine.solver import AnalysedMove
from engine.themes import theme

game, games = get_game, game_slugs
"""The shorter names under which the public knows the registry."""

__all__ = [
    "DIFFICULTIES",
    "LEVELS",
    "Action",
    "AnalysedMove",
    "Analysis",
    "Game",
    "Grid",
    "IllegalActionError",
    "Judgement",
    "Label",
    "Outcome",
    "Position",
    "Puzzle",
    "Review",
    "State",
    "analyse",
    "choose",
    "depth",
    "game",
    "game_slugs",
    "games",
    "get_game",
    "judge",
    "principal_variation",
    "puzzles",
    "reasons",
    "review",
    "theme",
    "tree",
    "winner_moves",
]
