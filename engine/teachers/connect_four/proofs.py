"""What a proof shows of a move of Connect Four: by its line of best play, by those of the other moves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.facts import Remark
from engine.games.connect_four_board import numbers, split
from engine.teachers.connect_four.decision import Plot, Way
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.connect_four.pairing import plan
from engine.teachers.connect_four.stones import Stone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove
    from engine.teachers.connect_four.pairing import Plan

_MANY_LINES = 4
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
    """All that was worked out of a state, and what its lines of best play lead to."""

    analysis: Analysis
    plots: dict[Action, Plot]

    @classmethod
    @lru_cache(maxsize=1)  # the moves of an analysis are told of one after another
    def of(cls, analysis: Analysis) -> Proofs:
        """Return the proofs of an analysis."""
        decided = [move for move in analysis.moves if move.is_proven and move.value]
        return cls(analysis, {move.action: Plot.of(analysis.state, move) for move in decided})

    def remarks(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what they show of a move that does not end the game, the weightiest first."""
        stone = Stone.of(self._state, move.action)
        if move.is_proven and move.value < 0:
            told = [*self._lost(move)]
            yield from told
            if not self.plots[move.action].four:
                yield from stone.faced()
            if not told:
                yield from stone.outnumbered()
        elif move.is_proven and move.value < self.analysis.value and self.analysis.moves[0].is_proven:
            yield from self._missed(move)
            yield from self._answered(move)
            yield from self._replied(move)
        else:
            yield from self._praised(move, stone)
        if move.action not in self.analysis.best:
            yield from stone.used_up()

    def _praised(self, move: AnalysedMove, stone: Stone) -> Iterator[Remark]:
        """Tell what speaks for a move that may be the best."""
        yield from stone.stacked()
        yield from stone.closed()
        yield from self._answering(move)
        yield from stone.waiting()
        yield from self._taken(move)
        yield from stone.prevented()
        yield from self._anticipated(move)
        yield from self._decided(move)
        yield from self._answered(move)
        yield from self._avoided()
        if not move.is_proven or not move.value:
            yield from stone.few_left()
        yield from stone.shunned()

    def _answering(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether the player needs only to answer every stone, from now on or in the end."""
        found, plot = _plan_after(self._state.successor(move.action)), self.plots.get(move.action)
        if found and found.wins:
            yield _remark(ConnectFourKind.ANSWERS_TO_WIN, found)
        elif plot and (first := plot.first_plan()):
            yield _remark(ConnectFourKind.LEADS_TO_ANSWERS, first[1], number=self._number(first[0]))
        elif found and not plot:
            yield _remark(ConnectFourKind.ANSWERS_TO_HOLD, found)

    def _answered(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether the opponent does, after the reply to a move that draws."""
        reply = _reply(move)
        if reply and move.is_proven and not move.value:
            found = _plan_after(self._state.successor(move.action).successor(*reply))
            if found:
                yield _remark(ConnectFourKind.ANSWERED_TO_HOLD, found, reply)

    def _decided(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what decides the line of a winning move, if not that every stone is answered."""
        plot = self.plots.get(move.action)
        if plot and not plot.is_near and not plot.first_plan() and (decision := plot.decision()):
            yield Remark(_WON[decision.way], (), self._number(decision.number), cells=numbers(decision.cells))

    def _lost(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what decides the line of a move that loses."""
        plot, reply = self.plots[move.action], _reply(move)
        decision, first = plot.decision(), plot.first_plan()
        if decision and (plot.is_near or not first):
            if not plot.is_near or decision.way is Way.STACK:
                number = self._number(decision.number)
                yield Remark(_LOST[decision.way], reply, number, cells=numbers(decision.cells))
        elif first and first[0] > 2:  # noqa: PLR2004 - this move and the reply
            yield _remark(ConnectFourKind.LEADS_TO_ANSWERED, first[1], reply, self._number(first[0]))
        elif first:
            yield _remark(ConnectFourKind.ANSWERED_TO_LOSS, first[1], reply)
        else:
            yield from self._replied(move)

    def _taken(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether its cell is one of the four with which the opponent wins after other moves."""
        cell = Stone.of(self._state, move.action).cell
        needing = [action for action, plot in self.plots.items() if plot.is_lost and plot.four & cell]
        if needing:
            yield Remark(ConnectFourKind.TAKES_NEEDED, tuple(sorted(needing)), cells=numbers(cell))

    def _anticipated(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether its cell is the one with which the opponent answers half of the worse moves."""
        proven = [other for other in self.analysis.moves if other.is_proven and other.value < move.value]
        worse = [other for other in proven if move.is_proven or other.value == -1]
        answered = [other.action for other in worse if _reply(other) == (move.action,)]
        if answered and 2 * len(answered) >= len(worse):
            cell = Stone.of(self._state, move.action).cell
            yield Remark(ConnectFourKind.TAKES_REPLY, tuple(sorted(answered)), cells=numbers(cell))

    def _avoided(self) -> Iterator[Remark]:
        """Tell whether other moves lose to a stone right on top of them."""
        losing = [other for other in self.analysis.moves if other.is_proven and other.value < 0]
        avoided = [other.action for other in losing if _reply(other) == (other.action,)]
        if avoided:
            yield Remark(ConnectFourKind.AVOIDS, tuple(sorted(avoided)))

    def _missed(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether the reply takes a cell of the four with which the best move wins."""
        best, reply = self.plots.get(self.analysis.moves[0].action), _reply(move)
        if best and reply:
            cell = Stone.of(self._state.successor(move.action), *reply).cell
            if best.four & cell:
                yield Remark(ConnectFourKind.LEAVES_NEEDED, reply, cells=numbers(cell))

    def _replied(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what the reply does, or that it takes the place of a better move."""
        reply = _reply(move)
        if not reply:
            return
        stone = Stone.of(self._state.successor(move.action), *reply)
        if waiting := stone.waiting_threats():
            yield Remark(ConnectFourKind.LETS_WAIT, reply, cells=numbers(waiting))
        elif move.action not in self.analysis.best and {*reply} <= {*self.analysis.best}:
            yield Remark(ConnectFourKind.LEAVES_BEST, reply, cells=numbers(stone.cell))
        elif (lines := stone.open_lines()) >= _MANY_LINES:
            yield Remark(ConnectFourKind.THUMB_LETS_LINES, reply, lines, cells=numbers(stone.cell))

    def _number(self, plies: int) -> int:
        """Return the number in the match of the move that is made so many plies from here."""
        return self._state.ply + plies

    @property
    def _state(self) -> State:
        return self.analysis.state


def _reply(move: AnalysedMove) -> tuple[Action, ...]:
    """Return the reply in best play, nothing if it is not known."""
    return move.line[1:2] if move.exact else ()


def _plan_after(state: State) -> Plan | None:
    """Return the plan of the player who has just moved."""
    theirs, mine = split(state.position)
    return None if state.is_terminal else plan(mine, theirs)


def _remark(kind: ConnectFourKind, found: Plan, reply: tuple[Action, ...] = (), number: int = 0) -> Remark:
    return Remark(kind, reply, number, besides=found.beside, cells=numbers(found.cells))
