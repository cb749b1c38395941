"""What is taught of Connect Four, and can be proven because stones fall."""

from collections.abc import Iterator

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import Kind, Remark
from engine.rules.connect_four import ConnectFour
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.connect_four.proofs import Proofs
from engine.teachers.connect_four.stones import Stone


class ConnectFourTeacher(Teacher, of=ConnectFour):
    """Tells of threats that wait, and what is proven because stones fall."""

    explains_alone = explains_first = True
    severity = Severity(2.3, 1.3)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which threats it makes or prevents that wait for stones below them, and the like."""
        yield from Stone.of(state, action).remarks()

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what decides the best play that follows, and what the stone does for it."""
        return Proofs.of(analysis).remarks(move)

    def motives(self, state: State, action: Action) -> Iterator[Kind]:
        """Tell whether it makes such a threat."""
        if Stone.of(state, action).waiting_threats():
            yield ConnectFourKind.WAITING_THREATS
