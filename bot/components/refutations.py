"""Refutations: the board after the reply to a wrong move, below the text about it."""

from bot.components import parts, positions
from bot.components.parts import Component
from bot.words import advice
from bot.words.language import Language
from engine import AnalysedMove, Analysis
from engine.steps import refute


def show_refutation(
    language: Language, analysis: Analysis, move: AnalysedMove
) -> tuple[list[Component], dict[str, bytes]]:
    """Return the components that show the reply to a move on the board, and their files."""
    shown, files = positions.picture_step(language, refute(analysis.state, move), analysis.state.to_move)
    return [parts.text(advice.format_caption(language, analysis, move)), shown], files
