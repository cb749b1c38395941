"""Hints: a theme first, and then the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.rendering.worths import line, listed
from bot.words.language import ENGLISH
from bot.words.remarks import format_remarks
from bot.words.themes import format_theme

if TYPE_CHECKING:
    from engine import Analysis


def theme(analysis: Analysis) -> str:
    """Say what to look for in a position, without telling the move."""
    return f"### A hint\n{format_theme(ENGLISH, analysis.state.game, engine.theme(analysis))}"


def move(analysis: Analysis) -> str:
    """Tell the best move, what it is worth, why, and how play goes on, and which others are as good."""
    state, best = analysis.state, analysis.moves[0]
    said = [line(analysis, best, format_remarks(ENGLISH, analysis)[best.action])]
    if others := [state.game.name_of(state, action) for action in analysis.best[1:]]:
        is_any = len(analysis.best) == len(analysis.moves)
        said.append("Every other move is as good." if is_any else f"Just as good: {listed(others)}.")
    return "\n".join(said)
