"""What stands on a board, for tests."""

from __future__ import annotations

import engine


def cells(state: engine.State) -> tuple[int | None, ...]:
    """Return the mark in each cell of a game on a grid."""
    assert isinstance(state.game, engine.Grid)
    return state.game.cells(state)
