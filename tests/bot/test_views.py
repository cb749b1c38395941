"""The views of games: one for each, and every word of it from the catalogue."""

from gettext import NullTranslations
from random import Random

import pytest

import engine
from bot.models import Move
from bot.rendering.views import get_view
from bot.words.games import format_title, get_words
from bot.words.language import ENGLISH, Language
from bot.words.rules import format_play, list_notes
from engine.rules.in_a_row import InARow
from tests.engine.test_new_game import Matches


class Bracketed(NullTranslations):
    """A language in which every template stands in brackets."""

    def gettext(self, message: str) -> str:
        return f"[{message}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"[{msgid1 if n == 1 else msgid2}]"


FOREIGN = Language("en-US", Bracketed())


def is_bracketed(text: str) -> bool:
    """Whether no letter stands outside of brackets, of which some are in others."""
    depth = 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if not depth and letter.isalpha():
            return False
    return True


@pytest.mark.parametrize("slug", engine.games())
def test_positions_are_told_from_the_catalogue(slug: str) -> None:
    rng, state = Random(slug), engine.game(slug).initial()
    view, last = get_view(state.game), None
    while not state.is_terminal:
        assert is_bracketed(view.words.describe(FOREIGN, state, last))
        last = Move(state.to_move, rng.choice(state.actions()))
        state = state.successor(last.action)
    assert is_bracketed(view.words.describe(FOREIGN, state, last))
    assert is_bracketed(view.words.score(FOREIGN, state) or "")


@pytest.mark.parametrize("slug", engine.games())
def test_rules_are_from_the_catalogue(slug: str) -> None:
    game = engine.game(slug)
    assert is_bracketed(format_title(FOREIGN, game))
    assert is_bracketed(format_play(FOREIGN, game))
    assert is_bracketed("".join(list_notes(FOREIGN, game)))
    rules = get_words(game).rules
    assert rules.summary
    assert rules.knowledge


def test_new_grid_is_told_as_its_family() -> None:
    game = InARow("two-by-two", rows=2, columns=2, length=2)
    words, state = get_words(game), game.initial().successor(0)
    assert format_title(ENGLISH, game) == "Two by two"
    assert words.describe(ENGLISH, state, Move(0, 0)) == "X on a1. The last move was a1."


def test_game_without_a_view_is_refused() -> None:
    with pytest.raises(TypeError, match="matches"):
        get_view(Matches())
