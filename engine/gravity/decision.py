"""What decides a line of best play: where its winner has two threats at once, or leaves no move."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from engine.gravity.board import LINES, playable, split, threats
from engine.gravity.pairing import Plan, plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Action, Position, State


class Way(Enum):
    """How the loser, who is to move, has come to have no good move."""

    FORK = auto()
    """There are two threats at once."""
    STACK = auto()
    """There is a threat right above another."""
    SQUEEZE = auto()
    """There is no threat, but every move lets the winner complete four."""


class Decision(NamedTuple):
    """After so many plies of a line the loser is lost to the very next move, and where four is then complete."""

    plies: int
    way: Way
    cells: int


class Plot(NamedTuple):
    """A line of best play that ends with four: its positions from the first on, and the four."""

    positions: Sequence[Position]
    four: int

    @classmethod
    def of(cls, state: State, line: Sequence[Action]) -> Plot | None:
        """Return the plot of a line; None if nobody has four at its end."""
        positions = [state.position]
        for action in line:
            positions.append(state.game.successors(positions[-1])[action])
        _, winner = split(positions[-1])
        fours = [four for four in LINES if four & ~winner == 0]
        return cls(positions, fours[0]) if fours else None

    def decision(self) -> Decision | None:
        """Return what decides; None if the line is too short to see it."""
        plies = len(self.positions) - 3
        if plies < 0:
            return None
        loser, winner = split(self.positions[plies])
        waiting = threats(winner, loser)
        now = waiting & playable(winner | loser)
        if now & now - 1:
            return Decision(plies, Way.FORK, now)
        if now:
            return Decision(plies, Way.STACK, now | now << 1)
        return Decision(plies, Way.SQUEEZE, waiting & playable(winner | loser) << 1)

    def first_plan(self, plies: int) -> tuple[int, Plan] | None:
        """Return the first plan by which the winner wins, and after how many plies, at least so many, it holds."""
        last = len(self.positions) - 1
        for after in range(plies + (last - plies) % 2, last, 2):
            loser, winner = split(self.positions[after])
            found = plan(winner, loser)
            if found is not None and found.wins:
                return after, found
        return None
