"""What is taught of Nim: that every power of two has to be even, and what changes in misère."""

from collections import Counter
from collections.abc import Iterator
from enum import auto

from engine.analysis import Analysis
from engine.base import Action, Position, State
from engine.facts import Kind, Remark
from engine.rules.nim import Nim, is_lost, nim_sum
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher

POWERS = (4, 2, 1)
"""The powers of two of which the heaps are sums."""


class NimKind(Kind):
    """What may be remarked in Nim; cells are the heaps that are left, each as how many it holds."""

    PAIRS = auto()
    """Leaves every heap an equal one of its own, so that each move can be copied; those are the cells."""
    EVENS = auto()
    """Leaves the heaps with every power of two an even number of times."""
    EVENS_OR_ONES = auto()
    """Leaves them so in misère: then they can be left so again, or an odd number of heaps of one."""
    ODD_ONES = auto()
    """Leaves nothing but heaps of one in misère, that number, which is odd."""
    UNEVEN = auto()
    """Leaves these powers of two, the cells, an odd number of times: any of the actions makes them even."""
    EVEN_ONES = auto()
    """Leaves nothing but heaps of one in misère, that number, which is even."""
    ONE_LARGE = auto()
    """Leaves in misère a single heap of more than one: the action leaves an odd number of heaps of one."""


class NimTeacher(Teacher, of=Nim):
    """Tells whether a move leaves the heaps even, as sums of powers of two."""

    evident = frozenset({NimKind.PAIRS, NimKind.ODD_ONES})
    severity = Severity(2.9, 1.5, 0.7)
    game: Nim

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what a move leaves, as Bouton's theory has it."""
        after = analysis.state.successor(move.action)
        if not after.is_terminal:
            yield self._tell_lost(after) if self._is_lost_position(after.position) else self._tell_won(after)

    def motives(self, state: State, action: Action) -> Iterator[Kind]:
        """Tell what a move leaves, if that wins."""
        after = state.successor(action)
        if self._is_lost_position(after.position):
            yield self._tell_lost(after).kind

    def _tell_lost(self, after: State) -> Remark:
        """Tell why the player to move has lost."""
        left = self._list_heaps(after)
        if self.game.is_misere:
            if max(left) == 1:
                return Remark(NimKind.ODD_ONES, number=len(left))
            return Remark(NimKind.EVENS_OR_ONES, cells=left)
        is_paired = all(count % 2 == 0 for count in Counter(left).values())
        return Remark(NimKind.PAIRS if is_paired else NimKind.EVENS, cells=left)

    def _tell_won(self, after: State) -> Remark:
        """Tell why the player to move can win, and how."""
        left, winning = self._list_heaps(after), self._list_wins(after)
        if self.game.is_misere and max(left) == 1:
            return Remark(NimKind.EVEN_ONES, number=len(left))
        if self.game.is_misere and sum(size > 1 for size in left) == 1:
            return Remark(NimKind.ONE_LARGE, winning)
        odd = tuple(power for power in POWERS if nim_sum(left) & power)
        return Remark(NimKind.UNEVEN, winning, cells=odd)

    def _list_heaps(self, state: State) -> tuple[int, ...]:
        return tuple(filter(None, self.game.heaps(state.position)))

    def _list_wins(self, state: State) -> tuple[Action, ...]:
        afters = self.game.successors(state.position).items()
        return tuple(sorted(action for action, after in afters if self._is_lost_position(after)))

    def _is_lost_position(self, position: Position) -> bool:
        return is_lost(self.game.heaps(position), is_misere=self.game.is_misere)
