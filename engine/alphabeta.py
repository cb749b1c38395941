"""Alpha-beta search by iterative deepening, for games too large to search to the end.

Scores are floats, for the player to move: `WIN - d` is a win in d plies, `d - WIN` a loss in d, and what
lies between -1 and 1 is an estimate or, if the horizon was never met, a draw. Distances count from the
position itself, so what is in the table holds wherever the position is reached.

Two kinds of answers are exact: a win or a loss within the horizon, because no nearer one can have been
missed, and any result if no searched line met the horizon. The distance of a draw is that of one line to it,
not always of the shortest.

Where rules end the game when a position comes again, the worth of a position depends on the way there, and a
table could not tell. So while at least `Game.cycle` plies are left to the horizon, and a position may come
again before it, it is remembered; and for each set of remembered positions there is a table of its own. What
is remembered ends the game by coming again, so that is what its table knows from the start. An image of a
position does not end the game, so it is searched for itself, while in all other games images share an entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from math import copysign, inf
from typing import TypeAlias

from engine.base import Action, Game, Position
from engine.solver import AnalysedMove, Solver, Stop, StoppedError

Entry: TypeAlias = tuple[int, float, float, Position | None]
Table: TypeAlias = dict[Position, Entry]

WIN = 1024.0
"""Far more than the plies of any search, so that a win however far is greater than any estimate."""

_DEEPEST = 99
"""The most plies that are looked ahead: it ends the search of an endless game that no caller stops."""

_FIRST_LOOK = 2
"""The fewest plies that are looked ahead, whatever the time."""

_COMPLETE = 1 << 20
"""The depth of an entry whose lines all end before the horizon."""

_MARGIN = 0.003
"""The first window's distance from the expected score; it hardly matters, from 0.001 to no margin."""

_HAIR = 1e-9
"""Less than the difference of two scores: a window of it asks whether a score is exactly this one."""

_UNKNOWN: Entry = (0, -inf, inf, None)
"""The entry of a position that is not in the table."""


class AlphaBeta(Solver):
    """Searches one game's positions, a ply deeper each time, until all is exact or it is told to stop."""

    nodes_between_polls = 2  # about: at the horizon, where most positions are, it does not poll

    def __init__(self, game: Game, size: int = 1 << 18) -> None:
        """Create a search of that game with room for `size` positions in the transposition table."""
        super().__init__(game)
        self._size = size

    def moves(
        self,
        position: Position,
        stop: Stop = None,
        depth: int | None = None,
        *,
        has_lines: bool = True,  # noqa: ARG002 - they are found as it searches
    ) -> list[AnalysedMove]:
        """Return every legal action with its value, as the last finished iteration found it.

        Whatever `depth` says, at least the very next move is searched.
        """
        has_turns = self._game.turn(position) is not None
        search = (_SearchWithTurns if has_turns else Search)(self._game, position, self._size, stop)
        return self.deepened(search, depth)

    def deepened(self, search: Search, depth: int | None = None) -> list[AnalysedMove]:
        """Return what a search finds that is begun again, a ply deeper each time."""
        found = search.first_look()
        deepest = _DEEPEST if depth is None else min(depth, _DEEPEST)
        # Each iteration leaves the best reply of every position in the table, which makes the next one fast,
        # and whatever is proven is left out of it.
        for ahead in range(3, deepest + 1):
            unproven = sorted(
                (move for move in found.values() if not search.is_settled(move)), key=lambda move: -move.value
            )
            deeper = {}
            with suppress(StoppedError):
                for move in unproven:
                    deeper[move.action] = search.search_move(move.action, ahead, move.value)
            is_finished = len(deeper) == len(unproven)
            # Estimates of different depths cannot be compared, so a broken iteration counts for proofs only.
            found |= {
                action: move for action, move in deeper.items() if is_finished or search.is_settled(move)
            }
            if not is_finished or not unproven:
                break
        return list(found.values())


