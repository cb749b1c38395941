"""The rules of three men's morris, written a second time: men are sets of points, and lines are spelt out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import engine

ROWS = [{*line.split()} for line in ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3")]
LINES = [*ROWS, {"a1", "b2", "c3"}, {"a3", "b2", "c1"}]
POINTS = [f"{column}{row}" for row in "123" for column in "abc"]
NEIGHBOURS = {
    "a1": "b1 a2 b2",
    "b1": "a1 c1 b2",
    "c1": "b1 c2 b2",
    "a2": "a1 a3 b2",
    "b2": "a1 b1 c1 a2 c2 a3 b3 c3",
    "c2": "c1 c3 b2",
    "a3": "a2 b3 b2",
    "b3": "a3 c3 b2",
    "c3": "b3 c2 b2",
}


class Slow(NamedTuple):
    """The men of the player to move, those of the other one, and how many moves have been made."""

    mine: frozenset[str] = frozenset()
    theirs: frozenset[str] = frozenset()
    ply: int = 0

    def play(self, name: str) -> Slow:
        *start, end = name.split("-")
        return Slow(self.theirs, self.mine - {*start} | {end}, self.ply + 1)

    def passed(self) -> Slow:
        """Return the same as if the player to move had moved, and nothing had changed."""
        return Slow(self.theirs, self.mine, self.ply + 1)

    def names(self) -> Iterator[str]:
        """Yield the names of the legal moves."""
        if self.has_lost() or self.ply >= 30:
            return
        free = [point for point in POINTS if point not in self.mine | self.theirs]
        if len(self.mine) < 3:
            yield from free
            return
        yield from (f"{man}-{end}" for man in self.mine for end in NEIGHBOURS[man].split() if end in free)

    def has_lost(self) -> bool:
        return any(line <= self.theirs for line in LINES)

    def wins(self) -> set[str]:
        return {name for name in self.names() if self.play(name).has_lost()}

    def stuck(self) -> set[str]:
        """Return the other player's men that have nowhere to go."""
        return {man for man in self.theirs if {*NEIGHBOURS[man].split()} <= self.mine | self.theirs}


@cache
def worth(board: Slow) -> tuple[int, int]:
    """Return value and distance by minimax, to the player to move."""
    if board.has_lost():
        return -1, 0
    after = [worth(board.play(name)) for name in board.names()]
    if not after:
        return 0, 0
    best = max(-value for value, _ in after)
    distances = [distance for value, distance in after if -value == best]
    return best, 1 + (max(distances) if best < 0 else min(distances))


def seen(state: engine.State) -> Slow:
    """Return the board of a state, as far as its moves were made one by one."""
    marks = state.game.cells(state)  # type: ignore[attr-defined]
    mine, theirs = (
        frozenset(point for point, owner in zip(POINTS, marks, strict=True) if owner == player)
        for player in (state.to_move, 1 - state.to_move)
    )
    return Slow(mine, theirs, state.ply)
