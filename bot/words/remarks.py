"""Why a move is good or bad: the remarks of the engine, in phrases of which several can stand in a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from bot.words.language import Language
    from engine import Action, Analysis


def format_remarks(language: Language, analysis: Analysis) -> dict[Action, str]:  # noqa: ARG001 - to come
    """Say why each legal move is good or bad; an empty text where there is nothing to remark."""
    return engine.reasons(analysis)
