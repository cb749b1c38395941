"""What is taught of misère tic-tac-toe: a player who completes a line loses, so the art is to wait."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from engine.analysis import Analysis
from engine.base import Action, Game, State
from engine.facts import General, Kind, Remark
from engine.reasons import safety
from engine.rules.in_a_row import Misere
from engine.rules.line_board import Memo
from engine.solver import AnalysedMove
from engine.tactics import losing_at_once, safe_moves
from engine.teacher import Severity
from engine.teachers.answering import LineMarks, Waiting, find_answers, has_ended, holds, partners
from engine.teachers.in_a_row import InARowTeacher, LineKind, run_out
from engine.teachers.open_lines import is_mirrored


class MisereTeacher(InARowTeacher, of=Misere):
    """Tells what can be said of those who have to complete a line."""

    severity = Severity(3.0, 0.8, 0.7)
    game: Misere

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._completed = Memo(partial(self.game.completing, others=0))

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell how the player can go on so as not to complete a line first, or who runs out of safe cells."""
        state, wins = analysis.state, move.value > 0
        if self._is_mirrored(state, move.action):
            yield Remark(LineKind.MIRRORS)
        elif move.value == analysis.value >= 0:
            yield from self._remark_on_count(analysis, move)
            yield from islice(self._plans(state, move.action, wins=wins), 1)
            yield from self._crossed(analysis, move)
        for remark in run_out(analysis, move):
            yield from self._remark_on_end_of_waiting(state.successor(move.action), remark)
            yield remark
        safe = self._safe_cells(state, move.action)
        if move.value < 0 and safe.number < safe.of:
            yield safe

    def _remark_on_end_of_waiting(self, after: State, running_out: Remark) -> Iterator[Remark]:
        """Tell whether the player who runs out of safe cells has none left after the next reply."""
        replied = [after.successor(reply) for reply in running_out.actions or after.actions()]
        is_lost = running_out.kind is General.LOSES_BY_ZUGZWANG
        if is_lost and all(losing_at_once(state) == state.actions() != () for state in replied):
            yield Remark(LineKind.ENDS_WAITING, running_out.actions)

    def motives(self, state: State, action: Action) -> Iterator[Kind]:
        """Tell as well how the player can answer the opponent, or has more safe cells."""
        if self._is_mirrored(state, action):
            yield LineKind.MIRRORS
        safe = self._safe_cells(state, action)
        if safe.number > safe.of:
            yield LineKind.SAFE_CELLS
        told = [*self._remark_on_answers(state, action, wins=True)] or [
            *self._remark_on_answers(state, action, wins=False)
        ]
        yield from (remark.kind for remark in told)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:  # noqa: ARG002 - `explain` tells all
        """Tell nothing: lines that are still open speak for neither player here."""
        yield from ()

    def _is_mirrored(self, state: State, action: Action) -> bool:
        """Whether the player has the centre after an action, and each other mark has its opposite."""
        mine, theirs = self._marks_after(state, action)
        return is_mirrored(mine, theirs, self.game.rows, self.game.columns)

    def _remark_on_count(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what can be counted on the board, if that alone tells the best moves from the others."""
        state, best = analysis.state, {*analysis.best}
        if len(best) == len(analysis.moves) or not safe_moves(state.successor(move.action), 1):
            return
        safe = [other.action for other in analysis.moves if not other.loses_next]
        if best == {*safe}:
            yield from safety(analysis, move)
        counted = {action: self._safe_cells(state, action) for action in safe}
        ahead = {action: remark.number - remark.of for action, remark in counted.items()}
        if best >= {action for action in safe if ahead[action] == max(ahead.values())} >= {move.action}:
            yield counted[move.action]

    def _crossed(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell, as a rule of thumb, in how many lines a move is, if the best are those in the fewest."""
        counts = {
            each.action: sum(line >> each.action & 1 for line in self.game.lines) for each in analysis.moves
        }
        fewest = {action for action, number in counts.items() if number == min(counts.values())}
        has_reply = safe_moves(analysis.state.successor(move.action), 1)
        if has_reply and {*analysis.best} == fewest != {*counts}:
            yield Remark(LineKind.THUMB_FEWEST_LINES, number=counts[move.action])

    def _plans(self, state: State, action: Action, *, wins: bool) -> Iterator[Remark]:
        """Tell how the player can go on from an action so as not to lose, or to win, the weightiest first."""
        if safe_moves(state.successor(action), 1):  # else nothing needs a plan
            yield from self._waits(state, action, wins=wins)
            yield from self._remark_on_answers(state, action, wins=wins)
            yield from self._answers_before_waiting(state, action, wins=wins)

    def _remark_on_answers(self, state: State, action: Action, *, wins: bool) -> Iterator[Remark]:
        """Tell with which cell the player can answer each reply so as not to lose, or to win."""
        mine, theirs = self._marks_after(state, action)
        free = [cell for cell, _ in self.game.empty[mine | theirs]]
        if cells := partners(mine, theirs, free, self.game.has_line, wins=wins):
            yield Remark(LineKind.PARTNERS, number=len(free) // 2, cells=cells)
        elif wins and (cells := find_answers(has_ended, self._board_after(state, action))):
            yield Remark(LineKind.ANSWERS, number=len(cells) // 2, cells=cells)

    def _waits(self, state: State, action: Action, *, wins: bool) -> Iterator[Remark]:
        """Tell whether any safe cells will do from then on so as not to lose, or to win."""
        board = self._board_after(state, action)
        if holds(Waiting(shared=False, wins=wins), board):
            yield Remark(LineKind.WAITS, number=board.free.bit_count() // 2)

    def _answers_before_waiting(self, state: State, action: Action, *, wins: bool) -> Iterator[Remark]:
        """Tell with which cell the player can answer each reply so that safe cells will do from then on."""
        is_held = partial(holds, Waiting(shared=True, wins=wins))
        if cells := find_answers(is_held, self._board_after(state, action)):
            yield Remark(LineKind.ANSWERS_BEFORE_WAITING, number=len(cells) // 2, cells=cells)

    def _safe_cells(self, state: State, action: Action) -> Remark:
        """Tell how many cells each player could still mark without completing a line."""
        board = self._board_after(state, action)
        safe = [board.safe(marks).bit_count() for marks in (board.mine, board.theirs)]
        return Remark(LineKind.SAFE_CELLS, number=safe[0], of=safe[1])

    def _board_after(self, state: State, action: Action) -> LineMarks:
        mine, theirs = self._marks_after(state, action)
        return LineMarks(mine, theirs, self.game.full & ~mine & ~theirs, self._completed.__getitem__)

    def _marks_after(self, state: State, action: Action) -> tuple[int, int]:
        """Return the bitboards of the player of an action and of the opponent after it."""
        return state.position >> self.game.size | 1 << action, state.position & self.game.full
