"""Board games solved and explained, by the standard library alone."""

from engine import proofs, puzzles, tree
from engine.analysis import Analysis, analyse, is_instant
from engine.game import (
    Action,
    Fault,
    Game,
    GeneralFault,
    IllegalActionError,
    Outcome,
    Position,
    State,
    UnknownNameError,
)
from engine.games import game_slugs, get_game
from engine.games.grid import Grid
from engine.player import Choice, Measure, Player, Thoughts
from engine.players import get_player, player_names
from engine.players.levels import LEVELS, choose
from engine.puzzles import DIFFICULTIES, Puzzle
from engine.remarks import General, Kind, Remark, principal_variation, recommended, remarks
from engine.review import Judgement, Label, Review, judge, review
from engine.solver import AnalysedMove
from engine.themes import GeneralMotive, Motive, Prospect, Theme, theme

game, games = get_game, game_slugs
"""The shorter names under which the public knows the registry."""

__all__ = [
    "DIFFICULTIES",
    "LEVELS",
    "Action",
    "AnalysedMove",
    "Analysis",
    "Choice",
    "Fault",
    "Game",
    "General",
    "GeneralFault",
    "GeneralMotive",
    "Grid",
    "IllegalActionError",
    "Judgement",
    "Kind",
    "Label",
    "Measure",
    "Motive",
    "Outcome",
    "Player",
    "Position",
    "Prospect",
    "Puzzle",
    "Remark",
    "Review",
    "State",
    "Theme",
    "Thoughts",
    "UnknownNameError",
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
    "proofs",
    "puzzles",
    "recommended",
    "remarks",
    "review",
    "theme",
    "tree",
]
