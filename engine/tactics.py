"""What follows from the rules within two moves: who threatens what, and which moves are safe."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Action, Game, Position, State
    from engine.solver import AnalysedMove


def threats_of(state: State, action: Action) -> tuple[Action, ...]:
    """Return the actions with which the player of the action threatens to win after it.

    Whoever moves again threatens nothing: the win is there to be taken.
    """
    after = state.successor(action)
    has_passed = not after.is_terminal and after.to_move != state.to_move
    return state.game.threats(after, state.to_move) if has_passed else ()


def threats_made(state: State, action: Action) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Return the same in order, those that are new and those that were there before."""
    before, now = state.game.wins(state.position), sorted(threats_of(state, action))
    new = tuple(threat for threat in now if threat not in before)
    return new, tuple(threat for threat in now if threat in before)


def safe_moves(state: State, most: int) -> list[Action]:
    """Return up to so many actions that neither lose at once nor let the opponent win at once.

    After one that keeps the turn there has to be another of the kind.
    """
    return list(islice(_safe_moves(state.game, state.position), most))


def ends_in_zugzwang(state: State, move: AnalysedMove) -> bool:
    """Whether best play from a move on ends with a loser whom nothing threatens, but who has to move."""
    if not move.exact or not move.value:
        return False
    loser = state.to_move if move.value < 0 else 1 - state.to_move
    for action in move.line[:-2]:
        state = state.successor(action)
    if state.to_move != loser:
        return False
    passed = state.game.null_move(state.position)
    return passed is not None and not state.game.wins(passed) and not safe_moves(state, 1)


def _has_safe_move(game: Game, position: Position) -> bool:
    return next(_safe_moves(game, position), None) is not None


def _safe_moves(game: Game, position: Position) -> Iterator[Action]:
    for action, after in game.successors(position).items():
        keeps_turn = game.keeps_turn(position, after)
        if game.successors(after):
            if _has_safe_move(game, after) if keeps_turn else not game.wins(after):
                yield action
        elif game.utility(after) == 0 or (game.utility(after) > 0) == keeps_turn:
            yield action
