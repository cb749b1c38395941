"""The interface of solvers: the value of each action, and scores that order the values.

A score is one int, so that the better of two is the greater one. It is the value of moving *into* a position
to the player who does so, and counts the plies to the end with that move included:

    win in d plies: WIN - d        draw in d plies: -d        loss in d plies: d - WIN

A win is hurried, a loss delayed, and a draw taken as soon as it can be had. A score depends on its position
alone, never on where the search began, so it can be memoized; and it is never 0. "The player who moves into"
a position is always the opponent of its player to move: a player who keeps the turn has its `turn_score`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from engine.base import Action, Game, Position

Stop: TypeAlias = Callable[[], bool] | None
"""Polled during a long search; true ends it."""

Bounds: TypeAlias = dict[Action, tuple[int, int]]
"""What the score or the margin of each action is at least and at most."""

POLLS_AT_FIRST = 6
"""How many polls a search gets before those of other actions, the first time."""

_LITTLE = 0.01
"""The least estimate of a move that does not lose, and so cannot be worse than a draw."""

WIN = 1 << 20
"""More than twice the plies of any game."""

_DRAW = WIN // 2


class StoppedError(Exception):
    """The search was told to stop before it had an answer."""


class AnalysedMove(NamedTuple):
    """The value of one action to the player who takes it.

    Exact: `value` is 1, 0 or -1, `distance` counts the plies to the end of the game, this one included, and
    `line` is best play: to the end, or as far as it was proven in time where the value is known without it.
    Not exact: `value` is an estimate between -1 and 1, `line` how far was looked, and `distance` its length.
    Not exact but proven: `value` is 1, 0 or -1 as well, but how far the end is away is not known: a win comes
    after no more plies than `distance`, a loss after no less, as far as was looked; `line` need not show it.
    `line` begins with the action. `counted` moves of it are the winner's, where turns need not alternate.

    In a game that counts, `margin` is how far ahead the player of the action ends, and an estimate of it in a
    move that is not exact. An exact one has the final margin under best play, the value is its sign, and
    `distance` counts the plies of `line`, which is one way there: how soon the end comes does not matter.

    A move as good as any of a lost position may be known to be `losing_to` these replies and no other.
    """

    action: Action
    value: float
    distance: int
    exact: bool
    line: tuple[Action, ...]
    counted: int | None = None
    proven: bool = False
    margin: int | None = None
    losing_to: tuple[Action, ...] = ()

    @classmethod
    def from_fields(cls, fields: Iterable[Any]) -> AnalysedMove:
        """Return the move with these fields: the last may lack, and what was a tuple may be a list."""
        known: list[Any] = [tuple(field) if isinstance(field, list) else field for field in fields]
        return cls(*known)

    @property
    def is_proven(self) -> bool:
        """Whether the action is proven to win, draw or lose, be it exact or not."""
        return self.exact or self.proven

    @property
    def winner_moves(self) -> int:
        """How many moves the side that wins makes, this one included: what `win in 2` and `loss in 2` count.

        A loss that comes with the loser's own last move counts at least as one.
        """
        if self.counted is not None:
            return self.counted
        return max(self.distance // 2, 1) if self.value < 0 else (self.distance + 1) // 2

    @property
    def rank(self) -> tuple[float, int, bool]:
        """The key by which moves are sorted: a greater value, then a quicker win or draw, or a slower loss.

        In a game that counts it is winning by more or losing by less. Where the distance or the margin is
        unknown, its known bound counts, and then exact moves come first.
        """
        if self.margin is not None and self.is_proven:
            return self.value, self.margin, self.exact
        return self.value, self.distance if self.value < 0 else -self.distance, self.exact

    @property
    def wins_at_once(self) -> bool:
        """Whether the action itself wins."""
        return self.value == 1 and self.distance == 1

    @property
    def loses_next(self) -> bool:
        """Whether the action loses at once, or to the next one: the opponent's, unless the turn is kept."""
        return self.value == -1 and self.distance <= 2  # noqa: PLR2004 - this ply and the next


