"""Hints: a theme first, and then the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.rendering.worths import listed, worth

if TYPE_CHECKING:
    from engine import Analysis


def theme(analysis: Analysis) -> str:
    """Say what to look for in a position, without telling the move."""
    return f"### A hint\n{engine.theme(analysis)}"


def move(analysis: Analysis) -> str:
    """Tell the best move, what it is worth and why, and which others are as good."""
    state, best = analysis.state, analysis.moves[0]
    name, *others = (state.game.name_of(state, action) for action in analysis.best)
    reason = engine.reasons(analysis)[best.action]
    said = [f"**{name}**: {worth(best)}{f' · {reason}' if reason else ''}"]
    if others:
        said.append(f"Just as good: {listed(others)}.")
    return "\n".join(said)