def _distance_known(score: float, looked: int) -> int:
    """Return the most plies to a win with that score, or the least to a loss, searched so far ahead."""
    return int(WIN - score) + 1 if score > 0 else max(looked, _FIRST_LOOK + 1)


class Search:
    """The search from one position, and all that it has found so far."""

    def __init__(self, game: Game, position: Position, size: int, stop: Stop) -> None:
        self._root, remembered = game.split_history(position)
        self.successors = game.successors(self._root)
        self._game = game
        self._successors_of, self._static_value = game.successors, game.static_value
        self._cycle = game.cycle or _COMPLETE
        self._images_are_one = game.cycle is None
        self._stop = stop
        self._size = self._room = size
        self._has_met_horizon = False
        self._ends: Table = {}
        self._tables: dict[frozenset[Position], Table] = {}
        self._set_remembered(remembered)

    def first_look(self) -> dict[Action, AnalysedMove]:
        """Return the value of every action by a look one reply ahead, with no end overlooked."""
        usual, self._static_value = self._static_value, self._inspect
        found = {action: self.search_move(action, _FIRST_LOOK, 0) for action in self.successors}
        self._static_value = usual
        return found

    def is_settled(self, move: AnalysedMove) -> bool:
        """Whether no deeper search is needed for a move."""
        return move.exact

    def search_move(self, action: Action, ahead: int, expected: float) -> AnalysedMove:
        """Return the value of the action by a search of that many plies."""
        successor = self.successors[action]
        side = self._sign_for(self._root, successor)
        score = self._score_near(side * expected, successor, ahead - 1)
        is_decided = abs(score) > 1  # an end is never further away than the horizon, so none is estimated
        is_proven = is_decided or not self._has_met_horizon
        outer = self._remembered
        line, has_ended = self._find_line(successor, ahead - 1, score, is_proven=is_proven)
        self._set_remembered(outer)
        exact = is_proven and has_ended
        value = copysign(1, side * score) if is_decided else 0 + side * score
        distance = len(line) + 1 if exact or not is_decided else _distance_known(side * score, len(line) + 1)
        return AnalysedMove(action, value, distance, exact, (action, *line), proven=is_proven and not exact)

    def _find_line(
        self, position: Position, depth: int, score: float, *, is_proven: bool
    ) -> tuple[list[Action], bool]:
        """Return best play from a position with that score, and whether it leads to an end that proves it.

        It may not, where the table has the score from a deeper search than is left for the line.
        """
        line: list[Action] = []
        while position not in self._remembered and (successors := self._successors_of(position)):
            step = self._find_next_step(position, depth, score, is_proven=is_proven)
            if step is None:
                return line, False
            line.append(step)
            score = self._sought(position, successors[step], score)
            position, depth = successors[step], depth - 1
        return line, self._game.utility(position) * WIN == score

    def _find_next_step(
        self, position: Position, depth: int, score: float, *, is_proven: bool
    ) -> Action | None:
        """Return the action that keeps the score of the position.

        If the table has the score from a deeper search, there may be none: then the best known, if not
        proven.
        """
        successors = self._successors_of(position)
        if not depth:
            return None
        if depth == 1:
            best = self._ordered(position, successors.values())[0]
            return next(action for action in successors if successors[action] == best)
        self._poll()
        *_, first = self._table.get(position, _UNKNOWN)
        order = sorted(successors, key=lambda action: successors[action] != first)
        if depth >= self._cycle:
            self._set_remembered(self._remembered | {position})
        for action in order:
            self._has_met_horizon = False
            sought = self._sought(position, successors[action], score)
            found = self._search_score(successors[action], depth - 1, sought - _HAIR, sought + _HAIR)
            if found == sought and not (is_proven and self._has_met_horizon and abs(found) < 1):
                return action
        return None if is_proven else order[0]

    def _score_near(self, expected: float, position: Position, depth: int) -> float:
        """Return the score, searching first in a window around the expected one."""
        margin = _MARGIN
        low, high = expected - margin, expected + margin
        while True:
            self._has_met_horizon = False
            score = self._search_score(position, depth, low, high)
            if low < score < high or self._is_enough(score):
                return score
            # A bound that is a win or a loss says that no estimate is near: then only an open window helps.
            margin = 2 * margin if abs(score) < 1 else inf
            if score <= low:
                low = score - margin
            else:
                high = score + margin

    def _is_enough(self, score: float) -> bool:  # noqa: ARG002 - a search may know scores without a distance
        """Whether a bound of a score tells all that is sought."""
        return False

    def _search_score(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        """Return the score if it lies between alpha and beta, else a bound of it on the same side."""
        if depth > 1 and self._images_are_one:  # at the horizon an image costs more to find than to search
            position = min(self._game.symmetries(position))
        looked, lower, upper, first = self._table.get(position, _UNKNOWN)
        if looked >= depth and (lower >= beta or upper <= alpha or lower == upper):
            # This entry depends on one that may have met the horizon, and so do all that depend on it.
            self._has_met_horizon |= looked < _COMPLETE
            return upper if upper <= alpha else lower
        successors = self._successors_of(position)
        if not successors:
            return self._game.utility(position) * WIN
        if depth == 1:
            return self._last_score(position, successors.values())
        self._poll()
        had_met_horizon = self._has_met_horizon  # elsewhere: the flag tells now of this position alone
        order = self._ordered(position, successors.values())
        if first is not None:
            order.remove(first)
            order.insert(0, first)
        if depth < self._cycle:
            score, first = self._find_best_successor(position, order, depth, alpha, beta)
        else:
            outer = self._remembered
            self._set_remembered(outer | {position})
            score, first = self._find_best_successor(position, order, depth, alpha, beta)
            self._set_remembered(outer)
        looked = depth if self._has_met_horizon else _COMPLETE
        # A score beyond the window is but a bound: the search broke off, or what was better was passed over.
        self._store_entry(
            position, (looked, -inf if score <= alpha else score, inf if score >= beta else score, first)
        )
        self._has_met_horizon |= had_met_horizon
        return score

    def _ordered(self, position: Position, successors: Iterable[Position]) -> list[Position]:  # noqa: ARG002 - see below
        """Return the successors of a position, ordered by their static evaluation, the best first."""
        return sorted(successors, key=self._static_value)

    def _find_best_successor(
        self,
        position: Position,  # noqa: ARG002 - see below
        successors: Iterable[Position],
        depth: int,
        alpha: float,
        beta: float,
    ) -> tuple[float, Position | None]:
        """Return the score of a position from those of its successors, and the best of these."""
        # An end is a ply nearer to the successor than to the position, so a win's score there is one more,
        # and a bound of the window that is such a score has to be moved likewise, lest it cut off too much.
        best, first, low, has_met_horizon = -inf, None, -beta - 1 if beta > 1 else -beta, False
        for successor in successors:
            self._has_met_horizon = False
            score = -self._search_score(successor, depth - 1, low, 1 - alpha if alpha < -1 else -alpha)
            if score > 1:
                score -= 1
            elif score < -1:
                score += 1
            if score > best:
                best, first = score, successor
                if score >= beta:
                    return best, first  # which one successor has proven, whatever the others are worth
                if score > alpha:  # noqa: PLR1730 - max() would slow the search
                    alpha = score
            has_met_horizon |= self._has_met_horizon
        self._has_met_horizon = has_met_horizon
        return best, first

    def _last_score(self, position: Position, successors: Iterable[Position]) -> float:  # noqa: ARG002 - see below
        """Return the score of a position from the static evaluations of its successors."""
        best = -inf
        for successor in successors:
            score = -self._static_value(successor)
            if score > best:  # noqa: PLR1730 - max() would slow the whole search by a twentieth
                best = score
        if -1 < best < 1:
            self._has_met_horizon = True
            return best
        return best * (WIN - 1)  # the static evaluation is 1 or -1 for certain ends only, here one ply away

    def _sign_for(self, position: Position, successor: Position) -> int:  # noqa: ARG002 - see below
        """Return what turns a score of the successor into one for the player to move in the position."""
        return -1

    def _sought(self, position: Position, successor: Position, score: float) -> float:
        """Return the score that a successor must have if a position of that score is to be left for it."""
        if abs(score) > 1:
            score += copysign(1, score)
        return self._sign_for(position, successor) * score

    def _poll(self) -> None:
        if self._stop is not None and self._stop():
            raise StoppedError

    def _inspect(self, position: Position) -> float:
        """Return the utility of an ended position, the estimate of a running one."""
        has_ended = position in self._remembered or self._game.has_ended(position)
        return self._game.utility(position) if has_ended else self._game.evaluate(position)

    def _store_entry(self, position: Position, entry: Entry) -> None:
        """Store an entry in the table; when that is full, empty it first."""
        if self._room <= 0:
            self._room = self._size
            self._tables = {}
            self._set_remembered(self._remembered)
        self._room -= 1
        self._table[position] = entry

    def _set_remembered(self, positions: frozenset[Position]) -> None:
        """Make exactly these positions the ones that end the game by coming again."""
        self._remembered = positions
        if positions not in self._tables:
            self._room -= len(positions)
            self._tables[positions] = {position: self._make_end_entry(position) for position in positions}
        self._table = self._tables[positions]

    def _make_end_entry(self, position: Position) -> Entry:
        """Return the entry of a position that ends the game."""
        if position not in self._ends:
            score = self._game.utility(position) * WIN
            self._ends[position] = _COMPLETE, score, score, None
        return self._ends[position]


class _SearchWithTurns(Search):
    """The same search for games where turns need not alternate: it looks up whose turn each successor is.

    A score of a successor that keeps the turn is the mover's own: it is not negated, and the window neither.
    The hot loops are written twice, because asking would slow the games that need not ask.
    """

    def __init__(self, game: Game, position: Position, size: int, stop: Stop) -> None:
        self._turn = game.turn
        super().__init__(game, position, size, stop)

    def _sign_for(self, position: Position, successor: Position) -> int:
        return 1 if self._turn(position) == self._turn(successor) else -1

    def _ordered(self, position: Position, successors: Iterable[Position]) -> list[Position]:
        turn, turn_of, value_of = self._turn(position), self._turn, self._static_value
        worths = [
            (-value_of(successor) if turn_of(successor) == turn else value_of(successor), number, successor)
            for number, successor in enumerate(successors)
        ]
        return [successor for *_, successor in sorted(worths)]

    def _find_best_successor(
        self, position: Position, successors: Iterable[Position], depth: int, alpha: float, beta: float
    ) -> tuple[float, Position | None]:
        turn, best, first, has_met_horizon = self._turn(position), -inf, None, False
        high = beta + 1 if beta > 1 else beta
        for successor in successors:
            self._has_met_horizon = False
            low = alpha - 1 if alpha < -1 else alpha
            if self._turn(successor) == turn:
                score = self._search_score(successor, depth - 1, low, high)
            else:
                score = -self._search_score(successor, depth - 1, -high, -low)
            if score > 1:
                score -= 1
            elif score < -1:
                score += 1
            if score > best:
                best, first = score, successor
                if score >= beta:
                    return best, first
                alpha = max(alpha, score)
            has_met_horizon |= self._has_met_horizon
        self._has_met_horizon = has_met_horizon
        return best, first

    def _last_score(self, position: Position, successors: Iterable[Position]) -> float:
        turn, best = self._turn(position), -inf
        for successor in successors:
            score = self._static_value(successor)
            if self._turn(successor) != turn:
                score = -score
            if score > best:  # noqa: PLR1730 - as above
                best = score
        if -1 < best < 1:
            self._has_met_horizon = True
            return best
        return best * (WIN - 1)
