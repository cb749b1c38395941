"""What decides a line of best play: two threats at once, or places under which its loser has to play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from engine.base import Position, State
from engine.rules.connect_four_board import (
    BOARD,
    IN_COLUMN,
    LINES,
    columns_of,
    mirrored,
    playable,
    split,
    threats,
)
from engine.solver import AnalysedMove
from engine.teachers.connect_four.pairing import PairingProof, plan


class Decision(NamedTuple):
    """After so many plies of a line its winner has two threats at once, in these cells."""

    plies: int
    cells: int


class Plot(NamedTuple):
    """The positions of a line of best play that wins, and what is four in a row at its end, if shown."""

    positions: Sequence[Position]
    losers_first: int
    four: int

    @classmethod
    def of(cls, state: State, move: AnalysedMove) -> Plot:
        """Return the plot of a move that wins or loses."""
        positions = [state.position]
        for action in move.line if move.exact else move.line[:1]:
            positions.append(state.game.successors(positions[-1])[action])
        _, last = split(positions[-1])
        four = reduce(or_, (four for four in LINES if four & ~last == 0), 0)
        return cls(positions, 1 if move.value > 0 else 2, four)

    @property
    def is_near(self) -> bool:
        """Whether the winner's very next stone, or the one that was just put, makes two threats at once."""
        decision = self.decision()
        return decision is not None and decision.plies == self.losers_first

    @property
    def is_lost(self) -> bool:
        """Whether the opponent of the player to move wins."""
        return self.losers_first == 2  # noqa: PLR2004 - after the move and the reply

    def decision(self) -> Decision | None:
        """Return the two threats that decide; None if the line shows none, as it is cut short or over."""
        plies = len(self.positions) - 3
        if not self.four or plies < self.losers_first:
            return None
        loser, winner = split(self.positions[plies])
        waiting, cells = threats(winner, loser), playable(winner | loser)
        now = waiting & cells
        if not now:
            return None
        return Decision(plies, now if now & now - 1 else now | now << 1)

    def holes(self) -> int:
        """Return the cells that the winner lacks for four after the move, out of reach, and gets in the end.

        They get them because the loser has to play below one.
        """
        winner, loser = self._split_at(1)
        waiting = threats(winner, loser) & ~playable(winner | loser)
        first = self.first_plan()
        if first and (planned := first[1].cells & waiting):
            return planned
        last = self._find_last_stone
        return last & waiting if last >> 1 & self._split_at(-1)[1] else 0

    def others(self, hole: int) -> int:
        """Return how many places can be filled after the move without giving up a hole.

        It is 0 if that leaves it to the winner to play below the hole.
        """
        column = IN_COLUMN[columns_of(hole)[0]]
        kept = column & ~((hole >> 1) - 1)  # from right below it upwards
        free = (BOARD & ~kept & ~reduce(or_, self._split_at(1))).bit_count()
        return 0 if (free + self.losers_first) % 2 == 0 else free

    def goal(self) -> tuple[int, int]:
        """Return the four with which the line ends of which the winner has most after the move, and how many.

        Both are 0 if there is none, or nothing of it yet.
        """
        mine, last = self._split_at(1)[0], self._find_last_stone
        is_image = mirrored(mine) < mine  # of several it is one and the same for mirror images
        fours = [line for line in LINES if line & ~self.four == 0 and line & last]
        ranked = (((line & mine).bit_count(), mirrored(line) if is_image else line) for line in fours)
        count, four = max(ranked, default=(0, 0))
        return (mirrored(four) if is_image else four, count) if count else (0, 0)

    @property
    def _find_last_stone(self) -> int:
        """The winner's last stone, if it completes four."""
        return self._split_at(-1)[0] & ~self._split_at(-2)[0] if self.four else 0

    def _split_at(self, plies: int) -> tuple[int, int]:
        """Return the stones of the winner and of the loser after so many plies."""
        mine, theirs = split(self.positions[plies])
        is_winner_next = (plies % len(self.positions) + self.losers_first) % 2
        return (mine, theirs) if is_winner_next else (theirs, mine)

    def first_plan(self) -> tuple[int, PairingProof] | None:
        """Return after how many plies the winner first needs but to answer every stone, and how."""
        end = len(self.positions) - (1 if self.four else 0)
        for plies in range(self.losers_first, end, 2):
            loser, winner = split(self.positions[plies])
            found = plan(winner, loser)
            if found is not None and found.wins:
                return plies, found
        return None
