"""Whom Maxine can be in a match: her levels, and the characters; and how strong each was measured to be."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import engine
from bot.errors import StrangeGameError, UnknownLevelError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BETWEEN = {f"iq-{number}" for number in range(101) if number % 10} | {
    "depth-2",
    "depth-4",
    "depth-6",
    "depth-8",
}
"""Who is not offered, but can be named: there are more than a menu holds, and each is much like the next."""


def levels_of(game_slug: str) -> Sequence[str]:
    """Return who can be played against in a game: the levels, weakest first, then the characters who know it.

    Of those the ones who differ by a number come last, each kind together.
    """
    game, names = engine.get_game(game_slug), engine.player_names()
    characters = [name for name in names if name not in engine.LEVELS and engine.get_player(name).knows(game)]
    return (*engine.LEVELS, *sorted(characters, key=lambda name: name[-1].isdigit()))


def offered(game_slug: str) -> Sequence[str]:
    """Return those of them who are offered where nobody is named."""
    return [name for name in levels_of(game_slug) if name not in _BETWEEN]


def refuse_unknown_level(level: str, game_slug: str) -> None:
    """Refuse a level or character that there is not in a game.

    Raises:
        UnknownLevelError: there is none of that name at all.
        StrangeGameError: the character does not know that game.
    """
    known = levels_of(game_slug)
    if level in known:
        return
    if level in engine.player_names():
        raise StrangeGameError(level, game_slug, known)
    raise UnknownLevelError(level, known)


@cache
def ratings_in(game_slug: str) -> Mapping[str, float]:
    """Return the rating of all who have met in an arena of the game; `tests/make_strengths.py` holds them."""
    file = resources.files("bot") / "strengths" / f"{game_slug}.json"
    if not file.is_file():
        return {}
    return {name: rating for name, rating, _ in json.loads(file.read_text("utf-8"))["ratings"]}


def by_rating(game_slug: str) -> Sequence[str]:
    """Return who is offered, the weakest first, and last those who were not measured yet."""
    ratings = ratings_in(game_slug)
    return sorted(offered(game_slug), key=lambda name: (name not in ratings, ratings.get(name, 0.0)))
