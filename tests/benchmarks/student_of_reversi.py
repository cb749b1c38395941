"""What the student recognises in Reversi: corners, and replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.reversi import Reversi

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import engine


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


PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "corner": takes_corner,
    "no corner": gives_no_corner,
    "few replies": leaves_few,
    "quiet": is_quiet,
}
