"""Alpha-beta for games too large to finish: it looks as many plies ahead as there is time for.

Scores are floats, for the player to move: `_WIN - d` is a win in d plies, `d - _WIN` a loss in d, and what lies
between -1 and 1 is an estimate or, if the horizon was never met, a draw. Distances count from the position
itself, so what is in the table holds wherever the position is reached.

Two kinds of answers are exact. A win or a loss no further away than was looked: nothing that is nearer can have
been missed. And anything at all if no line of the search met its horizon.

A position that comes again within the search is played on like any other, though the rules may end the game
there: the table could not know by which way it was reached. Proofs do not suffer, because who wins by force
comes nearer to the end with each ply and so never repeats a position. But a win by repetition could be nearer
than the one found, so from `Game.cycle` plies on a distance is not exact, and then nor is the answer.
"""

from __future__ import annotations

from contextlib import suppress
from math import copysign, inf
from typing import TYPE_CHECKING, TypeAlias

from engine.solver import AnalysedMove, Solver, StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.game import Action, Game, Position
    from engine.solver import Stop

    Entry: TypeAlias = tuple[float, float, float, Position | None]
    Table: TypeAlias = dict[Position, Entry]

_WIN = 1024.0
_DEEPEST = 99
_COMPLETE = 1 << 20
"""The depth of an entry whose lines all end before the horizon."""

_SURE = 0.99
"""The value of a win that is certain while its distance is not."""

_MARGIN = 0.02
"""How far from its expected value a score is looked for first."""

_HAIR = 1e-9
"""Less than what two scores can differ by."""

_NOTHING: Entry = (0, -inf, inf, None)
"""What is known of a position that is not in the table."""


class AlphaBeta(Solver):
    """Searches the positions of one game, each time a ply deeper, until all is exact or it is told to stop."""

    def __init__(self, game: Game, size: int = 1 << 18) -> None:
        """Search that game with a transposition table of at most `size` positions."""
        self._game = game
        self._size = size

    def moves(self, position: Position, stop: Stop = None, depth: int | None = None) -> list[AnalysedMove]:
        """Return every legal action with its worth as the last finished iteration found it.

        Whatever `depth` says, at least the opponent's next move is looked at.
        """
        search = _Search(self._game, position, self._size, stop)
        found = {action: search.move(action, 2, 0) for action in search.successors}
        for ahead in range(3, min(depth or _DEEPEST, _DEEPEST) + 1):
            unproven = sorted(
                (move for move in found.values() if not move.exact), key=lambda move: -move.value
            )
            deeper = {}
            with suppress(StoppedError):
                for move in unproven:
                    deeper[move.action] = search.move(move.action, ahead, move.value)
            is_finished = len(deeper) == len(unproven)
            found |= {action: move for action, move in deeper.items() if is_finished or move.exact}
            if not is_finished or not unproven:
                break
        return list(found.values())


class _Search:
    """The search from one position, and what it has found so far."""

    def __init__(self, game: Game, position: Position, size: int, stop: Stop) -> None:
        root, ended = game.forget(position)
        self.successors = game.successors(root)
        self._successors_of, self._utility, self._glance = game.successors, game.utility, game.glance
        self._reach = inf if game.cycle is None else game.cycle + 1
        self._past = {
            past: (_COMPLETE, utility * _WIN, utility * _WIN, None) for past, utility in ended.items()
        }
        self._table = dict(self._past)
        self._size = size
        self._stop = stop
        self._has_met_horizon = False

    def move(self, action: Action, ahead: int, expected: float) -> AnalysedMove:
        """Return what the action is worth, looking that many plies ahead."""
        successor, self._has_met_horizon = self.successors[action], False
        score = self._score_near(-expected, successor, ahead - 1)
        is_won, is_proven = abs(score) > 1, abs(score) > 1 or not self._has_met_horizon
        line, has_ended = self._line(action, ahead - 1, score, is_proven=is_proven)
        exact = is_proven and has_ended and not (is_won and len(line) > self._reach)
        value = copysign(1 if exact else _SURE, -score) if is_won else 0 - score
        return AnalysedMove(action, value, len(line), exact, line)

    def _line(
        self, action: Action, depth: int, score: float, *, is_proven: bool
    ) -> tuple[tuple[Action, ...], bool]:
        """Return best play beginning with the action, as far as was looked, and whether it ends the game."""
        line, position = [action], self.successors[action]
        while position not in self._past and (successors := self._successors_of(position)):
            score = _next(score)
            step = self._step(position, depth, score, is_proven=is_proven) if depth else None
            if step is None:
                return tuple(line), False
            line.append(step)
            position, depth = successors[step], depth - 1
        return tuple(line), True

    def _step(self, position: Position, depth: int, sought: float, *, is_proven: bool) -> Action | None:
        """Return the action into a successor of the score that is sought, None if the table has lost it."""
        successors = self._successors_of(position)
        if depth == 1:
            return min(successors, key=lambda action: self._glance(successors[action]))
        first = self._table.get(position, _NOTHING)[-1]
        for action in sorted(successors, key=lambda action: successors[action] != first):
            self._has_met_horizon = False
            score = self._score(successors[action], depth - 1, sought - _HAIR, sought + _HAIR)
            if score == sought and not (is_proven and self._has_met_horizon and abs(score) < 1):
                return action
        return None

    def _score_near(self, expected: float, position: Position, depth: int) -> float:
        """Return the score, first looking whether it is near what is expected."""
        margin = _MARGIN
        low, high = expected - margin, expected + margin
        while True:
            score = self._score(position, depth, low, high)
            if low < score < high:
                return score
            margin = 4 * margin if abs(score) < 1 else inf
            if score <= low:
                low = score - margin
            else:
                high = score + margin

    def _score(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        """Return the score if it lies between alpha and beta, else a bound of it on the same side."""
        entry, first = self._table.get(position), None
        if entry is not None:
            looked, lower, upper, first = entry
            if looked >= depth and (lower >= beta or upper <= alpha or lower == upper):
                self._has_met_horizon |= looked < _COMPLETE
                return upper if upper <= alpha else lower
        successors = self._successors_of(position)
        if not successors:
            return self._utility(position) * _WIN
        if depth == 1:
            return self._last_score(successors.values())
        if self._stop is not None and self._stop():
            raise StoppedError
        had_met_horizon, self._has_met_horizon = self._has_met_horizon, False
        order = sorted(successors.values(), key=self._glance)
        if first is not None:
            order.remove(first)
            order.insert(0, first)
        best, floor, low = -inf, alpha, -beta - 1 if beta > 1 else -beta
        for successor in order:
            score = -self._score(successor, depth - 1, low, 1 - floor if floor < -1 else -floor)
            if score > 1:
                score -= 1
            elif score < -1:
                score += 1
            if score > best:
                best, first = score, successor
                if score > floor:
                    floor = score
                    if score >= beta:
                        break
        looked = _COMPLETE if not self._has_met_horizon else depth
        self._table[position] = (
            looked,
            -inf if best <= alpha else best,
            inf if best >= beta else best,
            first,
        )
        self._has_met_horizon |= had_met_horizon
        return best

    def _last_score(self, successors: Iterable[Position]) -> float:
        """Return the score of a position from a glance at its successors."""
        best = -inf
        for successor in successors:
            score = -self._glance(successor)
            if score > best:
                best = score
        if -1 < best < 1:
            self._has_met_horizon = True
            return best
        return best * (_WIN - 1)


def _next(score: float) -> float:
    """Return the score of the best successor of a position with that score."""
    if abs(score) <= 1:
        return -score
    return -score - 1 if score > 1 else 1 - score
