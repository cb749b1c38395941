"""Board games solved and explained, by the standard library alone."""

from engine.analysis import AnalysedMove, Analysis, analyse
from engine.game import Action, Game, IllegalActionError, Outcome, Position, State
from engine.games import game, games
from engine.policy import LEVELS, choose
from engine.reasons import reasons

__all__ = [
    "LEVELS",
    "Action",
    "AnalysedMove",
    "Analysis",
    "Game",
    "IllegalActionError",
    "Outcome",
    "Position",
    "State",
    "analyse",
    "choose",
    "game",
    "games",
    "reasons",
]
