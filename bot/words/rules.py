"""The rules of every game in a few lines, with an example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Move
from bot.rendering.views import format_title, get_view
from bot.words.terms import format_terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rendering.game_view import Rules
    from bot.words.language import Language
    from engine import Game, State


def format_play(language: Language, game: Game) -> str:
    """Say how the game is played."""
    rules = get_view(game).rules
    return "\n".join([f"### {format_title(language, game)}", *_say(language, rules, rules.play)])


def play_example(game: Game) -> tuple[State, Move | None]:
    """Return the position of the example and the move that led to it."""
    state, last = game.initial(), None
    for name in get_view(game).rules.example.split():
        last = Move(state.to_move, game.action_named(state, name))
        state = state.successor(last.action)
    return state, last


def format_notes(language: Language, game: Game) -> str:
    """Say what the example shows, how moves are named, and how well Maxine knows the game."""
    rules = get_view(game).rules
    caption, strength, *naming = _say(language, rules, (rules.caption, rules.strength, *rules.naming))
    moves = language.say("**Moves.** {naming}", naming=" ".join(naming))
    play = language.say("**How I play it.** {strength}", strength=strength)
    return f"{caption}\n\n{moves}\n{play}\n{format_terms(language)}"


def _say(language: Language, rules: Rules, templates: Iterable[str]) -> list[str]:
    return [language.say(template, **rules.places) for template in templates]
