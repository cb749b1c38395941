"""Results of searches in the positions of a match."""

from __future__ import annotations

from dataclasses import dataclass

from engine import AnalysedMove


@dataclass(frozen=True)
class Finding:
    """What every legal action is worth after the first `ply` moves of a match.

    The search took `seconds` at most.
    """

    match_id: int
    ply: int
    seconds: float
    moves: tuple[AnalysedMove, ...]
