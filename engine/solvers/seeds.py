"""The solver of Kalah: tables, proofs by search, and estimates by another where neither suffices.

The margin of a position is how many more seeds than the opponent the player to move has in the end, when
both play for most; its sign is the value. Who wins is proven before by how much.
"""

from functools import cache, cached_property
from typing import Final

from engine.base import Position
from engine.books import Book, table
from engine.margins import Margins, for_mover
from engine.rows import HOUSES
from engine.rules.kalah import Kalah
from engine.seeds.board import MOST, NODES_BETWEEN_POLLS, SEED
from engine.seeds.endgames import Endgames, Numbers
from engine.seeds.outlook import Outlook
from engine.seeds.search import Search
from engine.solver import AnalysedMove, Stop

ENDGAMES: Final = "kalah-endgames"
BOOK: Final = "kalah"

_PROOFS: Final = 12
"""How many polls proofs get for each of estimates.

As both get four times as many in turn, estimates have 7 % of a second where this is compiled, and a quarter
where it is not. With four they had a half of it, and what could be proven in that time was not.
"""


class Seeds(Margins, of=Kalah):
    """The values of moves in a game of Kalah with so many houses a row."""

    nodes_between_polls = NODES_BETWEEN_POLLS

    step = 2
    """Margins are even, as all seeds are."""

    most = MOST + 1
    """More than any margin, and even."""

    sometime = 13 * MOST
    """More plies than a game has: each brings some seed nearer to a store, and none is more than 13 away."""

    _game: Kalah

    def __init__(self, game: Kalah) -> None:
        super().__init__(game)
        self._houses = game.houses_in_row

    def clear(self) -> None:
        """Drop the results of earlier searches."""
        super().clear()
        self._search.clear()
        self._outlook.clear()

    def proofs(self, position: Position) -> int:  # noqa: ARG002 - the same for all
        """Return how many polls proofs get for each poll of estimates."""
        return _PROOFS

    def look(self, position: Position, known: AnalysedMove, ahead: int, stop: Stop) -> AnalysedMove:
        """Return the estimate of an action by a look so many moves further."""
        kalah, line = self._game, [known.action]
        after = kalah.successors(position)[known.action]
        lead = SEED * kalah.lead(after) + self._outlook.worth(*kalah.rows(after), ahead, stop)
        lead = lead if kalah.keeps_turn(position, after) else -lead
        while len(line) < ahead and (house := self._outlook.best(*kalah.rows(after))) >= 0:
            line.append(house)
            after = kalah.successors(after)[house]
        value = kalah.expected(lead)
        return AnalysedMove(
            known.action, value, len(line), exact=False, line=tuple(line), margin=round(lead / SEED)
        )

    def known(self, position: Position, child: Position) -> tuple[int, int]:
        """Return the bounds of the final margin of an action that take no search.

        No action leads to more than the position itself is worth.
        """
        kalah, most = self._game, self._score_by_book(position)
        rows, score = kalah.rows(child), self._score_by_book(child)
        found = self._search.bounds(*rows) if score is None else (score, score)
        low, high = for_mover(found, kalah.lead(child), is_kept=kalah.keeps_turn(position, child))
        return low, high if most is None else min(high, most + kalah.lead(position))

    def asked(self, position: Position, child: Position, goal: int, stop: Stop) -> tuple[int, int]:
        """Return bounds by whether an action reaches a goal."""
        is_kept, lead = self._game.keeps_turn(position, child), self._game.lead(child)
        rows = self._game.rows(child)
        asked = (goal if is_kept else 2 - goal) - lead
        found = self._search.narrowed(*rows, *self._search.bounds(*rows), asked, stop)
        return for_mover(found, lead, is_kept=is_kept)

    def _score_by_book(self, position: Position) -> int | None:
        """Return the margin of the rows alone, if the book has it."""
        return self._book.score(key(*self._game.rows(position)))

    @cached_property
    def _search(self) -> Search:
        return Search(self._houses, self._endgames)

    @cached_property
    def _outlook(self) -> Outlook:
        return Outlook(self._houses, self._endgames)

    @cached_property
    def _endgames(self) -> Endgames:
        return endgames() if self._houses == HOUSES else Endgames()

    @cached_property
    def _book(self) -> Book:
        return Book.named(BOOK) if self._houses == HOUSES else Book()


@cache
def endgames() -> Endgames:
    """Return the table of endgames of boards with six houses a row, loaded once."""
    packed = table(ENDGAMES)
    return Endgames(Numbers(HOUSES, packed[0]), packed[1:])


def key(mine: int, theirs: int) -> int:
    """Return an int of 60 bits for a board with no more than 31 seeds in a house; -1 for all others."""
    seeds = [row >> 6 * house & 63 for row in (mine, theirs) for house in range(HOUSES)]
    return -1 if max(seeds) >> 5 else sum(each << 5 * house for house, each in enumerate(seeds))
