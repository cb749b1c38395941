"""The solver of Kalah: what tables know, what the search proves, and estimates where it does not get so far.

The margin of a position is how many more seeds than the opponent the player to move has in the end, when
both play for most until a row is empty. Who has more than half then has them for good, so its sign is the
value by our rules, which end the game as soon as somebody has.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.alphabeta import AlphaBeta
from engine.books import Book, table
from engine.seeds.board import HOUSES, IS_COMPILED, MOST
from engine.seeds.endgames import Endgames, Numbers
from engine.seeds.search import Search
from engine.solver import AnalysedMove, Solver, StoppedError, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Action, Position
    from engine.games.kalah import Kalah
    from engine.solver import Stop

    IsEnough: TypeAlias = Callable[[int, int], bool]
    Bounds: TypeAlias = dict[Action, tuple[int, int]]

ENDGAMES: Final = "kalah-endgames"
BOOK: Final = "kalah"

_POLLS_AT_FIRST: Final = 6
_PROOFS: Final = 2 if IS_COMPILED else 1
"""How often proofs are polled for each time that estimates are, which are never compiled."""

_SOMETIME: Final = 13 * MOST
"""More plies than a game has: each brings some seed nearer to a store, and none is more than 13 away."""

_LITTLE: Final = 0.01
"""What an estimate says at least of a move that does not lose, and so cannot be worse than a draw."""

_OVERLOOKED: Final = 3
"""How many plies away a loss is at least that nobody has seen come."""


class Seeds(Solver):
    """Says what the moves of a game of Kalah with so many houses a row are worth."""

    nodes_between_polls = 1 << 10
    """How many positions estimates look at; proofs take about as long to their own number."""

    def __init__(self, game: Kalah, houses: int) -> None:
        self._game = game
        self._houses = houses
        self._estimates = AlphaBeta(game)

    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action of a running position with its worth.

        Who wins is proven before how soon, and both as far as there is time. With a `depth` nothing is looked
        for but what comes within so many plies.
        """
        if depth is not None:
            return self._estimates.moves(position, _seldom(stop), depth)
        found, bounds = self._estimates_and_proofs(position, stop)
        is_open = not all(move.exact for move in found)
        if has_lines and is_open and not (stop is not None and stop()):
            found = _deeper(found, self._estimates.moves(position, _seldom(stop)))
        return [_known(move, *bounds[move.action]) for move in found]

    def _estimates_and_proofs(self, position: Position, stop: Stop) -> tuple[list[AnalysedMove], Bounds]:
        """Return estimates of all moves, and the bounds of their margins as far as these prove who wins.

        In turn each gets a growing time: what cannot be proven in any time wants a good estimate.
        """
        self._search.forget()
        found, bounds, polls = list[AnalysedMove](), self._bounds(position), _POLLS_AT_FIRST
        while True:
            found = _deeper(found, self._estimates.moves(position, _seldom(within(polls, stop))))
            if all(move.exact for move in found):
                break
            self._narrow(position, bounds, _has_sign, within(polls * _PROOFS, stop))
            if all(_has_sign(*each) for each in bounds.values()) or (stop is not None and stop()):
                break
            polls *= 4
        return found, bounds

    def margins(
        self,
        position: Position,
        is_enough: IsEnough | None = None,
        stop: Stop = None,
    ) -> Bounds:
        """Return the bounds of the final margin that every action leads to, narrowed until they are enough.

        They are the same, unless it is said what is enough, or `stop()` is true before.
        """
        self._search.forget()
        bounds = self._bounds(position)
        self._narrow(position, bounds, is_enough or _is_one, stop)
        return bounds

    def _narrow(self, position: Position, bounds: Bounds, is_enough: IsEnough, stop: Stop) -> None:
        """Narrow the bounds of all actions until they are enough or it is told to stop.

        All get the same growing time: one may be so hard to prove that nothing is left for the others.
        """
        polls = _POLLS_AT_FIRST
        while open_ones := [action for action in bounds if not is_enough(*bounds[action])]:
            for action in sorted(open_ones, key=bounds.__getitem__, reverse=True):
                with suppress(StoppedError):
                    self._narrow_one(position, action, bounds, is_enough, within(polls, stop))
            if stop is not None and stop():
                return
            polls *= 4

    def _narrow_one(
        self, position: Position, action: Action, bounds: Bounds, is_enough: IsEnough, stop: Stop
    ) -> None:
        """Ask whether the action wins, whether it loses, and then for its margin, until that is enough."""
        child = self._game.successors(position)[action]
        is_kept, lead = self._game.keeps_turn(position, child), self._game.lead(child)
        rows = self._game.rows(child)
        while not is_enough(*bounds[action]):
            goal = _next_goal(*bounds[action])
            asked = (goal if is_kept else 2 - goal) - lead
            found = self._search.narrowed(*rows, *self._search.bounds(*rows), asked, stop)
            bounds[action] = _both(bounds[action], _for_mover(found, lead, is_kept=is_kept))

    def _bounds(self, position: Position) -> Bounds:
        """Return what is known of the final margin that every action leads to."""
        children = self._game.successors(position)
        return {action: self._known(position, child) for action, child in children.items()}

    def _known(self, position: Position, child: Position) -> tuple[int, int]:
        """Return the bounds of the final margin of an action that take no search."""
        rows = self._game.rows(child)
        score = self._book.score(key(*rows))
        found = self._search.bounds(*rows) if score is None else (score, score)
        return _for_mover(found, self._game.lead(child), is_kept=self._game.keeps_turn(position, child))

    @cached_property
    def _search(self) -> Search:
        return _search(self._houses)

    @cached_property
    def _book(self) -> Book:
        return Book.named(BOOK) if self._houses == HOUSES else Book()


