"""The solver of Reversi: how many discs ahead every move leads, by search to the end if there is time."""

from functools import cached_property
from math import copysign
from typing import Final

from engine.base import Position
from engine.discs.outlook import DECIDED, TENTHS, Outlook
from engine.discs.search import Search
from engine.machine import as_word
from engine.margins import Margins, for_mover
from engine.rules.reversi import Reversi
from engine.solver import AnalysedMove, Stop

_LAST: Final = 18
"""From how many empty cells on the end is proven: compiled, that takes seconds at most."""

_PROOFS: Final = 4
"""How many polls proofs get then for each of estimates."""

_SOON: Final = 12
"""From how many empty cells on the end is proven within a second in plain Python too."""

_FIRST_POLLS: Final = 2_000
"""How many polls estimates get before the first proof where that takes longer.

In plain Python they take half a second and more, and look six moves ahead in most positions, as `depth-6`.
"""


class Discs(Margins, of=Reversi):
    """Says how many discs ahead every move leads, as far as there is time."""

    nodes_between_polls = 1 << 7
    """About, with all near the end that are not kept."""

    positions = 400_000
    """With fewer it would not always look six moves ahead, as `depth-6` does."""

    step = 1
    sometime = 99
    _game: Reversi

    def __init__(self, game: Reversi) -> None:
        super().__init__(game)
        self.most = game.cells_number + 1

    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action with its value; all exact where the `depth` leads to the end."""
        if depth is None or depth >= self._count_empty(position):
            return super().moves(position, stop, has_lines=has_lines)
        self.clear()
        found = self.estimated(position, self._unseen(position), stop, depth)
        return [self._judged(position, move, *self._proven(move)) for move in found]

    def clear(self) -> None:
        """Drop the results of earlier searches."""
        super().clear()
        self._search.clear()
        self._outlook.clear()

    def first_polls(self, position: Position) -> int:
        """Return how many polls the first estimates get: more where no proof is near."""
        return super().first_polls(position) if self._count_empty(position) <= _SOON else _FIRST_POLLS

    def proofs(self, position: Position) -> int:
        """Return how many polls proofs get for each poll of estimates: none far from the end."""
        return _PROOFS if self._count_empty(position) <= _LAST else 0

    def look(self, position: Position, known: AnalysedMove, ahead: int, stop: Stop) -> AnalysedMove:
        """Return the estimate of an action by a look so many moves further."""
        after, line = self._game.successors(position)[known.action], [known.action]
        sign = 1 if self._game.keeps_turn(position, after) else -1
        guess = sign * round(TENTHS * self._game.count(known.value))
        worth = sign * self._outlook.worth(*self._words(after), ahead, guess, stop)
        while len(line) <= ahead and (cell := self._outlook.best(*self._words(after))) >= 0:
            line.append(cell)
            after = self._game.successors(after)[cell]
        children = self._game.successors(after)
        if children and len(line) == ahead:  # the last one is not kept
            line.append(max(children, key=lambda cell: self._static_value(after, children[cell])))
        if abs(worth) >= DECIDED:
            return known._replace(value=copysign(1, worth), distance=ahead + 1, line=tuple(line), proven=True)
        value = self._game.estimate(worth / TENTHS)
        return known._replace(value=value, distance=ahead + 1, line=tuple(line), margin=round(worth / TENTHS))

    def known(self, position: Position, child: Position) -> tuple[int, int]:
        """Return the bounds of the final margin of an action that take no search."""
        if self._game.has_ended(child):
            margin = self._game.margin(child)
            found = margin, margin
        else:
            found = self._search.bounds(*self._words(child))
        return for_mover(found, 0, is_kept=self._game.keeps_turn(position, child))

    def asked(self, position: Position, child: Position, goal: int, stop: Stop) -> tuple[int, int]:
        """Return bounds by whether an action reaches a goal."""
        is_kept = self._game.keeps_turn(position, child)
        found = self._search.asked(*self._words(child), goal if is_kept else 1 - goal, stop)
        return for_mover(found, 0, is_kept=is_kept)

    def _count_empty(self, position: Position) -> int:
        """Return how many cells are empty."""
        return self._game.empty(*self._game.sides(position)).bit_count()

    def _words(self, position: Position) -> tuple[int, int]:
        """Return both sides as the search takes them."""
        mine, theirs = self._game.sides(position)
        return as_word(mine), as_word(theirs)

    @cached_property
    def _search(self) -> Search:
        return Search(self._game.size)

    @cached_property
    def _outlook(self) -> Outlook:
        corners = [as_word(cells) for corner in self._game.by_corners for cells in corner]
        return Outlook(self._game.size, corners)
