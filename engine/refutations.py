"""The reply that an action runs into: what punishes an error, or answers a move that is not the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.steps import read_step

if TYPE_CHECKING:
    from engine.game import State
    from engine.solver import AnalysedMove
    from engine.steps import Step


def refute(state: State, move: AnalysedMove) -> Step:
    """Return the opponent's first action in the line of a move of this state.

    Where the opponent has none any more, it is the last action of the line: the one that ends the game, or as
    far as was looked.
    """
    mover = state.to_move
    for action in move.line:
        step = read_step(state, action)
        if state.to_move != mover:
            break
        state = step.after
    return step