@cache
def _search(houses: int) -> Search:
    """Return the search that all solvers share: it has a large table, and forgets between questions."""
    return Search(houses, endgames() if houses == HOUSES else Endgames())


@cache
def endgames() -> Endgames:
    """Return the table of endgames of boards with six houses a row, loaded once."""
    packed = table(ENDGAMES)
    return Endgames(Numbers(HOUSES, packed[0]), packed[1:])


def key(mine: int, theirs: int) -> int:
    """Return an int of 60 bits for a board with no more than 31 seeds in a house; -1 for all others."""
    seeds = [row >> 6 * house & 63 for row in (mine, theirs) for house in range(HOUSES)]
    return -1 if max(seeds) >> 5 else sum(each << 5 * house for house, each in enumerate(seeds))


def _seldom(stop: Stop) -> Stop:
    """Return a stop for a search that asks after every other position; it asks in turn as seldom as ours."""
    if stop is None:
        return None
    asked, stopped = 0, False

    def is_time() -> bool:
        nonlocal asked, stopped
        asked += AlphaBeta.nodes_between_polls
        if asked >= Seeds.nodes_between_polls:
            asked, stopped = 0, stopped or stop()
        return stopped

    return is_time


def _deeper(known: list[AnalysedMove], found: list[AnalysedMove]) -> list[AnalysedMove]:
    """Return what was found, or what was known before if that looked farther, as a search may be stopped."""
    return max(found, known, key=lambda moves: (sum(move.exact for move in moves), _looked(moves)))


def _looked(moves: list[AnalysedMove]) -> int:
    return min((move.distance for move in moves if not move.is_proven), default=0)


def _known(move: AnalysedMove, low: int, high: int) -> AnalysedMove:
    """Return a move with what the bounds of its final margin prove."""
    if move.is_proven:
        return move
    if low > 0:
        return move._replace(value=1, distance=_SOMETIME, proven=True)
    if high < 0:
        return move._replace(value=-1, distance=max(move.distance, _OVERLOOKED), proven=True)
    if low == high:
        return move._replace(value=0, proven=True)
    if low == 0:
        return move._replace(value=max(move.value, _LITTLE))
    return move._replace(value=min(move.value, -_LITTLE)) if high == 0 else move


def _for_mover(found: tuple[int, int], lead: int, *, is_kept: bool) -> tuple[int, int]:
    """Return bounds of the final margin from those of the rows after a move, for who made it."""
    low, high = found[0] + lead, found[1] + lead
    return (low, high) if is_kept else (-high, -low)


def _both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return max(one[0], other[0]), min(one[1], other[1])


def _next_goal(low: int, high: int) -> int:
    """Return what to ask first: whether it is a win, whether it is no loss, then what is nearest to that."""
    if low < 2 <= high:  # noqa: PLR2004 - margins are even, as all seeds are
        return 2
    if low < 0 <= high:
        return 0
    return low + 2 if low > 0 else high


def _has_sign(low: int, high: int) -> bool:
    """Whether all margins within the bounds are won, drawn or lost alike."""
    return low > 0 or high < 0 or low == high


def _is_one(low: int, high: int) -> bool:
    return low == high
