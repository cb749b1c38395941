"""Why an action is good or bad, in words that are true by construction."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.analysis import AnalysedMove, Analysis
    from engine.game import Action


def reasons(analysis: Analysis) -> dict[Action, str]:
    """Return a short phrase for each legal action, empty where there is nothing true and useful to say."""
    return {move.action: "; ".join(_phrases(analysis, move)) for move in analysis.moves}


def _phrases(analysis: Analysis, move: AnalysedMove) -> list[str]:
    if move.distance == 1 and move.value == 1:
        return ["wins at once"]
    return analysis.state.game.remarks(analysis.state, move.action)
