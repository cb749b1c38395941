"""What is taught of three men's morris: threats and who can reach them, men that are shut in, the centre."""

from collections.abc import Iterator
from enum import auto
from typing import Final

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import HARM, THUMB, Kind, Remark
from engine.rules.three_mens_morris import LINES, STEPS, Morris, read_action
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher

_CENTRE: Final = 4
_SURE: Final = 3
"""How many plies a threat that cannot be stopped takes, with the move that makes it."""

_NEXT: Final = _SURE + 2
_LOST: Final = _SURE + 1


class MorrisKind(Kind):
    """What may be remarked in three men's morris; an action threatens what would make a row next.

    A threat is stopped by a man on the point that the row lacks, and by nothing else.
    """

    BLOCKS_WIN = auto()
    """Takes a point where the opponent could have made the row of the cells, in their turn."""
    FORKS = auto()
    """Threatens with these actions on two points or more, and the opponent cannot win first."""
    OUT_OF_REACH = auto()
    """Threatens with the action on that cell, which no man of an opponent who cannot win first can reach."""
    THREATENS = auto()
    """Threatens with these actions."""
    SHUTS_IN = auto()
    """Leaves no step to that number of men of the opponent's, on these cells, who had one before."""
    SURE_NEXT = auto()
    """Whatever the opponent replies, the player can win at once, or make a threat that cannot be stopped."""
    LETS_FORK = auto(), HARM
    """The opponent makes two threats with any of these replies, and wins."""
    LETS_OUT_OF_REACH = auto(), HARM
    """The opponent makes a threat that cannot be stopped with any of these replies, but no two."""
    MISSES_SURE = auto()
    """Does not win, where another action makes a threat that cannot be stopped."""
    THUMB_CENTRE = auto(), THUMB
    """Takes the centre, to which that number of points are next."""
    THUMB_ROWS = auto(), THUMB
    """Places a man in that number of rows in which the opponent has none."""
    THUMB_IN_THE_WAY = auto(), THUMB
    """Places a man in that number of rows in which the opponent has men, and the player had none."""
    THUMB_STEPS = auto(), THUMB
    """Leaves the player that number of steps to choose from, were it their turn again."""


_SURE_KINDS: Final = {MorrisKind.FORKS, MorrisKind.OUT_OF_REACH}
_HINTED: Final = (
    MorrisKind.BLOCKS_WIN,
    MorrisKind.THREATENS,
    MorrisKind.SHUTS_IN,
    MorrisKind.THUMB_CENTRE,
)


