"""The games the engine knows: those that the modules of this package list in their `GAMES`."""

from engine.base import Game
from engine.modules import import_all


def _found() -> dict[str, Game]:
    modules = import_all(__name__, __path__)
    games: list[Game] = [game for module in modules for game in getattr(module, "GAMES", ())]
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
