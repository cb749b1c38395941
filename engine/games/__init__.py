"""The games the engine knows: all that the modules of this package name in their `GAMES`."""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import all_suffixes
from os import listdir
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game


def _modules() -> Iterator[str]:
    """Yield the name of every module beside this one, once, though it may be there compiled as well."""
    suffixes = tuple(all_suffixes())
    files = [file for folder in __path__ for file in listdir(folder)]  # noqa: PTH208 - pathlib and pkgutil load slowly
    yield from sorted({file.partition(".")[0] for file in files if file.endswith(suffixes)} - {"__init__"})


def _found() -> dict[str, Game]:
    games: list[Game] = []
    for name in _modules():
        games += getattr(import_module(f"{__name__}.{name}"), "GAMES", ())
    return {game.slug: game for game in sorted(games, key=lambda game: game.slug)}


_BY_SLUG = _found()


def game_slugs() -> tuple[str, ...]:
    """Return the slugs of all known games, in their order."""
    return tuple(_BY_SLUG)


def get_game(slug: str) -> Game:
    """Return the game of that slug; KeyError with the known ones if there is none."""
    try:
        return _BY_SLUG[slug]
    except KeyError:
        raise KeyError(f"There is no game {slug!r}. The known games are: {', '.join(_BY_SLUG)}.") from None