class MorrisTeacher(Teacher, of=Morris):
    """Tells what a move threatens and stops, which men it shuts in, and what it does with the centre."""

    severity = Severity(2.0, 1.0, 0.85)
    game: Morris

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell what a move blocks and threatens and whom it shuts in, and rules of thumb."""
        threatened = [*self._threatened(state.successor(action))]
        yield from (one for one in threatened if one.kind is not MorrisKind.THREATENS)
        yield from self._blocked(state, action)
        yield from (one for one in threatened if one.kind is MorrisKind.THREATENS)
        yield from self._shut_in(state, action)
        yield from self._thumbs(state, action)

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell the same of a move that keeps what the position is worth, of others what comes of them."""
        state, best = analysis.state, analysis.moves[0]
        if move.value < 0:
            yield from self._let(state.successor(move.action), move)
        elif move.value < best.value and best.distance == _SURE and self._is_sure(state):
            yield Remark(MorrisKind.MISSES_SURE)
        elif move.value == best.value:
            yield from (
                one for one in self.remarks(state, move.action) if not one.kind.traits.is_rule_of_thumb
            )
            if move.value > 0 and move.distance == _NEXT and self._is_sure_next(state.successor(move.action)):
                yield Remark(MorrisKind.SURE_NEXT)

    def keeps_order(self, state: State, action: Action) -> bool:
        """Whether neither player could win now, nor the opponent after a move."""
        turned, after = self.game.passed(state.position), state.successor(action).position
        return not any(map(self.game.wins, (state.position, turned, after)))

    def motives(self, state: State, action: Action) -> Iterator[Kind]:
        """Tell what speaks for a move by the kinds of its remarks."""
        kinds = (remark.kind for remark in self.remarks(state, action))
        yield from (kind for kind in kinds if kind in _HINTED)

    def _list_threats(self, after: State) -> tuple[Action, ...]:
        """Return the actions with which the player who has just moved would win, were it their turn."""
        return tuple(sorted(self.game.wins(self.game.passed(after.position))))

    def _blocked(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which row of the opponent's a move is in the way of."""
        end, cells = read_action(action)[1], self.game.cells(state)
        for threat in self._list_threats(state):
            start, goal = read_action(threat)
            if goal == end:
                theirs = {*_men(cells, 1 - state.to_move)} - {start} | {goal}
                yield from (Remark(MorrisKind.BLOCKS_WIN, cells=line) for line in LINES if {*line} <= theirs)

    def _threatened(self, after: State) -> Iterator[Remark]:
        """Tell what the player who has just moved threatens, and whether that can be stopped."""
        threats = self._list_threats(after)
        points = {read_action(threat)[1] for threat in threats}
        is_first = not self.game.wins(after.position)
        if len(points) > 1 and is_first:
            yield Remark(MorrisKind.FORKS, threats)
        elif points and is_first and not points & {read_action(reply)[1] for reply in after.actions()}:
            yield Remark(MorrisKind.OUT_OF_REACH, threats, cells=tuple(points))
        elif points:
            yield Remark(MorrisKind.THREATENS, threats)

    def _is_sure(self, state: State) -> bool:
        """Whether the player to move can make a threat that cannot be stopped."""
        afters = map(state.successor, state.actions())
        return any(one.kind in _SURE_KINDS for after in afters for one in self._threatened(after))

    def _is_sure_next(self, after: State) -> bool:
        """Whether every reply lets the player win at once, or make such a threat."""
        replied = map(after.successor, after.actions())
        return all(self.game.wins(state.position) or self._is_sure(state) for state in replied)

    def _shut_in(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which men of the opponent's cannot move any more."""
        after = state.successor(action)
        if self.game.is_placed(after.position) and not after.is_terminal:
            before, now = self._stuck(state, 1 - state.to_move), self._stuck(after, 1 - state.to_move)
            if new := tuple(point for point in now if point not in before):
                yield Remark(MorrisKind.SHUTS_IN, number=len(new), cells=new)

    def _stuck(self, state: State, player: int) -> list[int]:
        """Return the points of the player's men from which no step leads to an empty point."""
        cells = self.game.cells(state)
        free = {start for start, end in STEPS if cells[end] is None}
        return [point for point in _men(cells, player) if point not in free]

    def _let(self, after: State, move: AnalysedMove) -> Iterator[Remark]:
        """Tell which replies make a threat that cannot be stopped, of a move that loses to such."""
        if move.distance != _LOST:
            return
        told = {reply: [*self._threatened(after.successor(reply))] for reply in sorted(after.actions())}
        for kind, let in (
            (MorrisKind.FORKS, MorrisKind.LETS_FORK),
            (MorrisKind.OUT_OF_REACH, MorrisKind.LETS_OUT_OF_REACH),
        ):
            replies = tuple(reply for reply, said in told.items() if kind in {one.kind for one in said})
            if replies:
                yield Remark(let, replies)
                return

    def _thumbs(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell a rule of thumb: the centre, the rows while men are placed, or the steps after that."""
        (start, end), cells, after = read_action(action), self.game.cells(state), state.successor(action)
        theirs, mine = ({*_men(cells, player)} for player in (1 - state.to_move, state.to_move))
        through = [{*line} for line in LINES if end in line] if start is None else []
        if end == _CENTRE:
            yield Remark(MorrisKind.THUMB_CENTRE, number=len(LINES))
        elif rows := sum(not line & theirs for line in through):
            yield Remark(MorrisKind.THUMB_ROWS, number=rows)
        elif self.game.is_placed(after.position) and (own := self._count_steps(after)):
            yield Remark(MorrisKind.THUMB_STEPS, number=own)
        elif rows := sum(not line & mine for line in through):
            yield Remark(MorrisKind.THUMB_IN_THE_WAY, number=rows)

    def _count_steps(self, after: State) -> int:
        """Return how many steps the player who has just moved could make, were it their turn."""
        return len(self.game.successors(self.game.passed(after.position)))


def _men(cells: tuple[int | None, ...], player: int) -> list[int]:
    """Return the points on which a player has men."""
    return [point for point, owner in enumerate(cells) if owner == player]
