"""The board of a match as rows of cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import engine
from bot.rendering.words import MARKS

if TYPE_CHECKING:
    from bot.models import Match


@dataclass(frozen=True)
class Cell:
    """One cell: the action that takes it, its label, whose it is (None: nobody's), and how it stands out."""

    action: int
    label: str
    owner: int | None
    is_open: bool
    is_decisive: bool


def rows(match: Match) -> list[list[Cell]]:
    """Return the cells row by row; an empty cell is labelled with its name."""
    game, state = match.game, match.state
    if not isinstance(game, engine.Grid):
        raise NotImplementedError
    names, decisive = _names(match.game_slug), game.decisive(state)
    legal = () if match.is_over else state.actions()
    cells = [
        Cell(
            action=action,
            label=names[action] if owner is None else MARKS[owner],
            owner=owner,
            is_open=action in legal,
            is_decisive=action in decisive,
        )
        for action, owner in enumerate(game.cells(state))
    ]
    return [cells[i : i + game.columns] for i in range(0, len(cells), game.columns)]


@cache
def _names(game_slug: str) -> list[str]:
    game = engine.game(game_slug)
    start = game.initial()
    return [game.name_of(start, action) for action in start.actions()]


def text(match: Match) -> str:
    """Return the board as lines of text, empty cells as dots."""
    lines = ((MARKS[cell.owner] if cell.owner is not None else "·" for cell in row) for row in rows(match))
    return "\n".join(" ".join(line) for line in lines)
