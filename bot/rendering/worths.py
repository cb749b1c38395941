"""What moves are worth, said in words."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import AnalysedMove, Analysis


def worth(move: AnalysedMove) -> str:
    """Say what a move is worth: `win in 2`, `draw`, `loss in 1`, or an estimate as `about +0.3`."""
    if not move.exact:
        return f"about {move.value:+z.1f}"
    if move.value == 0:
        return "draw"
    return f"{'win' if move.value > 0 else 'loss'} in {winner_moves(move.distance)}"


def winner_moves(distance: int) -> int:
    """Turn plies to the end into moves of the side that wins."""
    return (distance + 1) // 2


def worths(analysis: Analysis) -> str:
    """Say in one sentence what every move is worth, best first, equal ones together."""
    state = analysis.state
    groups = groupby(analysis.moves, key=lambda move: (_predicate(move), move.action in analysis.best))
    said = []
    for (predicate, is_best), group in groups:
        names = [state.game.name_of(state, move.action) for move in group]
        said.append(f"{listed(names)} {predicate[len(names) > 1]}{' (best)' if is_best else ''}")
    return f"What the moves are worth: {'; '.join(said)}."


def listed(names: list[str]) -> str:
    """Join names as a sentence does: `a1, b2 and c3`; nothing if there are none."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _predicate(move: AnalysedMove) -> tuple[str, str]:
    """Say what one move is worth, and what several such moves are."""
    if not move.exact:
        return f"is {worth(move)}", f"are {worth(move)}"
    if move.value == 0:
        return "draws", "draw"
    number = winner_moves(move.distance)
    moves = f"in {number} {'move' if number == 1 else 'moves'}"
    return (f"wins {moves}", f"win {moves}") if move.value > 0 else (f"loses {moves}", f"lose {moves}")
