"""Proofs about the positions of one match: joined, and carried from each position to the next.

A move that was proven to win, draw or lose stays so, by any search at any time. What is proven of a position
gives the value of the move that led to it; what is proven of a move bounds those that follow it.
"""

from collections.abc import Sequence
from itertools import pairwise

from engine.analysis import Analysis
from engine.base import Action, State
from engine.solver import AnalysedMove
from engine.tactics import find_series

_FAR = 99
"""The distance of ends whose distance is not known."""


def nothing_known(state: State) -> Analysis:
    """Return the analysis of a state that was not searched: no move has a value yet."""
    return Analysis.of(
        state, (AnalysedMove(action, 0.0, 0, exact=False, line=()) for action in state.actions())
    )


def is_settled(analysis: Analysis) -> bool:
    """Whether it is proven that the position is won, drawn or lost."""
    return _settled_value(analysis) is not None


def recounted(analysis: Analysis) -> Analysis:
    """Return the same, but if it is from before its game counted, with exact moves no more than proven.

    Their winner is known, but not the margin, and so all that win are equally good.
    """
    if not is_uncounted(analysis):
        return analysis
    return Analysis.of(
        analysis.state,
        (
            move._replace(exact=False, proven=True, distance=_FAR) if move.is_proven else move
            for move in analysis.moves
        ),
    )


def is_uncounted(analysis: Analysis) -> bool:
    """Whether the game counts, and what is known is from before it did."""
    state = analysis.state
    is_old = any(move.is_proven and move.margin is None for move in analysis.moves)
    return is_old and state.game.margin(state.position) is not None


def join(known: Analysis, found: Analysis) -> Analysis:
    """Return what two analyses of a state know together: all proofs, and for the rest what was `found`."""
    before = {move.action: move for move in known.moves}
    both = ((move, before[move.action]) for move in found.moves)
    return Analysis.of(found.state, (max(each, key=lambda move: (move.exact, move.proven)) for each in both))


def with_series(analysis: Analysis) -> Analysis:
    """Return the same, in which what wins by threats alone is proven, if a search did not get so far."""
    if all(move.is_proven for move in analysis.moves):
        return analysis
    state = analysis.state
    moves, beginning = find_series(state.game, state.position)
    won = {
        move.action: move._replace(value=1, distance=2 * moves - 1, proven=True)
        for move in analysis.moves
        if move.action in beginning and not move.is_proven
    }
    return Analysis.of(state, (won.get(move.action, move) for move in analysis.moves))


def carry(analyses: Sequence[Analysis | None], actions: Sequence[Action]) -> list[Analysis | None]:
    """Carry what is proven along a line of play, of which each action leads from one analysis to the next.

    There may be one analysis more than actions, and None where nothing is known or the game is over.
    """
    carried = [*analyses]
    steps = [*enumerate(zip(pairwise(carried), actions, strict=False))]
    for ply, (_, action) in reversed(steps):
        carried[ply] = _backward(carried[ply], action, carried[ply + 1])
    for ply, (_, action) in steps:
        carried[ply + 1] = _forward(carried[ply], action, carried[ply + 1])
    return carried


def _settled_value(analysis: Analysis) -> float | None:
    """Return the proven value of a position to the player to move, None if there is none."""
    proven = max((move.value for move in analysis.moves if move.is_proven), default=None)
    if proven == 1 or all(move.is_proven for move in analysis.moves):
        return proven
    return None


def _sign(before: Analysis, after: Analysis) -> int:
    """Return 1 if the player of the move is to move again, else -1."""
    return 1 if before.state.to_move == after.state.to_move else -1


def _backward(before: Analysis | None, action: Action, after: Analysis | None) -> Analysis | None:
    """Return the analysis before an action, with the proven value of the position after it."""
    if before is None or after is None or (value := _settled_value(after)) is None:
        return before
    move = _move_of(before, action)
    if move.exact or (move.proven and not after.exact):
        return before
    best = after.moves[0]
    line, sign = (action, *best.line), _sign(before, after)
    distance = best.distance + 1 if after.exact else len(line)
    margin = None if best.margin is None else sign * best.margin
    proof = AnalysedMove(action, sign * value, distance, after.exact, line, proven=True, margin=margin)
    return _replace(before, proof)


def _forward(before: Analysis | None, action: Action, after: Analysis | None) -> Analysis | None:
    """Return the analysis after an action within the bounds that the proven value of the action sets.

    No move there is better than the position, and if all others are worse, the last one is as good.
    """
    if before is None or after is None or not (move := _move_of(before, action)).is_proven:
        return after
    most = _sign(before, after) * move.value
    open_moves = [each for each in after.moves if not each.is_proven]
    is_reached = any(each.is_proven and each.value == most for each in after.moves)
    is_last = most == -1 or (len(open_moves) == 1 and not is_reached)
    for each in open_moves:
        bounded = each._replace(value=most, proven=True) if is_last else each
        after = _replace(after, bounded._replace(value=min(bounded.value, most)))
    return after


def _move_of(analysis: Analysis, action: Action) -> AnalysedMove:
    return next(move for move in analysis.moves if move.action == action)


def _replace(analysis: Analysis, move: AnalysedMove) -> Analysis:
    others = (each for each in analysis.moves if each.action != move.action)
    return Analysis.of(analysis.state, (move, *others))
