"""Board games solved and explained, by the standard library alone."""

from engine import puzzles, tree
from engine.analysis import Analysis, analyse, is_instant
from engine.game import Action, Game, IllegalActionError, Outcome, Position, State
from engine.games import game_slugs, get_game
from engine.games.grid import Grid
from engine.player import Choice, Measure, Player, Thoughts
from engine.players import get_player, player_names
from engine.players.levels import LEVELS, choose
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
    "Choice",
    "Game",
    "Grid",
    "IllegalActionError",
    "Judgement",
    "Label",
    "Measure",
    "Outcome",
    "Player",
    "Position",
    "Puzzle",
    "Review",
    "State",
    "Thoughts",
    "analyse",
    "choose",
    "game",
    "game_slugs",
    "games",
    "get_game",
    "get_player",
    "is_instant",
    "judge",
    "player_names",
    "principal_variation",
    "puzzles",
    "reasons",
    "review",
    "theme",
    "tree",
]
