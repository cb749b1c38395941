"""Board games solved and explained, by the standard library alone."""

from engine import puzzles, tree
from engine.analysis import Analysis, analyse
from engine.game import Action, Game, IllegalActionError, Outcome, Position, State
from engine.games import game, games
from engine.games.grid import Grid
from engine.policy import LEVELS, choose, depth
from engine.puzzles import DIFFICULTIES, Puzzle
from engine.reasons import line, reasons
from engine.review import Judgement, Label, Review, judge, review
from engine.solver import AnalysedMove
from engine.themes import theme

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
    "games",
    "judge",
    "line",
    "puzzles",
    "reasons",
    "review",
    "theme",
    "tree",
]
