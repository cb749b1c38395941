"""What is taught of dots and boxes: what a line gives away, and who runs out of lines that give nothing."""

from collections.abc import Iterator
from enum import auto
from functools import lru_cache
from typing import Final

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import AHEAD, Kind, Remark
from engine.rules.dots_and_boxes import DotsAndBoxes, Lines
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher

_PAIR: Final = 2
"""How many boxes are left to keep the turn from coming back."""


class BoxKind(Kind):
    """What may be remarked in dots and boxes; the number is that of boxes, where nothing else is said.

    A line gives boxes away if the opponent can complete them one after another right after it.
    """

    LEAVES_TWO = auto()
    """Leaves just two boxes to the opponent, who can complete both with this line.

    After that every line gives away at least so many boxes, more than two, of `of` that are left: if that is
    all of them, they are one chain.
    """
    COMPLETES = auto()
    """Completes so many."""
    GOES_ON = auto()
    """Completes some, and leaves so many more that the player can complete at once, from this line on."""
    GIVES_FEWEST = auto()
    """Gives so many away, beginning with this line; every line gives some, and `besides` more."""
    GIVES = auto()
    """Gives so many away, beginning with this line."""
    NO_SAFE_LINE = auto()
    """Gives none away, and leaves no line that gives none: every one gives at least so many."""
    GIVES_NOTHING = auto()
    """Gives none away; of `of` other lines that number gives some."""
    SAFE_LINES = auto()
    """Gives none away, and leaves so many lines that give none."""
    OPPONENT_RUNS_OUT = auto(), AHEAD
    """By its line the opponent, who loses, is the first for whom every line gives some away, in ply `of`.

    That is at least so many: three or more if that comes in the line, for long chains decide most games.
    """
    RUNS_OUT = auto(), AHEAD
    """By its line the player is, who loses likewise."""


class BoxTeacher(Teacher, of=DotsAndBoxes):
    """Tells which boxes are won and given away, and who has to open the chains in the end."""

    explains_alone = True
    game: DotsAndBoxes
    severity = Severity(2.4, 1.1)
    errors_begin = (2, 3, 4)  # of nine boxes
    hinted = (
        BoxKind.LEAVES_TWO,
        BoxKind.COMPLETES,
        BoxKind.NO_SAFE_LINE,
        BoxKind.GIVES_NOTHING,
        BoxKind.GIVES_FEWEST,
    )

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which boxes a line completes or gives away, and which lines it leaves."""
        drawn = self.game.drawn(state.position)
        if completed := self.game.completed(drawn, action):
            yield Remark(BoxKind.COMPLETES, number=completed)
            yield from self._going_on(drawn | 1 << action)
        elif self._given(drawn | 1 << action):
            yield from self._giving(drawn, action)
        else:
            yield from self._keeping(drawn, action)

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell the same, and who runs out of lines that give nothing away by the line of the move."""
        told = [*self.remarks(analysis.state, move.action)]
        yield from told
        if move.exact and told[0].kind is not BoxKind.LEAVES_TWO:  # which says so itself
            yield from self._remark_on_running_out(analysis.state, move)

    def _going_on(self, after: Lines) -> Iterator[Remark]:
        if taken := self.game.takeable(after):
            yield Remark(BoxKind.GOES_ON, (taken[0],), self._given(after))

    def _giving(self, drawn: Lines, action: Action) -> Iterator[Remark]:
        """Tell how many boxes a line gives away, and whether that is on purpose or can be helped."""
        after = drawn | 1 << action
        first, given = (self.game.takeable(after)[0],), self._given(after)
        if on_purpose := [*self._leaving_two(drawn, after)]:
            yield from on_purpose
            return
        losses = {line: self._loss(drawn, line) for line in self.game.open_lines(drawn)}
        worse = tuple(line for line, lost in losses.items() if lost > given)
        if worse and min(losses.values()) == given:
            yield Remark(BoxKind.GIVES_FEWEST, first, given, worse)
        else:
            yield Remark(BoxKind.GIVES, first, given)

    def _leaving_two(self, drawn: Lines, after: Lines) -> Iterator[Remark]:
        """Tell whether boxes that could have been taken are left, so that the opponent has to go on."""
        both = [line for line in self.game.open_lines(after) if self.game.completed(after, line) == _PAIR]
        if not both or not self.game.takeable(drawn) or self._given(after) != _PAIR:
            return
        rest = after | 1 << both[0]
        least = min((self._loss(rest, line) for line in self.game.open_lines(rest)), default=0)
        if least > _PAIR:
            left = len(self.game.sides) - self.game.closed(rest)
            yield Remark(BoxKind.LEAVES_TWO, tuple(both), least, of=left)

    def _keeping(self, drawn: Lines, action: Action) -> Iterator[Remark]:
        """Tell of a line that gives nothing away which others do, and which do not after it."""
        after = drawn | 1 << action
        left = [self._loss(after, line) for line in self.game.open_lines(after)]
        if 0 not in left:
            yield Remark(BoxKind.NO_SAFE_LINE, number=min(left))
        others = [line for line in self.game.open_lines(drawn) if line != action]
        giving = sum(self._loss(drawn, line) > 0 for line in others)
        if giving:
            yield Remark(BoxKind.GIVES_NOTHING, number=giving, of=len(others))
        if 0 in left:
            yield Remark(BoxKind.SAFE_LINES, number=left.count(0))

    def _remark_on_running_out(self, state: State, move: AnalysedMove) -> Iterator[Remark]:
        """Tell if who loses is the first to have only lines that give three boxes away, or else any."""
        found: dict[bool, tuple[int, int, int]] = {}
        there = state.successor(move.action)
        for action in move.line[1:]:
            least = self._least(self.game.drawn(there.position))
            if least:
                found.setdefault(least > _PAIR, (there.to_move, least, there.ply + 1))
            there = there.successor(action)
        told = found.get(True) or found.get(False)
        loser = 1 - state.to_move if move.value > 0 else state.to_move
        if told is not None and told[0] == loser:
            kind = BoxKind.RUNS_OUT if move.value < 0 else BoxKind.OPPONENT_RUNS_OUT
            yield Remark(kind, number=told[1], of=told[2])

    def _least(self, drawn: Lines) -> int:
        """Return how many boxes every line gives away at least; none if one gives none, or completes one."""
        return min(self._loss(drawn, line) for line in self.game.open_lines(drawn))

    def _loss(self, drawn: Lines, line: Action) -> int:
        """Return how many boxes a line gives away; none if it completes one, as the turn is kept."""
        return 0 if self.game.completed(drawn, line) else self._given(drawn | 1 << line)

    def _given(self, drawn: Lines) -> int:
        return _count_takeable(self.game, drawn)


@lru_cache(1 << 12)
def _count_takeable(game: DotsAndBoxes, drawn: Lines) -> int:
    """Return how many boxes can be taken in a row."""
    return game.given(drawn)