class Solver(ABC):
    """Computes the values of the actions in one game's positions: an abstract class.

    A subclass in a module of `engine.solvers` says which game it is `of`, or which family of games.
    """

    nodes_between_polls: int = 1
    """How many positions it visits, about, between two polls of `stop()`."""

    keeps_results: bool = False
    """Whether an answer may depend on earlier questions."""

    positions: int = 20_000
    """How many positions the strongest level visits for a move where a count replaces its time."""

    def __init_subclass__(cls, of: type[Game] | None = None) -> None:
        if of is not None:
            SOLVERS[of] = cls

    def __init__(self, game: Game) -> None:
        self._game = game

    @abstractmethod
    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action of a running position with its value, in any order.

        Once `stop()` is true, what is not proven by then is estimated; a win at once and a loss to the very
        next move are seen even so. A solver that has to search looks no more than `depth` plies
        ahead (None: as far as it can), and need not find lines without `has_lines`.
        """


SOLVERS: dict[type[Game], type[Solver]] = {}
"""The solvers by their games: all in `engine.solvers`."""


def limit_polls(polls: int, stop: Stop = None) -> Stop:
    """Return a stop that is true as well after so many polls."""
    left = iter(range(polls))
    return lambda: next(left, None) is None or (stop is not None and stop())


def narrow_all(
    bounds: Bounds,
    narrow_one: Callable[[Action, int], None],
    is_enough: Callable[[int, int], bool],
    stop: Stop,
    *,
    greatest_first: bool = True,
) -> bool:
    """Narrow the bounds of all actions until they are enough; return False if it was told to stop.

    All actions get the same growing number of polls: one may be so hard to prove that no time is left for the
    others.
    """
    polls = POLLS_AT_FIRST
    while open_ones := [action for action in bounds if not is_enough(*bounds[action])]:
        for action in sorted(open_ones, key=bounds.__getitem__, reverse=greatest_first):
            with suppress(StoppedError):
                narrow_one(action, polls)
        if stop is not None and stop():
            return False
        polls *= 4
    return True


def find_first(actions: Iterable[Action], proves: Callable[[Action, Stop], bool], stop: Stop) -> Action:
    """Return the first action found of which something is proven; StoppedError if none is found in time.

    All actions get the same growing number of polls, as it may be hard to prove that an action is not it.
    """
    polls, actions = 1, tuple(actions)
    while True:
        for action in actions:
            with suppress(StoppedError):
                if proves(action, limit_polls(polls, stop)):
                    return action
        if stop is not None and stop():
            raise StoppedError
        polls *= 4


def has_sign(low: int, high: int) -> bool:
    """Whether all numbers within the bounds are won, drawn or lost alike."""
    return low > 0 or high < 0 or low == high


def is_one(low: int, high: int) -> bool:
    """Whether a single number is within the bounds."""
    return low == high


def bounded(value: float, low: int, high: int) -> float:
    """Return an estimate of a move that is known not to lose, or not to win, so that it says the same."""
    if low == 0:
        return max(value, _LITTLE)
    return min(value, -_LITTLE) if high == 0 else value


def score_end(utility: int) -> int:
    """Return the score of moving into an ended position that is worth `utility` to the player to move."""
    return -utility * (WIN - 1) or -1


def before(best: int) -> int:
    """Return the score of moving into a position whose player to move can reach `best`."""
    if best > _DRAW:
        return 1 - best
    return best - 1 if best > -_DRAW else -1 - best


def turn_score(score: int) -> int:
    """Return the score of moving into a position for the other player: the one who moves on."""
    return score if -_DRAW < score < _DRAW else -score


@cache
def decoded(score: int) -> tuple[int, int]:
    """Return the value and the distance in a score."""
    if abs(score) < _DRAW:
        return 0, -score
    return (1, WIN - score) if score > 0 else (-1, WIN + score)
