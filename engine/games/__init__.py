"""The games the engine knows: one line here for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.in_a_row import InARow

if TYPE_CHECKING:
    from engine.game import Game

_GAMES: tuple[Game, ...] = (InARow("tic-tac-toe", "Tic-tac-toe", rows=3, columns=3, length=3),)
_BY_SLUG = {known.slug: known for known in _GAMES}


def games() -> tuple[str, ...]:
    """Return the slugs of all known games."""
    return tuple(_BY_SLUG)


def game(slug: str) -> Game:
    """Return the game of that slug; KeyError with the known ones if there is none."""
    try:
        return _BY_SLUG[slug]
    except KeyError:
        raise KeyError(f"There is no game {slug!r}. The known games are: {', '.join(_BY_SLUG)}.") from None
