"""What moves are worth, and the lines that prove it, said in words."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from engine import AnalysedMove, Analysis, State

REPLIES = 12
"""How many moves are named of the best play that follows a move, if there is room."""


def worth(move: AnalysedMove) -> str:
    """Say what a move is worth: `win in 2`, `draw`, `loss in 1`, or an estimate as `about +0.3`."""
    if not move.exact:
        return f"about {move.value:+z.1f}"
    if move.value == 0:
        return "draw"
    return f"{'win' if move.value > 0 else 'loss'} in {move.winner_moves}"


def line(analysis: Analysis, move: AnalysedMove, reason: str, replies: int = REPLIES) -> str:
    """Say in one line what a move is worth, and why: the reason, and so much of best play as proves it."""
    star = "★ " if move.action in analysis.best else ""
    name = analysis.state.game.name_of(analysis.state, move.action)
    return f"{star}{name}: {reasoned_worth(analysis.state, move, reason, replies)}"


def reasoned_worth(state: State, move: AnalysedMove, reason: str, replies: int = REPLIES) -> str:
    """Say what a move is worth, and why."""
    is_proven = reason and move.loses_next  # the reason names the reply that wins
    why = "; ".join(filter(None, (reason, "" if is_proven else _best_play(state, move, replies))))
    return f"{worth(move)}{f' · {why}' if why else ''}"


def _best_play(state: State, move: AnalysedMove, most: int) -> str:
    """Name what follows a move by best play, `most` moves of it, or what was looked at for an estimate."""
    names = engine.principal_variation(state, move)[1:]
    if not names[:most]:
        return ""
    goes_on = len(names) > most or (move.exact and len(move.line) < move.distance)
    return f"{'best play' if move.exact else 'looked at'}: {', '.join(names[:most])}{' …' if goes_on else ''}"


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
    number = move.winner_moves
    moves = f"in {number} {'move' if number == 1 else 'moves'}"
    return (f"wins {moves}", f"win {moves}") if move.value > 0 else (f"loses {moves}", f"lose {moves}")
