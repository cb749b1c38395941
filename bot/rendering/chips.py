"""What moves are worth, as the little labels that stand on a board: a chip for each move."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.rendering.worths import winner_moves

if TYPE_CHECKING:
    from engine import Action, AnalysedMove, Analysis


class Kind(Enum):
    """What a chip says; an estimate leans to one side or to neither."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ESTIMATE = "estimate"


class Chip(NamedTuple):
    """What one move is worth: in how many moves the winner wins, or the estimate itself."""

    kind: Kind
    number: str
    is_best: bool = False


Chips: TypeAlias = tuple[tuple["Action", Chip], ...]
"""The chips of a position, in the order of its moves; none where the worth of moves is not to be shown."""


def chips(analysis: Analysis | None) -> Chips:
    """Return a chip for each move."""
    if analysis is None:
        return ()
    return tuple((move.action, _chip(move, is_best=move.action in analysis.best)) for move in analysis.moves)


def _chip(move: AnalysedMove, *, is_best: bool) -> Chip:
    if not move.exact:
        return Chip(Kind.ESTIMATE, f"{move.value:+z.1f}", is_best)
    if move.value == 0:
        return Chip(Kind.DRAW, "", is_best)
    return Chip(Kind.WIN if move.value > 0 else Kind.LOSS, str(winner_moves(move.distance)), is_best)
