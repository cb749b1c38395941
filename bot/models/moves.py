"""Moves: what the players did, one after the other, and what they could have done was worth."""

from dataclasses import dataclass
from typing import NamedTuple

from engine import Action, AnalysedMove


class Move(NamedTuple):
    """An action that was played, and who played it: 0 the first player, 1 the second."""

    player: int
    action: Action


@dataclass(frozen=True)
class Finding:
    """What every legal action is worth after the first `ply` moves of a match.

    The search took `seconds` at most.
    """

    match_id: int
    ply: int
    seconds: float
    moves: tuple[AnalysedMove, ...]
