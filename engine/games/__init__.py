"""The games the engine knows: one line here for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connect_four import ConnectFour
from engine.games.in_a_row import InARow
from engine.games.oware import Oware
from engine.games.wild import Wild

if TYPE_CHECKING:
    from engine.game import Game

_GAMES: tuple[Game, ...] = (
    InARow("tic-tac-toe", rows=3, columns=3, length=3),
    InARow("tic-tac-toe-misere", rows=3, columns=3, length=3, misere=True),
    Wild("tic-tac-toe-wild"),
    InARow("four-in-a-row-4x4", rows=4, columns=4, length=4),
    InARow("four-in-a-row-5x5", rows=5, columns=5, length=4, has_book=True),
    ConnectFour(),
    Oware(),
)
_BY_SLUG = {known.slug: known for known in _GAMES}


def game_slugs() -> tuple[str, ...]:
    """Return the slugs of all known games."""
    return tuple(_BY_SLUG)


def get_game(slug: str) -> Game:
    """Return the game of that slug; KeyError with the known ones if there is none."""
    try:
        return _BY_SLUG[slug]
    except KeyError:
        raise KeyError(f"There is no game {slug!r}. The known games are: {', '.join(_BY_SLUG)}.") from None
