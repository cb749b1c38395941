"""What a proof shows of a move of Connect Four: its line of best play, those of others, or answered stones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.gravity.board import numbers, split
from engine.gravity.decision import Plot, Way
from engine.gravity.kinds import ConnectFourKind
from engine.gravity.pairing import Plan, plan
from engine.gravity.stones import Stone
from engine.remarks import Remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove

_WON = {
    Way.FORK: ConnectFourKind.LEADS_TO_FORK,
    Way.STACK: ConnectFourKind.LEADS_TO_STACK,
    Way.SQUEEZE: ConnectFourKind.LEADS_TO_SQUEEZE,
}
_LOST = {
    Way.FORK: ConnectFourKind.LED_TO_FORK,
    Way.STACK: ConnectFourKind.LED_TO_STACK,
    Way.SQUEEZE: ConnectFourKind.LED_TO_SQUEEZE,
}


class Proofs(NamedTuple):
    """All that was worked out of a state, with what its lines of best play lead to."""

    analysis: Analysis
    plots: dict[Action, Plot | None]

    @classmethod
    @lru_cache(maxsize=1)  # all moves of an analysis are told of one after another
    def of(cls, analysis: Analysis) -> Proofs:
        """Return the proofs of an analysis."""
        state = analysis.state
        exact = [
            move for move in analysis.moves if move.exact and move.value and len(move.line) == move.distance
        ]
        return cls(analysis, {move.action: Plot.of(state, move.line) for move in exact})

    def remarks(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what they show of a move that neither ends the game nor loses to the next."""
        if move.exact and move.value < 0:
            yield from self._lost(move)
        else:
            yield from self._answering(move)
            yield from self._won(move)
        if move.value == self.analysis.value:
            yield from self._taken(move)
        else:
            yield from self._missed(move)

    def _answering(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what it proves if the player answers every stone from now on, or the opponent after the reply."""
        after = self._state.successor(move.action)
        found = _plan_after(after)
        if found is not None:
            kind = ConnectFourKind.ANSWERS_TO_WIN if found.wins else ConnectFourKind.ANSWERS_TO_HOLD
            yield _remark(kind, found)
        elif move.exact and len(move.line) > 1 and not move.value:
            reply = move.line[1]
            found = _plan_after(after.successor(reply))
            if found is not None:
                yield _remark(ConnectFourKind.ANSWERED_TO_HOLD, found, (reply,))

    def _won(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what decides the line of a move that wins."""
        plot = self.plots.get(move.action)
        if plot is None:
            return
        if first := plot.first_plan(2):
            yield _remark(ConnectFourKind.LEADS_TO_ANSWERS, first[1], number=self._number(first[0]))
        elif decision := plot.decision():
            number = self._number(decision.plies)
            yield Remark(_WON[decision.way], number=number, cells=numbers(decision.cells))

    def _lost(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what decides the line of a move that loses."""
        plot = self.plots.get(move.action)
        if plot is None:
            return
        reply = move.line[1:2]
        first = plot.first_plan(2)
        if first and first[0] == len(reply) + 1:
            yield _remark(ConnectFourKind.ANSWERED_TO_LOSS, first[1], reply)
        elif first:
            yield _remark(ConnectFourKind.LEADS_TO_ANSWERED, first[1], reply, self._number(first[0]))
        elif decision := plot.decision():
            number = self._number(decision.plies)
            yield Remark(_LOST[decision.way], reply, number, cells=numbers(decision.cells))

    def _taken(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether other moves lose to a four for which the cell of this one is needed."""
        cell = Stone.of(self._state, move.action).cell
        lost = [other.action for other in self.analysis.moves if other.value < move.value and other.value < 0]
        plots = [(action, plot) for action in lost if (plot := self.plots.get(action))]
        if needing := tuple(sorted(action for action, plot in plots if plot.four & cell)):
            yield Remark(ConnectFourKind.TAKES_NEEDED, needing, cells=numbers(cell))

    def _missed(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether the reply takes a cell of the four with which the best move wins."""
        best, reply = self.plots.get(self.analysis.moves[0].action), move.line[1:2]
        if best is None or not reply or self.analysis.value != 1:
            return
        cell = Stone.of(self._state.successor(move.action), *reply).cell
        if best.four & cell:
            yield Remark(ConnectFourKind.LEAVES_NEEDED, reply, cells=numbers(cell))

    def _number(self, plies: int) -> int:
        """Return the number in the match of the move that was made so many plies later."""
        return self._state.ply + plies

    @property
    def _state(self) -> State:
        return self.analysis.state


def _plan_after(state: State) -> Plan | None:
    """Return the plan of the player who has just moved."""
    theirs, mine = split(state.position)
    return None if state.is_terminal else plan(mine, theirs)


def _remark(kind: ConnectFourKind, found: Plan, reply: tuple[Action, ...] = (), number: int = 0) -> Remark:
    return Remark(kind, reply, number, besides=found.beside, cells=numbers(found.cells))
