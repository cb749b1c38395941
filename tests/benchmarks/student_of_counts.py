"""What the student recognises where boxes or discs are counted: what is given away, corners, and replies."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.games.dots_and_boxes import DotsAndBoxes
from engine.games.reversi import Reversi

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import engine


def completes(state: engine.State, action: engine.Action) -> float:
    """How many boxes the move completes."""
    return state.game.gain(state, action)


def gives_least(state: engine.State, action: engine.Action) -> float:
    """How few boxes the opponent can complete in their next turn."""
    after = state.successor(action)
    return 0 if after.is_terminal or after.to_move == state.to_move else -_most(after)


@cache
def _most(state: engine.State) -> int:
    """Return how many boxes can be completed in the turn that begins here."""
    return max((_gained(state, action) for action in state.actions()), default=0)


def _gained(state: engine.State, action: engine.Action) -> int:
    gained, after = state.game.gain(state, action), state.successor(action)
    return gained + (_most(after) if gained and not after.is_terminal else 0)


def takes_corner(state: engine.State, action: engine.Action) -> float:
    """Whether the move is a corner."""
    return _is_corner(state.game, action)


def gives_no_corner(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent can take no corner next."""
    return not any(_is_corner(state.game, reply) for reply in _replies(state, action))


def leaves_few(state: engine.State, action: engine.Action) -> float:
    """How few moves the opponent has next."""
    return -len(_replies(state, action))


def is_quiet(state: engine.State, action: engine.Action) -> float:
    """How few moves the opponent has next that they had not before."""
    assert isinstance(state.game, Reversi)
    mine, theirs = state.game.sides(state.position)
    before = state.game.legal(theirs, mine)
    return -sum(not before >> reply & 1 for reply in _replies(state, action))


def _replies(state: engine.State, action: engine.Action) -> tuple[engine.Action, ...]:
    after = state.successor(action)
    return () if after.to_move == state.to_move else after.actions()


def _is_corner(game: engine.Game, action: engine.Action) -> bool:
    assert isinstance(game, Reversi)
    return bool(game.corners >> action & 1)


BOXES: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "boxes": completes,
    "give least": gives_least,
}
DISCS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "corner": takes_corner,
    "no corner": gives_no_corner,
    "few replies": leaves_few,
    "quiet": is_quiet,
}
OF_GAMES = ((DotsAndBoxes, BOXES), (Reversi, DISCS))
