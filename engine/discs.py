"""The solver of Reversi: how many discs ahead every move leads, by search to the end of the game.

A search asks whether the player to move reaches a goal, by alpha-beta with a window of nothing, and keeps
what it finds as bounds of the margin, so that the next goal is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.margins import Margins, for_mover
from engine.solver import StoppedError

if TYPE_CHECKING:
    from engine.game import Action, Position
    from engine.games.reversi import Cells, Reversi
    from engine.solver import AnalysedMove, Stop

_LEAST_KEPT: Final = 5
"""The fewest empty cells of positions that are kept."""

_LEAST_ORDERED: Final = 6
"""The fewest empty cells where moves are ordered by how many replies they leave."""

_MOST_KEPT: Final = 1 << 19
"""How many bounds are kept at most, at some 200 bytes each."""

_KEPT_BETWEEN_POLLS: Final = 16
_CORNER: Final = 4
"""How many replies a corner is worth in the order of moves."""


class Discs(Margins):
    """Says how many discs ahead every move leads, as far as there is time."""

    nodes_between_polls = 1 << 7
    """About, with all near the end that are not kept."""

    step = 1
    sometime = 99
    estimates = 1

    def __init__(self, game: Reversi) -> None:
        super().__init__(game)
        self._reversi = game
        self.most = game.cells_number + 1
        self._endings = Endings(game)

    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action with its value; all exact where the `depth` leads to the end."""
        left = self._reversi.empty(*self._reversi.sides(position)).bit_count()
        is_whole = depth is None or depth >= left
        return super().moves(position, stop, None if is_whole else depth, has_lines=has_lines)

    def count(self, value: float) -> float:
        """Return how many discs ahead somebody is of whom this is the estimate."""
        return self._reversi.count(value)

    def forget(self) -> None:
        """Forget what was searched before."""
        self._endings.bounds.clear()

    def known(self, position: Position, child: Position) -> tuple[int, int]:
        """Return the bounds of the final margin of an action that take no search."""
        mine, theirs = self._reversi.sides(child)
        if self._reversi.has_ended(child):
            margin = self._reversi.margin(child)
            found = margin, margin
        else:
            found = self._endings.bounds.get((mine, theirs), (-self.most, self.most))
        return for_mover(found, 0, is_kept=self._reversi.keeps_turn(position, child))

    def asked(self, position: Position, child: Position, goal: int, stop: Stop) -> tuple[int, int]:
        """Return bounds by whether an action reaches a goal."""
        is_kept = self._reversi.keeps_turn(position, child)
        found = self._endings.ask(*self._reversi.sides(child), goal if is_kept else 1 - goal, stop)
        return for_mover(found, 0, is_kept=is_kept)


class Endings:
    """Bounds of the margins of positions, each by the discs of the player to move and of the opponent."""

    def __init__(self, game: Reversi) -> None:
        self.bounds: dict[tuple[Cells, Cells], tuple[int, int]] = {}
        self._game, self._most = game, game.cells_number + 1
        self._turned, self._legal = game.turned, game.legal
        self._near = [sum(near for ray in rays for near, _ in ray) for rays in game.rays]
        self._order = sorted(range(game.cells_number), key=self._rank)
        self._stop: Stop = None
        self._nodes = 0

    def ask(self, mine: Cells, theirs: Cells, goal: int, stop: Stop) -> tuple[int, int]:
        """Return bounds of the margin by whether it reaches a goal, StoppedError if `stop()` is true."""
        if len(self.bounds) > _MOST_KEPT:
            self.bounds.clear()
        self._stop = stop
        empty = self._game.empty(mine, theirs)
        cells = [cell for cell in self._order if empty >> cell & 1]
        found = self._search(mine, theirs, cells, goal)
        low, high = (found, self._most) if found >= goal else (-self._most, found)
        return low, high

    def _rank(self, cell: Action) -> tuple[int, int]:
        """Return where a cell stands in the order of moves: corners first, and beside them last."""
        size = self._game.size
        row, column = (min(place, size - 1 - place) for place in divmod(cell, size))
        kind = 0 if row == column == 0 else 4 if row == column == 1 else 3 if row + column == 1 else 1
        return kind, cell

    def _search(self, mine: Cells, theirs: Cells, cells: list[Action], goal: int) -> int:
        """Return a bound of the margin on the side of the goal where it is: a lower one if it reaches it."""
        left = len(cells)
        if left == 1:
            return self._last(mine, theirs, cells[0])
        if left < _LEAST_KEPT:
            return self._try(mine, theirs, cells, goal)
        self._nodes += 1
        if self._nodes % _KEPT_BETWEEN_POLLS == 0 and self._stop is not None and self._stop():
            raise StoppedError
        key = mine, theirs
        low, high = self.bounds.get(key, (-self._most, self._most))
        if low >= goal:
            return low
        if high < goal:
            return high
        found = self._try(mine, theirs, cells, goal)
        self.bounds[key] = (max(low, found), high) if found >= goal else (low, min(high, found))
        return found

    def _try(self, mine: Cells, theirs: Cells, cells: list[Action], goal: int) -> int:
        """Return such a bound from those of the positions after each move."""
        best, near, turned_by = -self._most, self._near, self._turned
        moves = [
            (cell, mine | turned | 1 << cell, theirs ^ turned)
            for cell in cells
            if near[cell] & theirs and (turned := turned_by(cell, mine, theirs))
        ]
        if not moves:
            return self._pass(mine, theirs, cells, goal)
        if len(cells) >= _LEAST_ORDERED:
            moves.sort(key=self._replies)
        for cell, after, others in moves:
            rest = [each for each in cells if each != cell]
            found = -self._search(others, after, rest, 1 - goal)
            if found > best:
                best = found
                if best >= goal:
                    break
        return best

    def _pass(self, mine: Cells, theirs: Cells, cells: list[Action], goal: int) -> int:
        """Return such a bound for a player who has no move."""
        if self._legal(theirs, mine):
            return -self._search(theirs, mine, cells, 1 - goal)
        return mine.bit_count() - theirs.bit_count()

    def _replies(self, move: tuple[Action, Cells, Cells]) -> int:
        """Return how many replies a move leaves, fewer for a corner."""
        cell, after, others = move
        return self._legal(others, after).bit_count() - _CORNER * (self._game.corners >> cell & 1)

    def _last(self, mine: Cells, theirs: Cells, cell: Action) -> int:
        """Return the margin where one cell is left."""
        margin = mine.bit_count() - theirs.bit_count()
        if turned := self._turned(cell, mine, theirs):
            return margin + 2 * turned.bit_count() + 1
        if turned := self._turned(cell, theirs, mine):
            return margin - 2 * turned.bit_count() - 1
        return margin
