"""Which face each kind of game has, and what its pictures show, in words."""

from __future__ import annotations

from functools import cache, singledispatch
from typing import TYPE_CHECKING

import engine
from bot.rendering.cells import Cells, WildCells
from bot.rendering.connect_four import Columns
from bot.rendering.oware import Houses
from bot.words.language import ENGLISH
from bot.words.values import format_values
from engine.games.connect_four import ConnectFour
from engine.games.in_a_row import InARow
from engine.games.oware import Oware
from engine.games.wild import Wild

if TYPE_CHECKING:
    from bot.rendering.face import Face
    from engine import Action, Analysis, Game, State


@singledispatch
def face(game: Game) -> Face:
    """Return how the game looks."""
    raise TypeError(f"Nobody has said yet how {game.title} looks.")


face.register(InARow, cache(Cells))
face.register(Wild, cache(WildCells))
face.register(ConnectFour, cache(Columns))
face.register(Oware, cache(Houses))


def alt_text(state: State, last: Action | None = None, analysis: Analysis | None = None) -> str:
    """Say what the picture of a position shows, in at most 1,024 characters."""
    look = face(state.game)
    said = [look.text(state, last)]
    if analysis is not None and look.side_names is not None:
        said.append(f"{look.side_names[state.to_move]} to move.")
    if analysis is not None:
        said.append(format_values(ENGLISH, analysis))
    return " ".join(said)


def prepare() -> None:
    """Draw what the pictures of a game share, so that nobody has to wait for it."""
    for game in map(engine.get_game, engine.game_slugs()):
        face(game).picture(game.initial())
