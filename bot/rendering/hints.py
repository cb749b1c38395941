"""Hints: a theme first, and then the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.rendering import words
from bot.rendering.worths import listed

if TYPE_CHECKING:
    from engine import Analysis

_LINE_MOST = 8  # moves


def theme(analysis: Analysis) -> str:
    """Say what to look for in a position, without telling the move."""
    return f"### A hint\n{engine.theme(analysis)}"


def move(analysis: Analysis) -> str:
    """Tell the best move, what it is worth and why, how play goes on, and which others are as good."""
    state, best = analysis.state, analysis.moves[0]
    said = [words.line(analysis, best, engine.reasons(analysis)[best.action])]
    _, *later = engine.line(state, best)
    if later:
        line = f"{' '.join(later[:_LINE_MOST])}{' …' if len(later) > _LINE_MOST else '.'}"
        said.append(f"{'Best play' if best.exact else 'What I looked at'} goes on {line}")
    if others := [state.game.name_of(state, action) for action in analysis.best[1:]]:
        is_any = len(analysis.best) == len(analysis.moves)
        said.append("Every other move is as good." if is_any else f"Just as good: {listed(others)}.")
    return "\n".join(said)
