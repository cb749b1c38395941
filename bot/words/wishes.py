"""Why a puzzle is not such a one as somebody wished for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import engine
from bot.words.language import template
from bot.words.names import format_difficulty, format_game, format_theme_name
from engine import puzzles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.models import Attempt, Wish
    from bot.words.language import Language
    from engine.puzzles import Puzzle

_INSTEAD: Final[Mapping[tuple[bool, bool | None], str]] = {
    (True, None): template("I have no other {wished} puzzle, so this one is {given}."),
    (False, None): template("I have no {wished} puzzle, so this one is {given}."),
    (True, True): template("I have no other {wished} puzzle of {game}, so this one is {given}."),
    (False, True): template("I have no {wished} puzzle of {game}, so this one is {given}."),
    (True, False): template("I have no other {wished} puzzle of {game}, so this one is of another game."),
    (False, False): template("I have no {wished} puzzle of {game}, so this one is of another game."),
}
"""What is said if there are others as wished, or none, and if this one is of the game that was wished for."""

_INSTEAD_OF_THEME: Final[Mapping[tuple[bool, bool], str]] = {
    (True, False): template("There is no other {theme} puzzle; here is one about something else."),
    (False, False): template("There is no {theme} puzzle; here is another."),
    (True, True): template("There is no other {theme} puzzle of {game}; here is one about something else."),
    (False, True): template("There is no {theme} puzzle of {game}; here is another."),
}
"""What is said if there are others of the theme, or none, and if a game was wished for."""


def format_instead(language: Language, attempt: Attempt) -> str:
    """Say why it is not such a puzzle as was wished for, and what it is."""
    wish, puzzle = attempt.wish, attempt.puzzle
    if wish.theme is None or wish.theme == puzzle.theme:
        return _format_other_kind(language, wish, puzzle)
    has_others = any(puzzles.of(slug, None, wish.theme) for slug in _slugs(wish))
    return language.say(
        _INSTEAD_OF_THEME[has_others, wish.game_slug is not None],
        theme=format_theme_name(language, wish.theme),
        game=format_game(language, wish.game_slug or puzzle.game_slug),
    )


def _format_other_kind(language: Language, wish: Wish, puzzle: Puzzle) -> str:
    has_others = any(puzzles.of(slug, wish.difficulty, wish.theme) for slug in _slugs(wish))
    is_of_game = None if wish.game_slug is None else puzzle.game_slug == wish.game_slug
    return language.say(
        _INSTEAD[has_others, is_of_game],
        wished=_format_kind(language, wish),
        given=format_difficulty(language, puzzle.difficulty),
        game=format_game(language, wish.game_slug or puzzle.game_slug),
    )


def _format_kind(language: Language, wish: Wish) -> str:
    """Say how difficult a puzzle was to be, and about what if that was said."""
    difficulty = format_difficulty(language, wish.difficulty)
    if wish.theme is None:
        return difficulty
    theme = format_theme_name(language, wish.theme)
    return language.say("{difficulty} {theme}", difficulty=difficulty, theme=theme)


def _slugs(wish: Wish) -> Sequence[str]:
    """Return the games of which a puzzle was wished for."""
    return engine.game_slugs() if wish.game_slug is None else (wish.game_slug,)
