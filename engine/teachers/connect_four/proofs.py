"""What a proof shows of a move of Connect Four: by its line of best play, by those of the other moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import Consequence, General, Remark
from engine.losses import few_win
from engine.rules.connect_four_board import numbers, split
from engine.solver import AnalysedMove
from engine.tactics import is_forced, is_lost
from engine.teachers.connect_four.decision import Decision, Plot
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.connect_four.pairing import PairingProof, plan
from engine.teachers.connect_four.stones import Stone

_MANY_LINES = 4
_FOUR = 4
_HALF = 2  # of four


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
            yield from self._remark_on_loss(move, stone)
        elif move.is_proven and move.value < self.analysis.value and self.analysis.moves[0].is_proven:
            yield from self._remark_on_left_cell(move)
            yield from self._remark_on_reply(move)
        else:
            yield from self._remark_on_merits(move, stone)
        if move.action not in self.analysis.best:
            yield from stone.remark_on_used_up()

    def _remark_on_merits(self, move: AnalysedMove, stone: Stone) -> Iterator[Remark]:
        """Tell what speaks for a move that may be the best: what it does, then what decides in the end."""
        done = [*self._remark_on_stone(move, stone)]
        yield from done[:1]
        yield from self._remark_on_hole(move, ConnectFourKind.HOLE)
        yield from done[1:]
        answering = [*self._remark_on_answering(move)]
        yield from answering
        is_told = answering or any(remark.kind is not ConnectFourKind.TAKES_REPLY for remark in done)
        if move.action in self.analysis.best and not (is_told or is_forced(self._state, move.action)):
            worse = {each.action for each in self.analysis.moves} - {*self.analysis.best}
            cells = reduce(or_, (Stone.of(self._state, action).cell for action in worse), 0)
            yield from islice(stone.remark_on_most_lines(cells), 1)
        yield from self._remark_on_needed_cell(move)
        yield from self._remark_on_part_of_four(move, stone)
        yield from self._remark_on_stones_on_top()
        yield from self._remark_on_decision(move)

    def _remark_on_stone(self, move: AnalysedMove, stone: Stone) -> Iterator[Remark]:
        """Tell what a move does on the board as it is."""
        yield from stone.remark_on_stacked()
        yield from stone.remark_on_no_line_left()
        answering = self._remark_on_answering(move)
        yield from (remark for remark in answering if not remark.besides and not remark.number)
        yield from stone.remark_on_waiting_threats()
        yield from stone.remark_on_prevented()
        yield from self._remark_on_shared_reply(move)

    def _remark_on_hole(self, move: AnalysedMove, kind: ConnectFourKind) -> Iterator[Remark]:
        """Tell of the places under which the loser has to play in the end, if it can be seen why."""
        plot = self.plots.get(move.action)
        if plot and not plot.is_near and (cells := plot.holes()):
            is_one = cells & cells - 1 == 0
            number = plot.others(cells) if is_one else 0
            if number or not is_one:
                yield Remark(kind, number=number, cells=numbers(cells))

    def _remark_on_part_of_four(self, move: AnalysedMove, stone: Stone) -> Iterator[Remark]:
        """Tell whether the move is part of the four that wins."""
        plot = self.plots.get(move.action)
        four, _ = plot.goal() if plot else (0, 0)
        if four & stone.cell:
            yield Remark(ConnectFourKind.TOWARDS_FOUR, cells=numbers(four))

    def _remark_on_answering(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether the player needs only to answer every stone, from now on or in the end."""
        after, plot = self._state.successor(move.action), self.plots.get(move.action)
        theirs, mine = split(after.position)
        found = None if after.is_terminal else plan(mine, theirs)
        if found and found.wins:
            yield _make_remark(ConnectFourKind.ANSWERS_TO_WIN, found)
        elif plot and (first := plot.first_plan()):
            yield _make_remark(ConnectFourKind.LEADS_TO_ANSWERS, first[1], number=self._state.ply + first[0])
        elif found and not plot:
            yield _make_remark(ConnectFourKind.ANSWERS_TO_HOLD, found)

    def _remark_on_decision(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what decides the line of a winning move, if not that every stone is answered."""
        plot = self.plots.get(move.action)
        if plot and not plot.is_near and not plot.first_plan() and (decision := plot.decision()):
            yield self._tell_decision(ConnectFourKind.LEADS_TO_FORK, decision)

    def _remark_on_loss(self, move: AnalysedMove, stone: Stone) -> Iterator[Remark]:
        """Tell what is bad about a move that loses, and what decides its line."""
        plot, reply = self.plots[move.action], _find_reply(move)
        held = [*self._remark_on_hole(move, ConnectFourKind.THEIR_HOLE)]
        is_hopeless, replied = is_lost(self.analysis), [*self._remark_on_reply(move)]
        told = [*held, *few_win(move), *replied] if is_hopeless else [*replied, *held]
        told.sort(key=lambda remark: remark.kind.traits.is_rule_of_thumb)
        if plot.is_near and reply:
            made = Stone.of(self._state.successor(move.action), *reply).remark_on_stacked()
            told = [Remark(ConnectFourKind.LETS_STACK, reply, cells=remark.cells) for remark in made]
        says_why = any(remark.kind is not General.FEW_REPLIES_WIN for remark in told)
        aimed = [] if says_why else [*self._remark_on_goal(plot)]
        yield from (*told, *aimed)
        yield from self._remark_on_losing_line(plot, reply)
        if not plot.four:
            yield from stone.remark_on_faced()
        is_block = move.action in self._state.game.threats(self._state, 1 - self._state.to_move)
        if not says_why and not aimed and not is_block:
            taking = (remark for remark in stone.remark_on_taken_lines() if remark.number > remark.of)
            yield from taking if is_hopeless else stone.remark_on_lines_left()

    def _remark_on_goal(self, plot: Plot) -> Iterator[Remark]:
        """Tell with which cells the opponent wins, if they have half of them by now."""
        four, count = plot.goal()
        if count >= _HALF:
            yield Remark(ConnectFourKind.THEIR_FOUR, number=count, cells=numbers(four))

    def _remark_on_losing_line(self, plot: Plot, reply: tuple[Action, ...]) -> Iterator[Remark]:
        """Tell what decides the line of a move that loses."""
        decision, first = plot.decision(), plot.first_plan()
        if first and first[0] > 2:  # noqa: PLR2004 - this move and the reply
            yield _make_remark(ConnectFourKind.LEADS_TO_ANSWERED, first[1], reply, self._state.ply + first[0])
        elif first:
            yield _make_remark(ConnectFourKind.ANSWERED_TO_LOSS, first[1], reply)
        elif decision and not plot.is_near:
            yield self._tell_decision(ConnectFourKind.LED_TO_FORK, decision, reply)

    def _tell_decision(
        self, kind: ConnectFourKind, decision: Decision, reply: tuple[Action, ...] = ()
    ) -> Remark:
        return Remark(kind, reply, self._state.ply + decision.plies, cells=numbers(decision.cells))

    def _remark_on_needed_cell(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether its cell is one of the four with which the opponent wins after other moves."""
        cell = Stone.of(self._state, move.action).cell
        lost = [(action, plot.four) for action, plot in self.plots.items() if plot.is_lost]
        needing = [action for action, four in lost if four & cell and four.bit_count() == _FOUR]
        if needing:
            yield Remark(ConnectFourKind.TAKES_NEEDED, tuple(sorted(needing)), cells=numbers(cell))

    def _remark_on_shared_reply(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether its cell is the one with which the opponent answers half of the worse moves."""
        proven = [other for other in self.analysis.moves if other.is_proven and other.value < move.value]
        worse = [other for other in proven if move.is_proven or other.value == -1]
        answered = [other.action for other in worse if _find_reply(other) == (move.action,)]
        if answered and 2 * len(answered) >= len(worse):
            cells = numbers(Stone.of(self._state, move.action).cell)
            yield Remark(ConnectFourKind.TAKES_REPLY, tuple(sorted(answered)), cells=cells)

    def _remark_on_stones_on_top(self) -> Iterator[Remark]:
        """Tell whether worse moves lose to a stone right on top of them: some at once, or at least half."""
        worse = [other for other in self.analysis.moves if other.action not in self.analysis.best]
        lost = [other for other in worse if other.is_proven and other.value < 0]
        avoided = sorted(other.action for other in lost if _find_reply(other) == (other.action,))
        at_once = tuple(
            sorted(other.action for other in lost if other.loses_next and other.action in avoided)
        )
        if at_once:
            yield Remark(ConnectFourKind.AVOIDS, at_once, then=Consequence.WIN)
        elif avoided and 2 * len(avoided) >= len(worse):
            above = Stone.of(self._state.successor(avoided[0]), avoided[0])
            number = above.count_open_lines() if len(avoided) == 1 else 0
            yield Remark(ConnectFourKind.AVOIDS, tuple(avoided), number)

    def _remark_on_left_cell(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether the reply takes a cell of the four with which the best move wins."""
        best, reply = self.plots.get(self.analysis.moves[0].action), _find_reply(move)
        if best and reply:
            cell = Stone.of(self._state.successor(move.action), *reply).cell
            if best.four & cell:
                yield Remark(ConnectFourKind.LEAVES_NEEDED, reply, cells=numbers(cell))

    def _remark_on_reply(self, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what the reply does, or that it takes the place of a better move."""
        reply = _find_reply(move)
        if not reply:
            return
        stone = Stone.of(self._state.successor(move.action), *reply)
        if waiting := stone.waiting_threats():
            yield Remark(ConnectFourKind.LETS_WAIT, reply, cells=numbers(waiting))
        elif move.action not in self.analysis.best and {*reply} <= {*self.analysis.best}:
            yield Remark(ConnectFourKind.LEAVES_BEST, reply, cells=numbers(stone.cell))
        elif (lines := stone.count_open_lines()) >= _MANY_LINES and not is_lost(self.analysis):
            yield Remark(ConnectFourKind.THUMB_LEAVES_PLACE, reply, lines, cells=numbers(stone.cell))

    @property
    def _state(self) -> State:
        return self.analysis.state


def _find_reply(move: AnalysedMove) -> tuple[Action, ...]:
    """Return the reply in best play, nothing if it is not known."""
    return move.line[1:2] if move.exact else ()


def _make_remark(
    kind: ConnectFourKind, found: PairingProof, reply: tuple[Action, ...] = (), number: int = 0
) -> Remark:
    return Remark(kind, reply, number, besides=found.beside, cells=numbers(found.cells))
