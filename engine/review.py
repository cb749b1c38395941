"""How well a match was played: what each move gave away, how accurate both players were, what decided it.

Labels, accuracy and thresholds are those that lichess publishes about its own review of chess games
(lichess.org/page/accuracy), except where exact values say it better than an expected result.
"""

from __future__ import annotations

from enum import StrEnum
from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.analysis import moves_of
from engine.game import IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove

_HASTY = 4  # plies: whoever loses so much earlier than need be saves the winner two moves
_FEWEST_SAVED = 2


class Label(StrEnum):
    """What a move gave away, from nothing to a game that was not lost."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """Whether there was a move to be preferred clearly."""
        return self not in (Label.BEST, Label.GOOD)


_HASTE = 0.1
"""What hastening a loss counts for in the accuracy: as much as the least inaccuracy of another kind."""

_DROPS = ((0.3, Label.BLUNDER), (0.2, Label.MISTAKE), (_HASTE, Label.INACCURACY))
"""How much of the expected result, from -1 to 1, a move must give away at least to be called so."""


class Judgement(NamedTuple):
    """What is to be said of one move: its label, and its accuracy from 0 to 100."""

    analysis: Analysis
    move: AnalysedMove
    label: Label
    accuracy: float

    @property
    def ply(self) -> int:
        """How many moves had been played before."""
        return self.analysis.state.ply

    @property
    def seat(self) -> int:
        """Who made the move: 0 the first player, 1 the second."""
        return self.analysis.state.to_move

    @property
    def is_error(self) -> bool:
        """Whether the move was an inaccuracy, a mistake or a blunder."""
        return self.label.is_error

    @property
    def is_exact(self) -> bool:
        """Whether it is proven what the best move is worth, and what this one."""
        return self.move.exact and self.analysis.moves[0].exact

    @property
    def drop(self) -> float:
        """How much of the expected result, from -1 to 1, the move gave away."""
        return self.analysis.value - self.move.value


class Review(NamedTuple):
    """All moves of a match judged, and the accuracy of both players, None for one who made no move.

    `turning_point` is the ply of the move that decided the result: the last proven change of the outcome. If
    none is proven, it is the error that gave most away; likewise if there were blunders by estimate after it.
    It is None if nothing was given away.
    """

    judgements: tuple[Judgement, ...]
    accuracies: tuple[float | None, float | None]
    turning_point: int | None

    def errors(self, seat: int) -> tuple[Judgement, ...]:
        """Return the errors of the first (0) or the second (1) player, in order."""
        return tuple(each for each in self.judgements if each.is_error and each.seat == seat)


def review(analyses: Iterable[Analysis], actions: Iterable[Action]) -> Review:
    """Judge a match by the analyses of its positions and the actions chosen there, from the first move on."""
    judgements = tuple(judge(analysis, action) for analysis, action in zip(analyses, actions, strict=True))
    return Review(judgements, _accuracies(judgements), _turning_point(judgements))


def judge(analysis: Analysis, action: Action) -> Judgement:
    """Judge one action by the analysis of a state; IllegalActionError if it is not legal there."""
    move = next((move for move in analysis.moves if move.action == action), None)
    if move is None:
        raise IllegalActionError(f"Action {action} is not legal here.")
    label = _label(analysis, move)
    lost = max(analysis.value - move.value, _HASTE if label is Label.INACCURACY else 0.0)
    return Judgement(analysis, move, label, _accuracy(lost))


def _label(analysis: Analysis, move: AnalysedMove) -> Label:
    """Label a move: by change of outcome and then by delay where both are proven, else by what it expects.

    Best is what is best, or as good: worth as much, as soon. A slower win is good. A win given away for a
    draw is a mistake, and whatever loses a position that was not lost is a blunder.
    """
    best = analysis.moves[0]
    if move.action in analysis.best:
        return Label.BEST
    if not (best.exact and move.exact):
        drop = best.value - move.value
        return next((label for least, label in _DROPS if drop >= least), Label.GOOD)
    if move.value < best.value:
        return Label.BLUNDER if move.value < 0 else Label.MISTAKE
    return Label.INACCURACY if _is_hasty(analysis.state, move, best) else Label.GOOD


def _is_hasty(state: State, move: AnalysedMove, best: AnalysedMove) -> bool:
    """Whether a move of a lost position ends the game so much sooner, and saves the winner two moves."""
    if move.value >= 0 or best.distance - move.distance < _HASTY:
        return False
    winner = 1 - state.to_move
    return moves_of(winner, state, best) - moves_of(winner, state, move) >= _FEWEST_SAVED


def _accuracy(lost: float) -> float:
    """Return the accuracy of a move that gave away so much of the expected result.

    The formula is fitted to what people take for accurate, and counts in percent of winning chances. The
    expected result is known here; in chess it has to be guessed from the engine's pawns first.
    """
    return max(103.1668 * exp(-0.04354 * 50 * lost) - 3.1669, 0.0) if lost > 0 else 100.0


def _percent(value: float) -> float:
    """Turn an expected result from -1 to 1 into winning chances from 0 to 100."""
    return 50 + 50 * value


def _accuracies(judgements: Sequence[Judgement]) -> tuple[float | None, float | None]:
    weights = _weights(judgements)
    weighed = list(zip(judgements, weights, strict=True))
    first, second = (_mean([each for each in weighed if each[0].seat == seat]) for seat in (0, 1))
    return first, second


def _mean(weighed: Sequence[tuple[Judgement, float]]) -> float | None:
    """Return the accuracy of one player: half the weighted mean, half the harmonic one.

    The one counts the moves made while much was at stake, the other does not forgive a single bad one.
    """
    if not weighed:
        return None
    accuracies = [judgement.accuracy for judgement, _ in weighed]
    weights = sum(weight for _, weight in weighed)
    weighted = sum(judgement.accuracy * weight for judgement, weight in weighed) / weights
    harmonic = len(accuracies) / sum(1 / max(each, 1.0) for each in accuracies)
    return (weighted + harmonic) / 2


def _weights(judgements: Sequence[Judgement]) -> list[float]:
    """Weigh each move by how much the winning chances change around it: their deviation within a window."""
    chances = _chances(judgements)
    size = min(max(len(judgements) // 10, 2), 8)
    sliding = [chances[start : start + size] for start in range(len(chances) - size + 1)]
    windows = [*sliding[:1] * (size - 2), *sliding]  # the first moves share the first window
    return [min(max(_deviation(window), 0.5), 12.0) for window in windows]


def _deviation(window: Sequence[float]) -> float:
    mean = sum(window) / len(window)
    return sqrt(sum((each - mean) ** 2 for each in window) / len(window))


def _chances(judgements: Sequence[Judgement]) -> list[float]:
    """Return the winning chances of the first player before every move, and after the last one."""
    values = [(judgement.seat, judgement.analysis.value) for judgement in judgements]
    after = [(judgement.seat, judgement.move.value) for judgement in judgements[-1:]]
    return [_percent(-value if seat else value) for seat, value in (*values, *after)]


def _turning_point(judgements: Sequence[Judgement]) -> int | None:
    errors = [judgement for judgement in judgements if judgement.is_error and judgement.drop > 0]
    proven = [error for error in errors if error.is_exact][-1:]
    if proven:
        errors = [error for error in errors if error.ply > proven[0].ply and error.label is Label.BLUNDER]
    return max(errors or proven, key=lambda error: error.drop).ply if errors or proven else None
