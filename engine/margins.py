"""The base of solvers that search for margins: bounds of each move, narrowed for as long as there is time.

The margin of a position is how far the player to move is ahead in the end, when both play for most; its sign
is the value. Who wins is proven before by how much.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress

from engine.alphabeta import AlphaBeta
from engine.base import Action, Position
from engine.rules.counting import Counting
from engine.solver import (
    POLLS_AT_FIRST,
    AnalysedMove,
    Bounds,
    Solver,
    Stop,
    StoppedError,
    bounded,
    find_first,
    has_sign,
    is_one,
    limit_polls,
    narrow_all,
)

_POLLS_FOR_LINES = 12
"""The most polls for each line."""

_FIRST_LOOK = 2
"""How many moves ahead no end is overlooked, whatever the time."""

_DEEPEST = 60
"""The most moves that are looked ahead."""

_OVERLOOKED = 3
"""The least distance of an end that no line leads to."""


class Margins(Solver):
    """The values of moves in a game that counts; a subclass asks its own search for bounds of margins.

    Margins are multiples of `step`, and none is greater than `most`; a game takes fewer plies than
    `sometime`.
    """

    step: int
    most: int
    sometime: int

    _game: Counting

    def __init__(self, game: Counting) -> None:
        super().__init__(game)
        self._looked = _FIRST_LOOK
        self._estimates = AlphaBeta(game)

    def clear(self) -> None:
        """Drop the results of earlier searches, which may not decide how far this search comes."""
        self._looked = _FIRST_LOOK

    @abstractmethod
    def known(self, position: Position, child: Position) -> tuple[int, int]:
        """Return the bounds of the final margin of an action that take no search."""

    def first_polls(self, position: Position) -> int:  # noqa: ARG002 - a game may tell
        """Return how many polls the first estimates of the position's moves get."""
        return POLLS_AT_FIRST

    @abstractmethod
    def proofs(self, position: Position) -> int:
        """Return how many polls proofs of the position's moves get for each poll of estimates."""

    @abstractmethod
    def look(self, position: Position, known: AnalysedMove, ahead: int, stop: Stop) -> AnalysedMove:
        """Return the estimate of an action by a look so many moves further."""

    @abstractmethod
    def asked(self, position: Position, child: Position, goal: int, stop: Stop) -> tuple[int, int]:
        """Return bounds by whether the action reaches a goal; StoppedError if `stop()` is true before."""

    def moves(
        self,
        position: Position,
        stop: Stop = None,
        depth: int | None = None,
        *,
        has_lines: bool = True,  # noqa: ARG002 - a move without a line could not be explained later
    ) -> list[AnalysedMove]:
        """Return every legal action of a running position with its value.

        The winner is proven before the margin, and that before the lines of best play. With a `depth` only
        results within so many plies are searched.
        """
        if depth is not None:
            found = self._estimates.moves(position, stop, depth)
            return [self._judged(position, move, *self._proven(move)) for move in found]
        self.clear()
        bounds = self._bound_actions(position)
        found = self._prove_and_estimate(position, bounds, stop)
        return [self._with_line(position, move, stop) for move in found]

    def _prove_and_estimate(self, position: Position, bounds: Bounds, stop: Stop) -> list[AnalysedMove]:
        """Narrow the bounds of all actions, and return each with its bounds or estimate.

        Both get a growing time in turn: what cannot be proven in any time needs a good estimate.
        """
        found, polls = self._unseen(position), self.first_polls(position)
        while not all(has_sign(*each) for each in bounds.values()):
            found = self.estimated(position, found, limit_polls(polls, stop))
            for move in found:
                bounds[move.action] = _both(bounds[move.action], self._proven(move))
            self._narrow(position, bounds, has_sign, limit_polls(polls * self.proofs(position), stop))
            if stop is not None and stop():
                break
            polls *= 4
        else:
            self._narrow(position, bounds, is_one, stop, {m.action: self._guess(position, m) for m in found})
        return [self._judged(position, move, *bounds[move.action]) for move in found]

    def estimated(
        self, position: Position, known: list[AnalysedMove], stop: Stop, depth: int = _DEEPEST
    ) -> list[AnalysedMove]:
        """Return every action with an estimate by a look so many moves ahead, or as far as time allows.

        It goes on where the look was ended that found the known ones.
        """
        if self._looked == _FIRST_LOOK:
            known = self._estimates.moves(position, depth=_FIRST_LOOK)
        with suppress(StoppedError):
            while self._looked < depth and not all(move.is_proven for move in known):
                known = [
                    move if move.is_proven else self.look(position, move, self._looked, stop)
                    for move in known
                ]
                self._looked += 1
        return known

    def _unseen(self, position: Position) -> list[AnalysedMove]:
        """Return every action with the static estimate of the position after it."""
        return [
            AnalysedMove(action, self._static_value(position, child), 1, exact=False, line=(action,))
            for action, child in self._game.successors(position).items()
        ]

    def _static_value(self, position: Position, child: Position) -> float:
        """Return the static estimate of a child for the player who moves in the position."""
        static_value = self._game.static_value(child)
        return static_value if self._game.keeps_turn(position, child) else -static_value

    def _guess(self, position: Position, move: AnalysedMove) -> int:
        """Return the approximate lead after a move, by the end of its line if the move does not tell."""
        if move.margin is not None:
            return move.margin
        after = position
        for action in move.line:
            after = self._game.successors(after)[action]
        return round(self._game.count(self._static_value(position, after)))

    def _judged(self, position: Position, move: AnalysedMove, low: int, high: int) -> AnalysedMove:
        """Return a move with what the bounds of its final margin prove, and its line as far as it was looked.

        A line that an estimate has found to win need not win by most.
        """
        guess = self._guess(position, move)
        if not has_sign(low, high):
            return move._replace(value=bounded(move.value, low, high), margin=max(low, min(high, guess)))
        value = (low > 0) - (high < 0)
        if low < high:
            margin = max(low, min(high, guess - guess % self.step))
            distance = move.distance if move.is_proven else self.sometime if value > 0 else _OVERLOOKED
            return move._replace(value=value, distance=distance, exact=False, proven=True, margin=margin)
        has_ended = self._game.has_ended(self._game.successors(position)[move.action])
        distance = 1 if has_ended else _OVERLOOKED
        return AnalysedMove(move.action, value, distance, exact=True, line=move.line[:1], margin=low)

    def _with_line(self, position: Position, move: AnalysedMove, stop: Stop) -> AnalysedMove:
        """Return an exact move with the line of best play after it, to the end if it is found in time."""
        if not move.exact:
            return move
        line, margin, patience = [move.action], move.margin or 0, limit_polls(_POLLS_FOR_LINES, stop)
        after = self._game.successors(position)[move.action]
        margin = margin if self._game.keeps_turn(position, after) else -margin
        with suppress(StoppedError):
            while children := self._game.successors(after):
                action = self._find_keeping_action(after, children, margin, patience)
                line.append(action)
                margin = margin if self._game.keeps_turn(after, children[action]) else -margin
                after = children[action]
        distance = len(line) if self._game.has_ended(after) else max(len(line), _OVERLOOKED)
        return move._replace(line=tuple(line), distance=distance)

    def _find_keeping_action(
        self, position: Position, children: dict[Action, Position], margin: int, stop: Stop
    ) -> Action:
        """Return an action that keeps the margin of the position; StoppedError if it is not found in time."""
        bounds = self._bound_actions(position)
        known = next((action for action in children if bounds[action][0] >= margin), None)
        if known is not None:
            return known
        if stop is not None and stop():
            raise StoppedError

        def keeps(action: Action, patience: Stop) -> bool:
            child = children[action]
            bounds[action] = self._narrow_by_goal(position, child, bounds[action], margin, patience)
            return bounds[action][0] >= margin

        order = sorted(
            children, key=lambda action: self._static_value(position, children[action]), reverse=True
        )
        return find_first(order, keeps, stop)

    def margins(
        self, position: Position, is_enough: Callable[[int, int], bool] = is_one, stop: Stop = None
    ) -> Bounds:
        """Return the bounds of the final margin that every action leads to, narrowed until they are enough.

        They are the same, unless it is said what is enough, or `stop()` is true before.
        """
        self.clear()
        bounds = self._bound_actions(position)
        self._narrow(position, bounds, is_enough, stop)
        return bounds

    def _narrow(
        self,
        position: Position,
        bounds: Bounds,
        is_enough: Callable[[int, int], bool],
        stop: Stop,
        guesses: Mapping[Action, int] | None = None,
    ) -> None:
        """Narrow the bounds of all actions until they are enough or `stop()` is true."""

        def narrow_one(action: Action, polls: int) -> None:
            child, guess = self._game.successors(position)[action], (guesses or {}).get(action, 0)
            while not is_enough(*bounds[action]):
                goal = self._next_goal(*bounds[action], guess)
                patience = limit_polls(polls, stop)
                bounds[action] = self._narrow_by_goal(position, child, bounds[action], goal, patience)

        narrow_all(bounds, narrow_one, is_enough, stop)

    def _narrow_by_goal(
        self, position: Position, child: Position, bounds: tuple[int, int], goal: int, stop: Stop
    ) -> tuple[int, int]:
        """Return the bounds of an action narrowed by a goal that may be beyond them already."""
        low, high = bounds
        if low >= goal or high < goal:
            return bounds
        return _both(bounds, self.asked(position, child, goal, stop))

    def _bound_actions(self, position: Position) -> Bounds:
        """Return the known bounds of the final margin of every action."""
        children = self._game.successors(position)
        return {action: self.known(position, child) for action, child in children.items()}

    def _proven(self, move: AnalysedMove) -> tuple[int, int]:
        """Return the bounds of a move's margin that follow from whether it is proven to win, draw or lose."""
        if not move.is_proven:
            return -self.most, self.most
        if move.value == 0:
            return 0, 0
        return (self.step, self.most) if move.value > 0 else (-self.most, -self.step)

    def _next_goal(self, low: int, high: int, guess: int) -> int:
        """Return the next goal: whether it is a win, whether it is no loss, then the nearest to a guess."""
        if low < self.step <= high:
            return self.step
        if low < 0 <= high:
            return 0
        return max(low + self.step, min(high, guess - guess % self.step))


def for_mover(found: tuple[int, int], lead: int, *, is_kept: bool) -> tuple[int, int]:
    """Return bounds of the final margin for the player who moved, from those of the rows after the move."""
    low, high = found[0] + lead, found[1] + lead
    return (low, high) if is_kept else (-high, -low)


def _both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return max(one[0], other[0]), min(one[1], other[1])
