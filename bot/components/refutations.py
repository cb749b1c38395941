"""Refutations: the board after the reply to a wrong move, below the text about it."""

from bot.components import positions
from bot.components.parts import Part
from bot.words import advice
from bot.words.language import Language
from engine import AnalysedMove, Analysis
from engine.steps import refute


def show_refutation(language: Language, analysis: Analysis, move: AnalysedMove) -> list[Part]:
    """Return the reply to a move on the board, below what is said of it."""
    shown = positions.picture_step(language, refute(analysis.state, move), analysis.state.to_move)
    return [advice.format_caption(language, analysis, move), shown]
