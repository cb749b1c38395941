"""The solver of games of four in a row: what a book knows, and what the search proves."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from engine.books import Book
from engine.fours.search import NODES_BETWEEN_POLLS, Search, has_four
from engine.solver import AnalysedMove, Solver, StoppedError, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Action, Game, Position
    from engine.solver import Stop

    _Find: TypeAlias = Callable[[Position, Stop], int | None]

_MOST_KEPT = 1 << 16  # scores from the book, about 6 MB
_LEAST = -99
_POLLS_FOR_LINES = 128
"""How often searches ask whether to stop before the lines of all moves are left as they are.

About a tenth of a second's work: lines are worth no more of the time, as the values are known. Not tuned.
"""


class Fours(Solver):
    """Says what the moves of a game are worth in which four in a row win.

    The board has so many lanes of that length. A position of the game is two bitboards, that of the player to
    move above that of the opponent, cell by cell and lane by lane; with gravity, each lane has its guard.
    """

    nodes_between_polls = NODES_BETWEEN_POLLS

    def __init__(
        self, game: Game, lanes: int, length: int, *, gravity: bool, book: str | None = None
    ) -> None:
        self._game = game
        self._search = Search(lanes, length, gravity=gravity)
        self._cells = lanes * length
        self._size = lanes * (length + 1) if gravity else self._cells
        self._stones = (1 << self._size) - 1
        self._lanes = [((1 << length) - 1 << lane * length, lane) for lane in range(lanes)]
        self._is_guarded = gravity
        self._book_name = book
        self._kept: dict[Position, int] = {}

    def moves(self, position: Position, stop: Stop = None, depth: int | None = None) -> list[AnalysedMove]:
        """Return every legal action of a running position with its worth.

        With a `depth` only wins and losses within so many plies are looked for, and not in the book. Even
        after a stop a win at once and a loss to the next move are seen. A line goes on as far as is soon
        proven: a book knows the worth of a move without the replies that prove it.
        """
        children = self._game.successors(position)
        if depth is None:
            least = -self._score_by_book(position) if self._ply(position) == self._book.plies else _LEAST
            find: _Find = partial(self._score, least=least)
        else:
            find = partial(self._score_within, depth=depth - 1)
        scores: dict[Action, int] = {}
        for action, child in children.items():
            with suppress(StoppedError):
                score = find(child, stop)
                if score is not None:
                    scores[action] = score
        patience = within(_POLLS_FOR_LINES if depth is None else 0, stop)  # for the best moves first
        exact = [
            self._proven(action, children[action], scores[action], patience)
            for action in sorted(scores, key=scores.__getitem__)
        ]
        return exact + [
            AnalysedMove(action, -self._game.evaluate(child), 1, exact=False, line=(action,))
            for action, child in children.items()
            if action not in scores
        ]

    @cached_property
    def _book(self) -> Book:
        return Book.named(self._book_name) if self._book_name else Book()

    def _proven(self, action: Action, child: Position, score: int, patience: Stop) -> AnalysedMove:
        """Return the worth of an action that leads to a position of this score."""
        value, plies = self._decoded(score, child)
        line = (action, *self._find_line(child, score, patience))
        return AnalysedMove(action, -value, plies + 1, exact=True, line=line)

    def _score_at_once(self, position: Position) -> int | None:
        """Return the score of a position that has ended, or will with the next move."""
        mine, theirs = self._split(position)
        empties = self._empties(position)
        if has_four(theirs, self._search.stride):
            return -(empties + 2 >> 1)
        if not empties:
            return 0
        return empties + 1 >> 1 if self._search.wins_at_once(mine, theirs) else None

    def _score(self, position: Position, stop: Stop, least: int = _LEAST) -> int:
        """Return the score of a position, known to be no less; StoppedError if `stop()` is true first."""
        score = self._score_at_once(position)
        if score is not None:
            return score
        if self._is_before_search(position):
            return self._score_by_book(position)
        return self._search.score(*self._split(position), low=least, stop=stop)

    def _score_by_book(self, position: Position) -> int:
        """Return the score of a position that the book has, or of whose successors it has them."""
        score = self._score_at_once(position) or self._kept.get(position)
        if score is None:
            key = min(self._search.key(*self._split(image)) for image in self._game.symmetries(position))
            score = self._book.score(key)
            if score is None:
                score = max(-self._score_by_book(child) for child in self._game.successors(position).values())
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[position] = score
        return score

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
                action = self._best(position, children, score, stop)
                line.append(action)
                position, score = children[action], -score
        return line

    def _best(self, position: Position, children: dict[Action, Position], score: int, stop: Stop) -> Action:
        """Return an action that keeps the score of the position; StoppedError if it is not found in time."""
        if self._ply(position) >= self._book.plies:  # its proof may be forgotten, or may be in the book alone
            self._search.score(*self._split(position), low=score - 1, high=score, stop=stop)
        for action, child in children.items():
            if self._is_known_at_most(child, -score):
                return action
        polls = 1
        while True:  # it may be hard to prove which of the others it is not, so all get the same growing time
            for action, child in children.items():
                with suppress(StoppedError):
                    if self._is_at_most(child, -score, within(polls, stop)):
                        return action
            if stop is not None and stop():
                raise StoppedError
            polls *= 4

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
