"""Board games solved and explained, by the standard library alone."""

from engine import proofs, puzzles, teachers, tree
from engine.analysis import Analysis, analyse, are_moves_alike, is_instant
from engine.base import (
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
from engine.facts import Consequence, General, Kind, Remark
from engine.player import Choice, Measure, Player, Thoughts
from engine.players import get_player, player_names
from engine.players.levels import LEVELS, choose
from engine.puzzles import DIFFICULTIES, Puzzle
from engine.reasons import principal_variation, recommended, remarks
from engine.reviews import Judgement, Label, Review, clearness, judge, review
from engine.rules import game_slugs, get_game
from engine.rules.grid import Grid
from engine.solver import AnalysedMove
from engine.teacher import Teacher, get_teacher
from engine.themes import Prospect, Theme, theme
from engine.tracing import SearchStep, StepKind, count, trace

game, games = get_game, game_slugs
"""The shorter names under which the package exports the registry."""

__all__ = [
    "DIFFICULTIES",
    "LEVELS",
    "Action",
    "AnalysedMove",
    "Analysis",
    "Choice",
    "Consequence",
    "Fault",
    "Game",
    "General",
    "GeneralFault",
    "Grid",
    "IllegalActionError",
    "Judgement",
    "Kind",
    "Label",
    "Measure",
    "Outcome",
    "Player",
    "Position",
    "Prospect",
    "Puzzle",
    "Remark",
    "Review",
    "SearchStep",
    "State",
    "StepKind",
    "Teacher",
    "Theme",
    "Thoughts",
    "UnknownNameError",
    "analyse",
    "are_moves_alike",
    "choose",
    "clearness",
    "count",
    "game",
    "game_slugs",
    "games",
    "get_game",
    "get_player",
    "get_teacher",
    "is_instant",
    "judge",
    "player_names",
    "principal_variation",
    "proofs",
    "puzzles",
    "recommended",
    "remarks",
    "review",
    "teachers",
    "theme",
    "trace",
    "tree",
]
