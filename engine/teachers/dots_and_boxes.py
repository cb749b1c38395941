"""What is taught of dots and boxes: what a line gives away, and who runs out of lines that give nothing."""

from collections.abc import Iterator, Sequence
from enum import auto
from functools import lru_cache
from typing import Final

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import AHEAD, HARM, Kind, Remark, Traits
from engine.rules.dots_and_boxes import DotsAndBoxes, Lines
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher

_PAIR: Final = 2
"""How many boxes are left to keep the turn from coming back."""

_MOST_COUNTED: Final = 6
"""How many lines that give nothing away a player can count to the last one."""


class BoxKind(Kind):
    """What may be remarked in dots and boxes; the number is that of boxes, where nothing else is said.

    A line gives boxes away if the opponent can complete them one after another right after it.
    """

    LEAVES_TWO = auto()
    """Leaves just two boxes to the opponent, who can complete both with this line.

    After that every line gives away at least so many boxes, more than two, of `of` that are left: if that is
    all of them, they are one chain.
    """
    SACRIFICES = auto()
    """Gives so many away, which the opponent takes, beginning with this line, and then has to draw again.

    After that every line gives away at least `of` boxes; if that is zero, some line gives none. Instead the
    player could have taken boxes with `besides`.
    """
    SACRIFICES_FOR_LAST = auto()
    """Does so, after which the player can draw the last line that gives none."""
    SPLITS_PAIR = auto()
    """Gives two boxes away with these lines, one each; after `besides`, which are worse, one line gets both.

    So the opponent could leave the two, as `LEAVES_TWO` says.
    """
    COMPLETES = auto(), Traits(is_gain=True)
    """Completes so many."""
    GOES_ON = auto()
    """Completes some, and leaves so many more that the player can complete at once, from this line on."""
    LEAVES_TWO_NEXT = auto()
    """Completes some, and best play goes on so until it leaves two boxes with this line."""
    GIVES_FEWEST = auto()
    """Gives so many away, beginning with this line; every line gives as many, and `besides` more."""
    GIVES = auto(), HARM
    """Gives so many away, beginning with this line."""
    NO_SAFE_LINE = auto()
    """Gives none away, and leaves no line that gives none: every one gives at least so many."""
    LAST_SAFE_LINE = auto()
    """Gives none away, and leaves so many lines that give none: the player can draw the last of them."""
    GIVES_NOTHING = auto()
    """Gives none away; of `of` other lines that number gives some, and `besides` are worse that give none."""
    OPPONENT_RUNS_OUT = auto(), AHEAD
    """By its line the opponent, who loses, is the first for whom every line gives three or more away.

    That is at least so many, in ply `of`.
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
        """Tell the same, what sets a best move apart, and who runs out of lines that give nothing away."""
        told = [*self.remarks(analysis.state, move.action)]
        if analysis.exact and move.action in analysis.best:
            told = [*self._set_apart(analysis, move, told)]
        yield from told
        if move.exact and told and not any(map(_tells_of_chain, told)):
            yield from self._remark_on_running_out(analysis.state, move)

    def _set_apart(self, analysis: Analysis, move: AnalysedMove, told: list[Remark]) -> Iterator[Remark]:
        """Tell of a best move what no worse one does: why it gives boxes away, or none."""
        drawn = self.game.drawn(analysis.state.position)
        worse = [line for line in self.game.open_lines(drawn) if line not in analysis.best]
        if self.game.completed(drawn, move.action):
            yield from (told[0], *self._leaving_next(drawn, move), *told[1:])
        elif not self._loss(drawn, move.action):
            yield from self._keeping(drawn, move.action, worse)
        else:
            yield from self._splitting(drawn, move.action, worse)
            if told[0].kind is BoxKind.GIVES:
                yield from self._sacrificing(drawn, move, told[0])
            yield from told

    def _leaving_next(self, drawn: Lines, move: AnalysedMove) -> Iterator[Remark]:
        """Tell with which line best play leaves two boxes after those that it takes."""
        rest = self._take(drawn, move.line)
        following = [line for line in move.line if not rest >> line & 1][:1]
        if any([*self._leaving_two(rest, rest | 1 << line)] for line in following):
            yield Remark(BoxKind.LEAVES_TWO_NEXT, tuple(following))

    def _splitting(self, drawn: Lines, action: Action, worse: Sequence[Action]) -> Iterator[Remark]:
        """Tell whether a line between two boxes gives both so that they cannot be left."""
        both = self.game.takeable(drawn | 1 << action)
        if self.game.takeable(drawn) or len(both) != _PAIR or self._given(drawn | 1 << action) != _PAIR:
            return
        if leaving := tuple(line for line in both if line in worse and self._loss(drawn, line) == _PAIR):
            yield Remark(BoxKind.SPLITS_PAIR, tuple(sorted(both)), besides=tuple(sorted(leaving)))

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
        if min(losses.values()) == given:
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

    def _sacrificing(self, drawn: Lines, move: AnalysedMove, given: Remark) -> Iterator[Remark]:
        """Tell what comes of boxes that are given away, if best play takes them all and then has to draw."""
        rest = self._take(drawn | 1 << move.action, move.line[1:])
        if self._given(rest) or not self.game.open_lines(rest):
            return
        least = self._least(rest)
        instead = tuple(line for line in self.game.open_lines(drawn) if self.game.completed(drawn, line))
        is_for_last = not least and self._ends_safety(rest)
        kind = BoxKind.SACRIFICES_FOR_LAST if is_for_last else BoxKind.SACRIFICES
        yield Remark(kind, given.actions, given.number, instead, of=least)

    def _keeping(self, drawn: Lines, action: Action, worse: Sequence[Action] = ()) -> Iterator[Remark]:
        """Tell of a line that gives nothing away which others do, and who draws the last such line.

        That is left out if one of the `worse` lines does the same.
        """
        after = drawn | 1 << action
        others = [line for line in self.game.open_lines(drawn) if line != action]
        giving = sum(self._loss(drawn, line) > 0 for line in others)
        alike = tuple(line for line in worse if not self._loss(drawn, line))
        if self._ends_safety(after) and not any(self._ends_safety(drawn | 1 << line) for line in alike):
            left, alike = _list_safe_lines(self.game, after), ()
            if not left:
                yield Remark(BoxKind.NO_SAFE_LINE, number=self._least(after))
            elif worse:
                yield Remark(BoxKind.LAST_SAFE_LINE, number=len(left))
        if giving or alike:
            yield Remark(BoxKind.GIVES_NOTHING, number=giving, besides=alike, of=len(others))

    def _ends_safety(self, drawn: Lines) -> bool:
        """Whether the player who drew can draw the last line that gives nothing, if few are left."""
        return len(_list_safe_lines(self.game, drawn)) <= _MOST_COUNTED and not _can_draw_last(
            self.game, drawn
        )

    def _remark_on_running_out(self, state: State, move: AnalysedMove) -> Iterator[Remark]:
        """Tell if the loser is the first whose lines all give three boxes away: long chains decide."""
        loser = 1 - state.to_move if move.value > 0 else state.to_move
        there = state.successor(move.action)
        for action in move.line[1:]:
            least = self._least(self.game.drawn(there.position))
            if least > _PAIR:
                if there.to_move == loser:
                    kind = BoxKind.RUNS_OUT if move.value < 0 else BoxKind.OPPONENT_RUNS_OUT
                    yield Remark(kind, number=least, of=there.ply + 1)
                return
            there = there.successor(action)

    def _least(self, drawn: Lines) -> int:
        """Return how many boxes every line gives away at least; none if one gives none, or completes one."""
        return min(self._loss(drawn, line) for line in self.game.open_lines(drawn))

    def _take(self, drawn: Lines, play: Sequence[Action]) -> Lines:
        """Return the lines that are drawn once a play comes to a line that completes no box."""
        for line in play:
            if not self.game.completed(drawn, line):
                break
            drawn |= 1 << line
        return drawn

    def _loss(self, drawn: Lines, line: Action) -> int:
        """Return how many boxes a line gives away; none if it completes one, as the turn is kept."""
        return 0 if self.game.completed(drawn, line) else self._given(drawn | 1 << line)

    def _given(self, drawn: Lines) -> int:
        return _count_takeable(self.game, drawn)


@lru_cache(1 << 12)
def _count_takeable(game: DotsAndBoxes, drawn: Lines) -> int:
    """Return how many boxes can be taken in a row."""
    return game.given(drawn)


@lru_cache(1 << 12)
def _can_draw_last(game: DotsAndBoxes, drawn: Lines) -> bool:
    """Whether the player to move can draw the last line that gives nothing, if both draw no others."""
    return any(not _can_draw_last(game, drawn | 1 << line) for line in _list_safe_lines(game, drawn))


def _list_safe_lines(game: DotsAndBoxes, drawn: Lines) -> list[Action]:
    """Return the lines that give nothing away where no box can be completed."""
    return [line for line in game.open_lines(drawn) if not game.is_third(drawn, line)]


def _tells_of_chain(remark: Remark) -> bool:
    """Whether a remark says already that the opponent has to open a chain."""
    is_left = remark.kind in {BoxKind.LEAVES_TWO, BoxKind.LEAVES_TWO_NEXT}
    return is_left or (remark.kind is BoxKind.SACRIFICES and remark.of > _PAIR)
