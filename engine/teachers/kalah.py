"""What is taught of Kalah."""

from collections.abc import Iterator
from enum import auto
from typing import ClassVar

from engine.base import Action, State
from engine.facts import HARM, Kind, Remark, Traits
from engine.rules.kalah import Kalah
from engine.teacher import Severity
from engine.teachers.sowing import SowingTeacher
from engine.teachers.sowing_kinds import SowingKind
from engine.teachers.sowing_lines import states_of_turn


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
    LEAVES_ROW = auto(), HARM
    """Empties the own row, so that so many seeds go to the store of the opponent."""
    LETS_CAPTURE = auto(), HARM
    """Lets the opponent capture so many with an action, in the house `besides`; the move captures `of`."""
    THREATENS_CAPTURE = auto(), Traits(weight=0.5)
    """Would capture so many with an action if the opponent passed, more than any could before."""
    SAVES = auto(), Traits(weight=1.1)
    """Leaves the opponent nothing to capture in a turn, who could have captured so many in `besides`.

    The action is the one with which they would have done so, had the player passed.
    """
    LEAVES_ONE_MOVE = auto(), Traits(weight=0.8)
    """Leaves the opponent one legal action."""


class KalahTeacher(SowingTeacher, of=Kalah):
    """Tells which seeds are won, lost, threatened and saved, and who moves next."""

    severity = Severity(1.8, 2.0)
    threatening = frozenset({KalahKind.THREATENS_CAPTURE})
    saving = frozenset({KalahKind.SAVES})
    said_by: ClassVar = {
        KalahKind.THREATENS_CAPTURE: frozenset(
            {SowingKind.PREPARES, SowingKind.SURE_CAPTURE, SowingKind.SURE_HOUSE}
        ),
        KalahKind.MOVES_AGAIN: frozenset({SowingKind.COLLECTS}),
        KalahKind.GOES_ON_TO_CAPTURE: frozenset({SowingKind.COLLECTS}),
    }

    hinted = (KalahKind.CAPTURES, KalahKind.MOVES_AGAIN, KalahKind.SAVES, KalahKind.THREATENS_CAPTURE)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which seeds are won, lost, threatened and saved, and who moves next."""
        after, captured = state.successor(action), self.game.captured(state, action)
        if captured:
            taken = self.game.taken(state.position, action)
            yield Remark(KalahKind.CAPTURES, number=captured, besides=taken)
        if after.is_terminal:
            yield from self._ending(state, action)
        elif after.to_move == state.to_move:
            yield from self._going_on(state, after)
        else:
            yield from self._compare_captures(state, action, after, captured)

    def _ending(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell who gets the seeds that were left in the rows, if the game ends because one was empty."""
        kept = self.game.kept(state, action)
        mine, theirs = kept[state.to_move], kept[1 - state.to_move]
        if mine:
            yield Remark(KalahKind.KEEPS_ROW, number=mine)
        if theirs:
            yield Remark(KalahKind.LEAVES_ROW, number=theirs)

    def _going_on(self, state: State, after: State) -> Iterator[Remark]:
        """Tell that the player moves again, and whether there is more to capture than there was."""
        yield Remark(KalahKind.MOVES_AGAIN)
        best = self.game.best_capture(after.position)
        if best.seeds > self.game.best_capture(state.position).seeds:
            yield Remark(KalahKind.GOES_ON_TO_CAPTURE, (best.action,), best.seeds)

    def _compare_captures(
        self, state: State, action: Action, after: State, captured: int
    ) -> Iterator[Remark]:
        """Compare what either player can capture with one move before the action and after it."""
        best, turned = self.game.best_capture, self.game.passed
        lost, attacked = best(after.position), best(turned(state.position))
        threatened = best(turned(after.position))
        if lost.seeds > 1:
            houses = self.game.taken(after.position, lost.action)
            yield Remark(KalahKind.LETS_CAPTURE, (lost.action,), lost.seeds, houses, of=captured)
        yield from self.safety(state, action)
        yield from self.sure_capture(state, after)
        if threatened.seeds > max(best(state.position).seeds, 1):
            yield Remark(KalahKind.THREATENS_CAPTURE, (threatened.action,), threatened.seeds)
        if attacked.seeds > 1 and not self.losses(state)[action]:
            houses = self.game.taken(turned(state.position), attacked.action)
            in_danger = attacked.seeds - 1  # the seed that captures is not one of them
            yield Remark(KalahKind.SAVES, (attacked.action,), in_danger, houses)
        if len(after.actions()) == 1:
            yield Remark(KalahKind.LEAVES_ONE_MOVE, after.actions())

    def exposed(self, state: State) -> int:
        """Return how many seeds a move of this turn captures at most; none if only the one that captures."""
        seeds = max(self.game.best_capture(each.position).seeds for each in states_of_turn(state))
        return seeds if seeds > 1 else 0

    def prospects(self, state: State, player: int) -> dict[SowingKind, int]:
        """Return how many houses end in the store if sown, how many seeds are left, and how many choices."""
        mine, theirs = self.game.row(state, player), self.game.row(state, 1 - player)
        return {
            SowingKind.READY_HOUSES: _count_ready(mine),
            SowingKind.NONE_READY: -(_count_ready(theirs) > 0),
            SowingKind.KEEPS_SEEDS: sum(mine),
            SowingKind.LEAVES_SEEDS: -sum(theirs),
            SowingKind.MORE_HOUSES: sum(seeds > 0 for seeds in mine),
            SowingKind.FEWER_HOUSES: -sum(seeds > 0 for seeds in theirs),
        }


def _count_ready(row: tuple[int, ...]) -> int:
    """Return how many houses of a row end exactly in its store."""
    return sum(seeds == len(row) - house for house, seeds in enumerate(row))
