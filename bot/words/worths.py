"""What moves are worth to whoever plays them, counted as the game is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.words.games import get_words
from bot.words.values import format_value

if TYPE_CHECKING:
    from bot.words.language import Language
    from engine import AnalysedMove, Analysis, State


def format_worth(language: Language, state: State, move: AnalysedMove) -> str:
    """Say what a move is worth, an estimate in what the game counts, if it counts anything."""
    counted = None if move.is_proven else get_words(state.game).format_estimate(language, move.value)
    return counted or format_value(language, move)


def format_move(language: Language, analysis: Analysis, move: AnalysedMove, reason: str) -> str:
    """Say in one line what a move is worth, and why."""
    star = "★ " if move.action in analysis.best else ""
    name = analysis.state.game.name_of(analysis.state, move.action)
    worth = format_worth(language, analysis.state, move)
    return f"{star}{name}: {' · '.join(filter(None, (worth, reason)))}"
