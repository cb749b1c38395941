"""The levels and characters that Maxine can play as, and their measured strength."""

from collections.abc import Sequence

import engine
from bot.errors import StrangeGameError, UnknownLevelError
from bot.models import verdicts

strengths_in = verdicts.strengths_in

_SLIDERS = {"iq": (0, 30, 70), "depth": (1, 3, 6)}
"""Of characters that differ only by a number, the numbers that are measured."""


def levels_of(game_slug: str) -> Sequence[str]:
    """Return the opponents in a game: the levels, weakest first, then the characters that know the game.

    Characters that differ by a number come last, each kind together.
    """
    game, names = engine.get_game(game_slug), engine.player_names()
    characters = [name for name in names if name not in engine.LEVELS and engine.get_player(name).knows(game)]
    return (*engine.LEVELS, *sorted(characters, key=lambda name: name[-1].isdigit()))


def measured(game_slug: str) -> Sequence[str]:
    """Return the opponents whose strength is measured."""
    return [name for name in levels_of(game_slug) if _is_measured(*name.rpartition("-")[::2])]


def offered(game_slug: str) -> Sequence[str]:
    """Return the opponents that are offered in lists: those with a rating, or all if there is none yet."""
    rated = strengths_in(game_slug)
    return [name for name in measured(game_slug) if name in rated or not rated]


def _is_measured(kind: str, number: str) -> bool:
    return kind not in _SLIDERS or int(number) in _SLIDERS[kind]


def refuse_unknown_level(level: str, game_slug: str) -> None:
    """Refuse a level or character that does not exist in a game.

    Raises:
        UnknownLevelError: no level or character has that name.
        StrangeGameError: the character does not know that game.
    """
    known = levels_of(game_slug)
    if level in known:
        return
    if level in engine.player_names():
        raise StrangeGameError(level, known, game_slug)
    raise UnknownLevelError(level, known, game_slug)


def by_rating(game_slug: str) -> Sequence[str]:
    """Return the characters that are offered, the weakest first.

    Those whose play is proven come after all others, whatever their luck, and last those not measured yet.
    """
    game, strengths = engine.get_game(game_slug), strengths_in(game_slug)

    def rank(name: str) -> tuple[bool, bool, float]:
        if name not in strengths:
            return True, False, 0.0
        return False, engine.get_player(name).is_proven(game), strengths[name].rating

    return sorted((name for name in offered(game_slug) if name not in engine.LEVELS), key=rank)
