"""Reviews of matches: what each move gave away, both players' accuracy, and the turning point.

Proofs are compared with proofs, and estimates with estimates: where only one side is proven, it is unknown
what the move gave away, and its label says so.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import chain, repeat
from math import exp
from typing import NamedTuple

from engine import proofs
from engine.analysis import Analysis, moves_until_decided
from engine.base import Action, IllegalActionError, Outcome, State
from engine.solver import AnalysedMove
from engine.teacher import Severity, get_teacher

_HASTY = 4  # plies: a loss that much earlier than needed saves the winner two moves
_FEWEST_SAVED = 2
_NEAR = 10  # of them, by which a result is clear


class Label(StrEnum):
    """What a move gave away, from nothing to a game that was not lost, or that this is not proven."""

    BEST = "best"
    GOOD = "good"
    UNPROVEN = "unproven"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """Whether another move was clearly better."""
        return self in _ERRORS


_ERRORS = (Label.BLUNDER, Label.MISTAKE, Label.INACCURACY)
"""The gravest first."""

_DROPS = ((0.3, Label.BLUNDER), (0.2, Label.MISTAKE), (0.1, Label.INACCURACY))
"""The least part of the expected result, from -1 to 1, that a move with this label gives away."""

_BY_POINTS = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)
"""The labels that a teacher's `errors_begin` divides."""

_FAR = 20
"""The distance of ends whose distance is not known."""


class Judgement(NamedTuple):
    """The judgement of one move: its label, and `best`, the move that it is compared with."""

    analysis: Analysis
    move: AnalysedMove
    best: AnalysedMove
    label: Label

    @property
    def ply(self) -> int:
        """How many moves had been played before."""
        return self.analysis.state.ply

    @property
    def seat(self) -> int:
        """The seat of the player who moved: 0 the first player, 1 the second."""
        return self.analysis.state.to_move

    @property
    def is_error(self) -> bool:
        """Whether the move was an inaccuracy, a mistake or a blunder."""
        return self.label.is_error

    @property
    def is_proven(self) -> bool:
        """Whether the label follows from proofs alone."""
        if self.label is Label.UNPROVEN or not (self.move.is_proven and self.best.is_proven):
            return False
        return self.is_error or proofs.is_settled(self.analysis)

    @property
    def drop(self) -> float:
        """How much of the expected result, from -1 to 1, the move gave away."""
        return self.best.value - self.move.value

    @property
    def gravity(self) -> tuple[int, float]:
        """The key by which errors are sorted: the gravest has the greatest."""
        return -_ERRORS.index(self.label) if self.is_error else -len(_ERRORS), self.lost

    @property
    def lost(self) -> float:
        """How much the move gave away: points in a game that counts, from which its label follows too.

        In other games it is of the result, which counts less the later it comes.
        """
        if self.label in {Label.BEST, Label.UNPROVEN}:
            return 0.0
        return self._find_loss(self.move)

    @property
    def stake(self) -> float:
        """How much a random move would have given away here: nothing where all moves are equally good."""
        if self.label is Label.UNPROVEN:
            return 0.0
        losses = [self._find_loss(move) for move in self._comparable]
        return sum(losses) / len(losses)

    @property
    def _comparable(self) -> list[AnalysedMove]:
        """The moves that can be compared with this one, the best first: proofs, or estimates."""
        return [move for move in self.analysis.moves if move.is_proven == self.move.is_proven]

    def _find_loss(self, move: AnalysedMove) -> float:
        """Return how much less a move is worth than the best of the comparable ones."""
        moves = self._comparable
        points = _count_points_lost(self.analysis.state, moves[0], move)
        return max(map(self._fade, moves)) - self._fade(move) if points is None else points

    def _fade(self, move: AnalysedMove) -> float:
        """Return the value of a move, reduced the further away its result is."""
        if not move.is_proven:
            return move.value
        fading = get_teacher(self.analysis.state.game).severity.fading
        return move.value * fading ** (move.distance if move.exact else _FAR)


def clearness(margin: int) -> float:
    """Return how much of a win or a loss by this margin counts, from a half to the whole."""
    return 1 - 0.5 * exp(-abs(margin) / _NEAR)


class Review(NamedTuple):
    """All moves of a match judged, and the accuracy of both players, None for one without a choice.

    `turning_point` is the ply of the move that decided the result: the last proven change of the outcome by
    a player who did not win. If none is proven, it is the error that gave most away; likewise if there were
    blunders by estimate after it. It is None if nothing was given away.
    """

    judgements: tuple[Judgement, ...]
    accuracies: tuple[float | None, float | None]
    turning_point: int | None

    def errors(self, seat: int) -> tuple[Judgement, ...]:
        """Return the errors of the first (0) or the second (1) player, in order."""
        return tuple(each for each in self.judgements if each.is_error and each.seat == seat)


def review(
    analyses: Iterable[Analysis],
    actions: Iterable[Action],
    outcome: Outcome | None = None,
    thoughts: Iterable[Analysis | None] = (),
) -> Review:
    """Judge a match by the analyses of its positions and the actions chosen there, from the first move on.

    `outcome` says how it ended, if it did not end by its last move; `thoughts` what a player who searches had
    found out before each move, as far as that is known.
    """
    judgements: tuple[Judgement, ...] = ()
    moves, known = zip(analyses, actions, strict=True), chain(thoughts, repeat(None))
    for (analysis, action), thought in zip(moves, known, strict=False):
        judgements += (_in_foresight(_forgive_estimate(judgements, judge(analysis, action)), thought),)
    accuracies = (_accuracy(judgements, 0), _accuracy(judgements, 1))
    return Review(judgements, accuracies, _turning_point(judgements, outcome or _find_outcome(judgements)))


