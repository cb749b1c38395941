"""What is taught of Nim: heaps in pairs, else their parts in pairs, and what changes in misère."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import auto
from typing import TypeAlias

from engine.analysis import Analysis
from engine.base import Action, Position, State
from engine.facts import PLAN, Kind, Remark
from engine.rules.nim import Nim, is_lost, read_action
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher

POWERS = (4, 2, 1)
"""The parts of which each heap is the sum, each at most once."""


_Heaps: TypeAlias = tuple[int, ...]


class NimKind(Kind):
    """What may be remarked in Nim; cells are heaps, each as how many it holds.

    Heaps are in pairs if each has an equal one. Else they are cut into parts of 4, 2 and 1: those are in
    pairs if each comes an even number of times.
    """

    PAIRS = auto()
    """Leaves the heaps in pairs, so that each reply can be copied."""
    PAIRS_OR_ONES = auto()
    """Leaves them so in misère: replies can be copied until an odd number of heaps of one can be left."""
    EVENS = auto(), PLAN
    """Leaves these cells, which are in pairs only by their parts."""
    EVENS_OR_ONES = auto(), PLAN
    """Leaves them so in misère: then they can be left so again, or an odd number of heaps of one."""
    ODD_ONES = auto()
    """Leaves nothing but heaps of one in misère, that number, which is odd."""
    LETS_PAIR = auto()
    """Leaves these cells, where another action wins: any of these replies leaves the heaps in pairs."""
    LETS_EVEN = auto()
    """Lets the opponent, likewise, leave their parts in pairs with these; one alone leaves the cells."""
    COPIED = auto()
    """Takes that number from heaps in pairs: any of these replies leaves them in pairs again."""
    STILL_PAIRED = auto()
    """Takes that number from these cells, in pairs by their parts: these replies leave heaps in pairs."""
    STILL_EVEN = auto()
    """Takes likewise, where no reply leaves pairs: these ones leave the parts in pairs again."""
    EVEN_ONES = auto()
    """Leaves nothing but heaps of one in misère, that number, which is even."""
    ONE_LARGE = auto()
    """Leaves in misère a single heap of more than one: the action leaves an odd number of heaps of one.

    Where no move wins, and the heaps are not in pairs, they are the cells.
    """


class NimTeacher(Teacher, of=Nim):
    """Tells whether a move leaves the heaps, or at least their parts, in pairs."""

    evident = frozenset({NimKind.PAIRS, NimKind.ODD_ONES})
    severity = Severity(2.9, 1.5, 0.7)
    game: Nim

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what a move leaves, as Bouton's theory has it."""
        after = analysis.state.successor(move.action)
        if after.is_terminal:
            return
        is_won = self._is_lost_position(after.position)
        yield self._praise(after) if is_won else self._find_fault(analysis.state, move.action)

    def motives(self, state: State, action: Action) -> Iterator[Kind]:
        """Tell what a move leaves, if that wins."""
        after = state.successor(action)
        if self._is_lost_position(after.position):
            yield self._praise(after).kind

    def _praise(self, after: State) -> Remark:
        """Tell why the player to move has lost."""
        left, is_misere = self._list_heaps(after), self.game.is_misere
        if is_misere and max(left) == 1:
            return Remark(NimKind.ODD_ONES, number=len(left))
        if is_paired(left):
            return Remark(NimKind.PAIRS_OR_ONES if is_misere else NimKind.PAIRS, cells=left)
        return Remark(NimKind.EVENS_OR_ONES if is_misere else NimKind.EVENS, cells=left)

    def _find_fault(self, state: State, action: Action) -> Remark:
        """Tell how the opponent can win after a move."""
        after, is_lost_before = state.successor(action), self._is_lost_position(state.position)
        replies = self.game.successors(after.position).items()
        winning = tuple(sorted(reply for reply, there in replies if self._is_lost_position(there)))
        heaps, left = self._list_heaps(state), self._list_heaps(after)
        if self.game.is_misere and max(left) == 1:
            return Remark(NimKind.EVEN_ONES, number=len(left))
        if self.game.is_misere and sum(size > 1 for size in left) == 1:
            return Remark(
                NimKind.ONE_LARGE, winning, cells=heaps if is_lost_before and not is_paired(heaps) else ()
            )
        lefts = {reply: self._list_heaps(after.successor(reply)) for reply in winning}
        return _tell_lost(heaps, action, lefts) if is_lost_before else _tell_given(left, lefts)

    def _list_heaps(self, state: State) -> tuple[int, ...]:
        return tuple(filter(None, self.game.heaps(state.position)))

    def _is_lost_position(self, position: Position) -> bool:
        return is_lost(self.game.heaps(position), is_misere=self.game.is_misere)


def _tell_lost(heaps: _Heaps, action: Action, lefts: Mapping[Action, _Heaps]) -> Remark:
    """Tell why every move loses, and with which replies the opponent wins."""
    pairing, (_, number) = _list_pairing(lefts), read_action(action)
    if is_paired(heaps):
        return Remark(NimKind.COPIED, pairing, number)
    kind = NimKind.STILL_PAIRED if pairing else NimKind.STILL_EVEN
    return Remark(kind, pairing or tuple(lefts), number, cells=heaps)


def _tell_given(left: _Heaps, lefts: Mapping[Action, _Heaps]) -> Remark:
    """Tell what a move lets the opponent leave, where another wins."""
    if pairing := _list_pairing(lefts):
        return Remark(NimKind.LETS_PAIR, pairing, cells=left)
    first, *others = lefts.values()
    return Remark(NimKind.LETS_EVEN, tuple(lefts), cells=() if others else first)


def _list_pairing(lefts: Mapping[Action, _Heaps]) -> tuple[Action, ...]:
    return tuple(reply for reply, left in lefts.items() if is_paired(left))


def is_paired(heaps: Iterable[int]) -> bool:
    """Whether each heap has an equal one."""
    return all(count % 2 == 0 for count in Counter(heaps).values())
