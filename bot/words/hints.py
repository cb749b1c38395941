"""Hints: a theme first, and then the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.words.remarks import format_remarks
from bot.words.themes import format_theme
from bot.words.values import format_move

if TYPE_CHECKING:
    from bot.words.language import Language
    from engine import Analysis


def theme(language: Language, analysis: Analysis) -> str:
    """Say what to look for in a position, without telling the move."""
    said = format_theme(language, analysis.state.game, engine.theme(analysis))
    title = language.say("A hint")
    return f"### {title}\n{said}"


def solution(language: Language, analysis: Analysis) -> str:
    """Tell the best move, what it is worth, why, and how play goes on, and which others are as good."""
    state, best = analysis.state, analysis.moves[0]
    said = [format_move(language, analysis, best, format_remarks(language, analysis)[best.action])]
    if others := [state.game.name_of(state, action) for action in analysis.best[1:]]:
        said.append(
            language.say("Every other move is as good.")
            if len(analysis.best) == len(analysis.moves)
            else language.say("Just as good: {moves}.", moves=language.listed(others))
        )
    return "\n".join(said)
