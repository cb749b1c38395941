"""The solver of games of four in a row: a book, and a search for all other positions."""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property

from engine.base import Action, Game, Position
from engine.books import Book
from engine.fours.search import NODES_BETWEEN_POLLS, Search, has_four
from engine.fours.table import TranspositionTable
from engine.machine import IS_COMPILED
from engine.rules.connect_four import ConnectFour
from engine.rules.in_a_row import FourInARow
from engine.solver import (
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

_ASKED = 16
"""The binary logarithm of the places for earlier questions, half a MB: the first position of Connect Four
looks up some 5,000 in the book."""

_LEAST, _MOST = -64, 63

_POLLS_FOR_LINES = 128
"""How often searches poll before the lines of all moves are left as they are.

About a tenth of a second's work: lines are worth no more of the time, as the values are known. Not tuned.
"""

_POLLS_FOR_REPLIES = 32
"""How often they poll likewise before it is left open which replies win, a quarter of that work."""


class Fours(Solver):
    """The values of moves in a game that four in a row win.

    The board has so many lanes of that length. A position of the game is two bitboards, that of the player to
    move above that of the opponent, cell by cell and lane by lane; with gravity, each lane has its guard.
    """

    nodes_between_polls = NODES_BETWEEN_POLLS
    keeps_results = True

    def __init__(
        self, game: Game, lanes: int, length: int, *, gravity: bool, book: str | None = None
    ) -> None:
        super().__init__(game)
        self._search = _new_search(lanes, length, gravity=gravity)
        self._cells = lanes * length
        self._size = lanes * (length + 1) if gravity else self._cells
        self._stones = (1 << self._size) - 1
        self._lanes = [((1 << length) - 1 << lane * length, lane) for lane in range(lanes)]
        self._is_guarded = gravity
        self._book_name = book
        self._asked = TranspositionTable(_ASKED)  # of earlier questions, when the search has forgotten them

    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action of a running position with its value.

        With a `depth` only wins and losses within so many plies are searched, and not in the book. Even
        after a stop a win at once and a loss to the next move are seen. A line goes on as far as it is soon
        proven: a book has the value of a move without the replies that prove it.
        """
        children = self._game.successors(position)
        if depth is None:
            bounds = self._prove_children(position, children, stop)
        else:
            bounds = self._bounds_within(children, stop, depth - 1)
        moves = [
            self._analysed(action, children[action], *bounds[action])
            for action in sorted(children, key=bounds.__getitem__)  # the best first, for their lines
        ]
        patience = limit_polls(_POLLS_FOR_LINES if depth is None else 0, stop)
        lines = {
            move.action: self._find_line(children[move.action], bounds[move.action][0], patience)
            for move in moves
            if has_lines and move.exact
        }
        analysed = [move._replace(line=(move.action, *lines.get(move.action, ()))) for move in moves]
        is_lost = all(move.is_proven and move.value < 0 for move in analysed)
        return (
            self._with_refutations(children, analysed, stop)
            if lines and is_lost and depth is None
            else analysed
        )

    def _with_refutations(
        self, children: dict[Action, Position], moves: list[AnalysedMove], stop: Stop
    ) -> list[AnalysedMove]:
        """Return the moves of a lost position, the best with all replies that win, if soon proven."""
        patience, best = limit_polls(_POLLS_FOR_REPLIES, stop), max(move.rank for move in moves)
        return [
            move._replace(losing_to=self._find_wins(children[move.action], patience))
            if move.rank == best
            else move
            for move in moves
        ]

    def _find_wins(self, position: Position, stop: Stop) -> tuple[Action, ...]:
        """Return all actions that win, none if it is not proven in time of each whether it does."""
        children = self._game.successors(position)
        bounds = {action: self._known_bounds(child) for action, child in children.items()}
        is_proven = self._narrow(children, bounds, lambda low, high: high < 0 or low >= 0, stop)
        return tuple(action for action in children if bounds[action][1] < 0) if is_proven else ()

    def _prove_children(self, position: Position, children: dict[Action, Position], stop: Stop) -> Bounds:
        """Return the bounds that can be proven in time of the scores of a position's children.

        The winner is proven for all before the distance for any, and the distance for the best first.
        """
        _, most = self._known_bounds(position)
        known = {action: self._known_bounds(child) for action, child in children.items()}
        bounds = {action: (max(low, -most), high) for action, (low, high) in known.items()}
        if self._narrow(children, bounds, has_sign, stop):
            self._narrow(children, bounds, is_one, stop)
        lows, highs = zip(*bounds.values(), strict=True)
        self._remember_bounds(position, -min(highs), -min(lows))
        return bounds

    def _narrow(
        self,
        children: dict[Action, Position],
        bounds: Bounds,
        is_enough: Callable[[int, int], bool],
        stop: Stop,
    ) -> bool:
        """Narrow the bounds of all children until they are enough; return False if it was told to stop."""

        def narrow_one(action: Action, polls: int) -> None:
            child, patience = children[action], limit_polls(polls, stop)
            while not is_enough(*bounds[action]):
                bounds[action] = self._search.narrowed(*self._split(child), *bounds[action], patience)
                self._remember_bounds(child, *bounds[action])

        return narrow_all(bounds, narrow_one, is_enough, stop, greatest_first=False)

    def _known_bounds(self, position: Position) -> tuple[int, int]:
        """Return the bounds of a position's score that take no search."""
        score = self._score_at_once(position)
        if score is None and self._is_before_search(position):
            score = self._score_by_book(position)
        if score is not None:
            return score, score
        low, high = self._asked.bounds(self._canonical_key(position))
        empties = self._empties(position)
        return max(low, -(empties >> 1)), min(high, empties - 1 >> 1)

    def _remember_bounds(self, position: Position, low: int, high: int) -> None:
        """Store bounds of a position for questions later in the match."""
        known_low, known_high = self._known_bounds(position)
        self._store_bounds(self._canonical_key(position), max(low, known_low), min(high, known_high))

    def _store_bounds(self, key: int, low: int, high: int) -> None:
        self._asked.keep_at_least(key, low)
        self._asked.keep_below(key, high + 1)

    def _canonical_key(self, position: Position) -> int:
        """Return an int that only the position and its images have."""
        return self._search.key(*self._split(min(self._game.symmetries(position))))

    @cached_property
    def _book(self) -> Book:
        return Book.named(self._book_name) if self._book_name else Book()

    def _analysed(self, action: Action, child: Position, low: int, high: int) -> AnalysedMove:
        """Return the value of an action that leads to a position whose score has these bounds."""
        value, plies = self._decoded(high, child)
        if has_sign(low, high):
            exact = low == high
            return AnalysedMove(action, -value, plies + 1, exact, (action,), proven=not exact)
        estimate = bounded(-self._game.evaluate(child), -high, -low)
        return AnalysedMove(action, estimate, 1, exact=False, line=(action,))

    def _score_at_once(self, position: Position) -> int | None:
        """Return the score of a position that has ended, or will with the next move."""
        mine, theirs = self._split(position)
        empties = self._empties(position)
        if has_four(theirs, self._search.stride):
            return -(empties + 2 >> 1)
        if not empties:
            return 0
        return empties + 1 >> 1 if self._search.wins_at_once(mine, theirs) else None

    def _score_by_book(self, position: Position) -> int:
        """Return the score of a position that the book has, or of whose successors it has them."""
        score = self._score_at_once(position)
        if score is not None:
            return score
        asked = self._canonical_key(position)
        low, high = self._asked.bounds(asked)
        if low == high:
            return low
        key = min(self._search.key(*self._split(image)) for image in self._game.symmetries(position))
        score = self._book.score(key)
        if score is None:
            score = max(-self._score_by_book(child) for child in self._game.successors(position).values())
        self._store_bounds(asked, score, score)
        return score

    def _bounds_within(self, children: dict[Action, Position], stop: Stop, depth: int) -> Bounds:
        """Return the score of each position that ends within so many plies, and of the others no bounds."""
        bounds = dict.fromkeys(children, (_LEAST, _MOST))
        for action, child in children.items():
            with suppress(StoppedError):
                score = self._score_within(child, stop, depth)
                if score is not None:
                    bounds[action] = score, score
        return bounds

    def _score_within(self, position: Position, stop: Stop, depth: int) -> int | None:
        """Return the score of a position if it ends within so many plies."""
        score = self._score_at_once(position)
        if score is not None:
            return score
        empties = self._empties(position)
        if depth >= empties:
            return self._search.score(*self._split(position), stop=stop)
        won, lost = (empties + 1 >> 1) - (depth - 1 >> 1), (depth >> 1) - 1 - (empties >> 1)
        score = self._search.score(*self._split(position), low=won - 1, stop=stop)
        if score >= won:
            return score
        score = self._search.score(*self._split(position), high=lost + 1, stop=stop)
        return score if score <= lost else None

    def _find_line(self, position: Position, score: int, stop: Stop) -> list[Action]:
        """Return the actions of best play from a position of that score, as far as they are found in time."""
        line: list[Action] = []
        with suppress(StoppedError):
            while children := self._game.successors(position):
                action = self._find_keeping_action(position, children, score, stop)
                line.append(action)
                position, score = children[action], -score
        return line

    def _find_keeping_action(
        self, position: Position, children: dict[Action, Position], score: int, stop: Stop
    ) -> Action:
        """Return an action that keeps the score of the position; StoppedError if it is not found in time."""
        if self._ply(position) >= self._book.plies:  # its proof may be forgotten, or may be in the book alone
            self._search.score(*self._split(position), low=score - 1, high=score, stop=stop)
        for action, child in children.items():
            if self._is_known_at_most(child, -score):
                return action

        def keeps(action: Action, patience: Stop) -> bool:
            return self._is_at_most(children[action], -score, patience)

        return find_first(children, keeps, stop)

    def _is_known_at_most(self, position: Position, bound: int) -> bool:
        score = self._score_at_once(position)
        if score is None and self._is_before_search(position):
            score = self._score_by_book(position)
        if score is None:
            return self._search.is_known_below(*self._split(position), bound + 1)
        return score <= bound

    def _is_at_most(self, position: Position, bound: int, stop: Stop) -> bool:
        score = self._score_at_once(position)
        if score is None:
            score = self._search.score(*self._split(position), low=bound, high=bound + 1, stop=stop)
        return score <= bound

    def _is_before_search(self, position: Position) -> bool:
        return self._ply(position) <= self._book.plies

    def _decoded(self, score: int, position: Position) -> tuple[int, int]:
        """Return the value of a position to the player to move, and the plies to its end."""
        empties = self._empties(position)
        if score > 0:
            return 1, 2 * ((empties + 1 >> 1) - score) + 1
        return (-1, 2 * ((empties >> 1) + score + 1)) if score else (0, empties)

    def _ply(self, position: Position) -> int:
        return position.bit_count()

    def _empties(self, position: Position) -> int:
        return self._cells - self._ply(position)

    def _split(self, position: Position) -> tuple[int, int]:
        """Return the bitboards, with their guards, of the player to move and of the opponent."""
        mine, theirs = position >> self._size, position & self._stones
        if self._is_guarded:
            return mine, theirs
        return self._with_guards(mine), self._with_guards(theirs)

    def _with_guards(self, stones: int) -> int:
        return sum((stones & lane) << shift for lane, shift in self._lanes)


class ConnectFourSolver(Fours, of=ConnectFour):
    """The values of moves in Connect Four."""

    def __init__(self, game: ConnectFour) -> None:
        super().__init__(game, game.columns, game.rows, gravity=True, book=game.slug)


class SquareSolver(Fours, of=FourInARow):
    """The values of moves on a square board."""

    def __init__(self, game: FourInARow) -> None:
        super().__init__(game, game.rows, game.columns, gravity=False, book=game.book)


def _new_search(lanes: int, length: int, *, gravity: bool) -> Search:
    if IS_COMPILED:  # pragma: no cover - coverage is measured where nothing is compiled
        return Search(lanes, length, gravity=gravity)
    from engine.fours.plain import PlainSearch  # noqa: PLC0415 - no subclass of what is compiled can be made

    return PlainSearch(lanes, length, gravity=gravity)
