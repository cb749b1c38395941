"""What is said between the bot and a worker process: a line of JSON each way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import engine
from engine import AnalysedMove

if TYPE_CHECKING:
    from collections.abc import Sequence

Moves: TypeAlias = tuple[AnalysedMove, ...]

READY = b"ready\n"
"""What a worker says first, once it has loaded all it needs."""


class Request(NamedTuple):
    """A position to analyse, for how many seconds at most and how many plies ahead (None: no limit)."""

    game_slug: str
    position: int
    ply: int
    seconds: float
    depth: int | None

    @property
    def state(self) -> engine.State:
        """The position, with its rules."""
        return engine.State(engine.get_game(self.game_slug), self.position, self.ply)


def line(values: Sequence[object]) -> bytes:
    """Write values, such as the moves of an analysis."""
    return json.dumps(values).encode() + b"\n"


def line_of(request: Request) -> bytes:
    """Write a request; decimal digits would be too many for a position with a long memory."""
    slug, position, *rest = request
    return line([slug, hex(position), *rest])


def request_from(line: bytes) -> Request:
    """Read a request."""
    slug, position, *rest = json.loads(line)
    return Request(slug, int(position, 16), *rest)


def moves_from(line: bytes, state: engine.State) -> Moves:
    """Read the moves of an analysis, best first; ValueError or TypeError if they are not the state's."""
    moves = tuple(
        AnalysedMove(action, value, distance, exact, tuple(played), counted)
        for action, value, distance, exact, played, counted in json.loads(line)
    )
    if sorted(move.action for move in moves) != sorted(state.actions()):
        raise ValueError("These are not the legal moves.")
    return moves
