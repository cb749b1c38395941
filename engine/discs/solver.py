"""The solver of Reversi: how many discs ahead every move leads, by search to the end of the game."""

from functools import cache
from typing import Final

from engine.discs.search import Search
from engine.game import Position
from engine.games.reversi import Reversi
from engine.machine import as_word
from engine.margins import Margins, for_mover
from engine.solver import AnalysedMove, Stop

_LAST: Final = 18
"""From how many empty cells on proofs are polled more: compiled, they end within seconds then."""

_PROOFS: Final = 4
"""How many polls they get then for each of estimates.

Of 1, 4, 8 and 32, tried with 0.9 s at 14, 16 and 18 empty cells. With more, plain Python proves a little more
and estimates worse. With 1 a whole compiled analysis takes twice as long, as its proofs are thirty times as
fast, and its estimates as slow as ever.
"""


class Discs(Margins):
    """Says how many discs ahead every move leads, as far as there is time."""

    nodes_between_polls = 1 << 7
    """About, with all near the end that are not kept."""

    step = 1
    sometime = 99

    def __init__(self, game: Reversi) -> None:
        super().__init__(game)
        self._reversi = game
        self.most = game.cells_number + 1
        self._search = _make_disc_search(game.size)

    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action with its value; all exact where the `depth` leads to the end."""
        is_whole = depth is None or depth >= self._count_empty(position)
        return super().moves(position, stop, None if is_whole else depth, has_lines=has_lines)

    def count(self, value: float) -> float:
        """Return how many discs ahead somebody is of whom this is the estimate."""
        return self._reversi.count(value)

    def forget(self) -> None:
        """Forget what was searched before."""
        self._search.forget()

    def proofs(self, position: Position) -> int:
        """Return how many polls proofs get for each poll of estimates: more near the end."""
        return _PROOFS if self._count_empty(position) <= _LAST else 1

    def known(self, position: Position, child: Position) -> tuple[int, int]:
        """Return the bounds of the final margin of an action that take no search."""
        if self._reversi.has_ended(child):
            margin = self._reversi.margin(child)
            found = margin, margin
        else:
            found = self._search.bounds(*self._words(child))
        return for_mover(found, 0, is_kept=self._reversi.keeps_turn(position, child))

    def asked(self, position: Position, child: Position, goal: int, stop: Stop) -> tuple[int, int]:
        """Return bounds by whether an action reaches a goal."""
        is_kept = self._reversi.keeps_turn(position, child)
        found = self._search.asked(*self._words(child), goal if is_kept else 1 - goal, stop)
        return for_mover(found, 0, is_kept=is_kept)

    def _count_empty(self, position: Position) -> int:
        """Return how many cells are empty."""
        return self._reversi.empty(*self._reversi.sides(position)).bit_count()

    def _words(self, position: Position) -> tuple[int, int]:
        """Return both sides as the search takes them."""
        mine, theirs = self._reversi.sides(position)
        return as_word(mine), as_word(theirs)


@cache
def _make_disc_search(size: int) -> Search:
    """Return the search that all solvers share: it has a large table, and forgets between questions."""
    return Search(size)
