"""What to look for in a position: the themes of the engine, in whole sentences that name no move."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.words.language import Language
    from engine import Game


def format_theme(language: Language, game: Game, theme: str) -> str:  # noqa: ARG001 - to come
    """Say how a position stands for its player to move, and what to look for."""
    return theme
