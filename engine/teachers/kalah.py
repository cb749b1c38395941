"""What is taught of Kalah."""

from collections.abc import Iterator
from enum import auto
from typing import ClassVar

from engine.base import Action, State
from engine.facts import Kind, Remark, Traits
from engine.rules.kalah import Kalah
from engine.teacher import Severity
from engine.teachers.sowing import SowingTeacher
from engine.teachers.sowing_kinds import SowingKind
from engine.teachers.sowing_looks import Row, count_filled, count_rows, move_again, win_by_move, win_in_turn


class KalahKind(Kind):
    """What may be remarked in Kalah; the number is that of seeds."""

    CAPTURES = auto(), Traits(is_gain=True, weight=0.7)
    """Captures so many seeds: the last one sown, and those opposite, in the house `besides`."""
    MOVES_AGAIN = auto(), Traits(is_gain=True, weight=1.2)
    """Ends in the own store."""
    GOES_ON_TO_CAPTURE = auto(), Traits(is_gain=True, weight=0.9)
    """Ends there, and leaves an action that captures so many, more than any could before."""
    KEEPS_ROW = auto(), Traits(is_gain=True, weight=1)
    """Empties the opponent's row, so that so many seeds of the own row go to the own store."""


class KalahTeacher(SowingTeacher, of=Kalah):
    """Tells which seeds are won, lost, threatened and saved, and who moves next."""

    severity = Severity(1.8, 2.0)
    said_by: ClassVar = {
        **SowingTeacher.said_by,
        KalahKind.MOVES_AGAIN: frozenset({SowingKind.COLLECTS}),
        KalahKind.GOES_ON_TO_CAPTURE: frozenset({SowingKind.COLLECTS}),
    }

    looks: ClassVar = {
        **SowingTeacher.looks,
        KalahKind.CAPTURES: win_by_move,
        KalahKind.MOVES_AGAIN: move_again,
        KalahKind.GOES_ON_TO_CAPTURE: win_in_turn,
        KalahKind.KEEPS_ROW: win_in_turn,
    }
    rows: ClassVar = {
        SowingKind.READY_HOUSES: count_rows(lambda mine, _: _count_ready(mine)),
        SowingKind.NONE_READY: count_rows(lambda _, theirs: -(_count_ready(theirs) > 0)),
        SowingKind.KEEPS_SEEDS: count_rows(lambda mine, _: sum(mine)),
        SowingKind.MORE_HOUSES: count_rows(lambda mine, _: count_filled(mine)),
        SowingKind.FEWER_HOUSES: count_rows(lambda _, theirs: -count_filled(theirs)),
    }
    hinted = (KalahKind.CAPTURES, KalahKind.MOVES_AGAIN, SowingKind.SAVES, SowingKind.THREATENS_CAPTURE)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which seeds are won, lost, threatened and saved, and who moves next."""
        after, captured = state.successor(action), self.game.captured(state, action)
        if captured:
            taken = self.game.taken(state.position, action)
            yield Remark(KalahKind.CAPTURES, number=captured, besides=taken)
        if after.is_terminal:
            if kept := self.game.kept(state, action)[state.to_move]:
                yield Remark(KalahKind.KEEPS_ROW, number=kept)
        elif after.to_move == state.to_move:
            yield from self._going_on(state, after)
        else:
            yield from self.compare_captures(state, action, after, captured)

    def _going_on(self, state: State, after: State) -> Iterator[Remark]:
        """Tell that the player moves again, and whether there is more to capture than there was."""
        yield Remark(KalahKind.MOVES_AGAIN)
        best = self.game.best_capture(after.position)
        if best.seeds > self.game.best_capture(state.position).seeds:
            yield Remark(KalahKind.GOES_ON_TO_CAPTURE, (best.action,), best.seeds)


def _count_ready(row: Row) -> int:
    """Return how many houses of a row end exactly in its store."""
    return sum(seeds == len(row) - house for house, seeds in enumerate(row))
