"""The solver of Kalah: tables, proofs by search, and estimates where neither suffices.

The margin of a position is how many more seeds than the opponent the player to move has in the end, when
both play for most; its sign is the value. Who wins is proven before by how much.
"""

from functools import cache, cached_property
from typing import Final

from engine.books import Book, table
from engine.game import Position
from engine.games.kalah import Kalah
from engine.machine import IS_COMPILED
from engine.margins import Margins, for_mover
from engine.seeds.board import HOUSES, MOST
from engine.seeds.endgames import Endgames, Numbers
from engine.seeds.search import Search
from engine.solver import Stop

ENDGAMES: Final = "kalah-endgames"
BOOK: Final = "kalah"


class Seeds(Margins):
    """The values of moves in a game of Kalah with so many houses a row."""

    nodes_between_polls = 1 << 10
    """How many positions estimates visit; proofs take about as long for their own number."""

    step = 2
    """Margins are even, as all seeds are."""

    most = MOST + 1
    """More than any margin, and even."""

    sometime = 13 * MOST
    """More plies than a game has: each brings some seed nearer to a store, and none is more than 13 away."""

    estimates = nodes_between_polls // 2

    def __init__(self, game: Kalah, houses: int) -> None:
        super().__init__(game)
        self._kalah = game
        self._houses = houses

    def count(self, value: float) -> float:
        """Return how many seeds ahead somebody is of whom this is the estimate."""
        return self._kalah.seeds(value)

    def forget(self) -> None:
        """Forget what was searched before."""
        self._search.forget()

    def proofs(self, position: Position) -> int:  # noqa: ARG002 - the same for all
        """Return how many polls proofs get for each poll of estimates, which are never compiled."""
        return 2 if IS_COMPILED else 1

    def known(self, position: Position, child: Position) -> tuple[int, int]:
        """Return the bounds of the final margin of an action that take no search."""
        rows = self._kalah.rows(child)
        score = self._book.score(key(*rows))
        found = self._search.bounds(*rows) if score is None else (score, score)
        return for_mover(found, self._kalah.lead(child), is_kept=self._kalah.keeps_turn(position, child))

    def asked(self, position: Position, child: Position, goal: int, stop: Stop) -> tuple[int, int]:
        """Return bounds by whether an action reaches a goal."""
        is_kept, lead = self._kalah.keeps_turn(position, child), self._kalah.lead(child)
        rows = self._kalah.rows(child)
        asked = (goal if is_kept else 2 - goal) - lead
        found = self._search.narrowed(*rows, *self._search.bounds(*rows), asked, stop)
        return for_mover(found, lead, is_kept=is_kept)

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
