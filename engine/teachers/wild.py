"""What is taught of wild tic-tac-toe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.facts import Remark
from engine.games.in_a_row import InARow
from engine.games.wild import Wild
from engine.reasons import safety
from engine.teacher import Severity
from engine.teachers.in_a_row import InARowTeacher, LineKind, run_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis import Analysis
    from engine.game import Action, Game, Position, State
    from engine.solver import AnalysedMove

_HALF_TURN = 3  # among the ways to turn and mirror a board


class WildTeacher(InARowTeacher, of=Wild):
    """Tells how lines that anybody can complete are left alone."""

    game: Wild

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.severity = Severity(2.5, 0.8, 0.99)

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell who runs out of safe moves, or that nobody can complete a line any more."""
        if move.value == 1 and self._is_mirrored(analysis.state.successor(move.action).position):
            yield Remark(LineKind.MIRRORS)
        if move.value == 0:
            yield from safety(analysis, move)
        yield from run_out(analysis, move)
        if not self._open(analysis.state.successor(move.action).position):
            yield Remark(LineKind.NO_LINE_LEFT)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how many lines an action leaves with both marks, in which nobody can complete three."""
        before, after = self._open(state.position), self._open(self.game.successors(state.position)[action])
        if after < before:
            yield Remark(LineKind.THUMB_CLOSES_LINES, number=before - after, of=before)

    def _is_mirrored(self, position: Position) -> bool:
        """Whether the marks stay the same when the board is turned by half, with one in the centre."""
        centre = 1 << self.game.size // 2
        is_taken = bool((position >> self.game.size | position) & centre)
        return is_taken and InARow.symmetries(self.game, position)[_HALF_TURN] == position

    def _open(self, position: Position) -> int:
        """Return how many lines do not hold both marks."""
        crosses, noughts = position >> self.game.size, position & self.game.full
        return sum(not (line & crosses and line & noughts) for line in self.game.lines)