def judge(analysis: Analysis, action: Action) -> Judgement:
    """Judge one action by the analysis of a state; IllegalActionError if it is not legal there."""
    move = next((move for move in analysis.moves if move.action == action), None)
    if move is None:
        raise IllegalActionError(f"Action {action} is not legal here.")
    best = _compared_with(analysis, move)
    label = Label.UNPROVEN if best is None else _label(analysis, move, best)
    return Judgement(analysis, move, best or analysis.moves[0], label)


def _forgive_estimate(before: Sequence[Judgement], judgement: Judgement) -> Judgement:
    """Return a judgement without blame by estimate where the move before proves who wins."""
    is_known = before and before[-1].move.is_proven
    if judgement.is_error and is_known and not judgement.is_proven:
        return judgement._replace(label=Label.UNPROVEN)
    return judgement


def _in_foresight(judgement: Judgement, thought: Analysis | None) -> Judgement:
    """Return a judgement that does not blame a search for what only later searches have found.

    That is so if it took the best move by its own results, and no proof contradicted them.
    """
    if thought is None or not judgement.is_error or thought.is_best_known:
        return judgement
    is_best = judge(thought, judgement.move.action).label is Label.BEST
    return judgement._replace(label=Label.UNPROVEN) if is_best else judgement


def _compared_with(analysis: Analysis, move: AnalysedMove) -> AnalysedMove | None:
    """Return the move to compare with: the best one, or the best proven one; None if nothing can be compared.

    A proven move is compared with the best proven one if that is better, or if nothing better can be left.
    """
    best = analysis.moves[0]
    if not (move.line or move.is_proven):
        return None  # no search has visited it
    if move.action in analysis.best:
        return best
    proven = next((each for each in analysis.moves if each.is_proven), None)
    if move.is_proven and proven is not None:
        is_known = proven.value > move.value or proofs.is_settled(analysis)
        return proven if is_known else None
    return None if best.is_proven or (proven is not None and proven.value == 1) else best


def _label(analysis: Analysis, move: AnalysedMove, best: AnalysedMove) -> Label:
    """Label a move: by the points it gives away in a game that counts; else by the estimates, or by proofs.

    Best is what is best, or as good: worth as much, as soon or by as many. A slower win is good. A win given
    away for a draw is a mistake, and what loses a position that was not lost is a blunder.
    """
    if move.action in analysis.best:
        return Label.BEST
    if (points := _count_points_lost(analysis.state, best, move)) is not None:
        begins = zip(get_teacher(analysis.state.game).errors_begin, _BY_POINTS, strict=True)
        return [Label.GOOD, *(label for least, label in begins if points >= least)][-1]
    if not move.is_proven:
        drop = best.value - move.value
        return next((label for least, label in _DROPS if drop >= least), Label.GOOD)
    if move.value < best.value:
        return Label.BLUNDER if move.value < 0 else Label.MISTAKE
    return Label.INACCURACY if _is_hasty(analysis.state, move, best) else Label.GOOD


def _count_points_lost(state: State, best: AnalysedMove, move: AnalysedMove) -> int | None:
    """Return how many points a move gives away, None in a game that does not count.

    A change of the proven outcome costs at least as much as its label begins with. Where nothing but the
    outcome is proven, the margins are estimates, and only that change counts.
    """
    if best.margin is None or move.margin is None:
        return None
    are_proven = best.is_proven and move.is_proven
    is_known = (best.exact and move.exact) or not are_proven
    points = max(best.margin - move.margin, 0) if is_known else 0
    if not are_proven or move.value == best.value:
        return points
    _, mistake, blunder = get_teacher(state.game).errors_begin
    return max(points, blunder if move.value < 0 else mistake)


def _is_hasty(state: State, move: AnalysedMove, best: AnalysedMove) -> bool:
    """Whether a move of a lost position ends the game so much sooner, and saves the winner two moves."""
    if move.value >= 0 or not (move.exact and best.exact) or best.distance - move.distance < _HASTY:
        return False
    winner = 1 - state.to_move
    return (
        moves_until_decided(winner, state, best) - moves_until_decided(winner, state, move) >= _FEWEST_SAVED
    )


def _accuracy(judgements: Sequence[Judgement], seat: int) -> float | None:
    """Return a player's accuracy: a skill score, of the result they lost compared with random moves."""
    own = [each for each in judgements if each.seat == seat]
    stake = sum(each.stake for each in own)
    if not own:
        return None
    if not stake:
        return 100.0
    skill = sum(each.lost for each in own) / stake  # 0 for best play, 1 for chance
    return accuracy(skill, get_teacher(own[0].analysis.state.game).severity)


def accuracy(skill: float, severity: Severity) -> float:
    """Return the accuracy in a game of that severity: 100 if nothing was lost, and less for each loss.

    Each game's severity was found by `python -m tests.benchmarks.accuracy --fit`: players of known strength
    have about the same accuracy in all games with it.
    """
    return 100 * exp(-severity.pace * skill**severity.power)


def _find_outcome(judgements: Sequence[Judgement]) -> Outcome | None:
    """Return how the game ended by its last move, None if it did not."""
    if not judgements:
        return None
    last = judgements[-1]
    return last.analysis.state.successor(last.move.action).outcome


def _turning_point(judgements: Sequence[Judgement], outcome: Outcome | None) -> int | None:
    winner = {Outcome.FIRST: 0, Outcome.SECOND: 1}.get(outcome) if outcome else None
    errors = [each for each in judgements if each.is_error and each.drop > 0 and each.seat != winner]
    proven = [error for error in errors if error.is_proven][-1:]
    if proven:
        errors = [error for error in errors if error.ply > proven[0].ply and error.label is Label.BLUNDER]
    return max(errors or proven, key=lambda error: error.drop).ply if errors or proven else None
