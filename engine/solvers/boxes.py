"""The solver of dots and boxes: how many more boxes a player gets, from a book and by search.

The net of a set of lines is how many more boxes than the opponent the player to move still gets when both
play for most. It depends on the lines alone, so the search leaves out who owns the boxes. The book has the
nets of all sets of a few lines, those that take long to search; see `engine/books/README.md`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Final

from engine.base import Action, Position
from engine.books import Book
from engine.rules.dots_and_boxes import DotsAndBoxes, Lines
from engine.solver import AnalysedMove, Solver, Stop, StoppedError

_GLIMPSE: Final = 2
"""How many lines ahead is looked in any case."""

_MOST_KEPT: Final = 1 << 20
"""How many nets are kept at most, at some 100 bytes each."""


class Boxes(Solver, of=DotsAndBoxes):
    """Says how many boxes ahead every line leads."""

    nodes_between_polls = 1 << 8
    keeps_results = True

    _game: DotsAndBoxes

    def __init__(self, game: DotsAndBoxes) -> None:
        super().__init__(game)
        self._full = (1 << game.lines) - 1
        self._nets: dict[Lines, int] = {self._full: 0}
        self._glimpses: dict[tuple[Lines, int], int] = {}
        self._nodes = 0

    def moves(
        self,
        position: Position,
        stop: Stop = None,
        depth: int | None = None,
        *,
        has_lines: bool = True,  # noqa: ARG002 - they cost little
    ) -> list[AnalysedMove]:
        """Return every line with the margin it leads to; with a `depth`, what so many lines bring."""
        if stop is not None:  # what was searched before may not decide how far this search comes
            self._nets, self._nodes = {self._full: 0}, 0
        drawn, lead = self._game.drawn(position), self._game.lead(position)
        lines, left = self._game.open_lines(drawn), self._game.lines - drawn.bit_count()
        if depth is not None and depth < left:
            return [self._glimpsed(drawn, line, lead, depth) for line in lines]
        worths: dict[Action, int] = {}
        with suppress(StoppedError):
            for line in lines:
                worths[line] = self._find_margin(drawn, line, stop)
        return [
            self._make_exact_move(drawn, line, lead + worths[line], stop)
            if line in worths
            else self._glimpsed(drawn, line, lead, _GLIMPSE)
            for line in lines
        ]

    def net(self, drawn: Lines, stop: Stop = None) -> int:
        """Return the net of the lines; StoppedError if `stop()` is true first."""
        if len(self._nets) > _MOST_KEPT:
            self._nets = {self._full: 0}
        known = self._nets.get(drawn)
        if known is None and drawn.bit_count() <= self._book.plies:
            known = self._nets[drawn] = self._book.score(self.key(drawn)) or 0
        return self._search_net(drawn, stop) if known is None else known

    def key(self, drawn: Lines) -> int:
        """Return the one of all images of the lines that stands for them."""
        return min(self._game.symmetries(drawn))

    def _make_exact_move(self, drawn: Lines, line: Action, margin: int, stop: Stop) -> AnalysedMove:
        value, left = (margin > 0) - (margin < 0), self._game.lines - drawn.bit_count()
        best = (line, *self._best_line(drawn | 1 << line, stop))
        return AnalysedMove(line, value, left, exact=True, line=best, margin=margin)

    def _find_margin(self, drawn: Lines, line: Action, stop: Stop) -> int:
        """Return how many more boxes than the opponent a line brings, with all that follows."""
        gained, net = self._game.completed(drawn, line), self.net(drawn | 1 << line, stop)
        return gained + net if gained else -net

    def _best_line(self, drawn: Lines, stop: Stop) -> list[Action]:
        """Return the lines of best play as far as there is time; of equals the first that completes a box."""
        found: list[Action] = []
        with suppress(StoppedError):
            while lines := self._game.open_lines(drawn):
                net = self.net(drawn, stop)
                best = [line for line in lines if self._find_margin(drawn, line, stop) == net]
                found.append(max(best, key=lambda each: self._game.completed(drawn, each)))
                drawn |= 1 << found[-1]
        return found

    def _search_net(self, drawn: Lines, stop: Stop) -> int:
        """Return the net, and keep those of all sets of lines on the way.

        A box that can be had without giving its neighbour a third side is taken first: whatever else is
        drawn instead can be drawn after it as well, and then the opponent cannot have it.
        """
        nets, beside, full = self._nets, self._game.beside, self._full

        def search(drawn: Lines) -> int:
            self._nodes += 1
            if stop is not None and self._nodes % self.nodes_between_polls == 0 and stop():
                raise StoppedError
            best, rest = -len(self._game.sides), ~drawn & full
            while rest:
                bit = rest & -rest
                rest ^= bit
                gained, is_free = 0, True
                for _, others in beside[bit.bit_length() - 1]:
                    missing = others & ~drawn
                    if not missing:
                        gained += 1
                    elif not missing & missing - 1:
                        is_free = False
                after = drawn | bit
                net = nets.get(after)
                if net is None:
                    net = search(after)
                worth = gained + net if gained else -net
                if worth > best or (gained and is_free):
                    best = worth
                    if gained and is_free:
                        break
            nets[drawn] = best
            return best

        return search(drawn)

    def _glimpsed(self, drawn: Lines, line: Action, lead: int, depth: int) -> AnalysedMove:
        """Return what a line brings within so many lines."""
        gained, net = self._game.completed(drawn, line), self._glimpse(drawn | 1 << line, depth - 1)
        margin = lead + (gained + net if gained else -net)
        value = self._game.estimate(margin)
        return AnalysedMove(line, value, depth, exact=False, line=(line,), margin=margin)

    def _glimpse(self, drawn: Lines, depth: int) -> int:
        """Return how many more boxes the player to move gets within so many lines."""
        if not depth or drawn == self._full:
            return 0
        known = self._glimpses.get((drawn, depth))
        if known is None:
            known = self._glimpses[drawn, depth] = max(
                gained + net if gained else -net
                for line in self._promising(drawn)
                for gained in (self._game.completed(drawn, line),)
                for net in (self._glimpse(drawn | 1 << line, depth - 1),)
            )
        return known

    def _promising(self, drawn: Lines) -> list[Action]:
        """Return the lines that a glimpse looks at: of those that change nothing only the first."""
        open_lines, game = self._game.open_lines(drawn), self._game
        quiet = [
            line for line in open_lines if not game.completed(drawn, line) and not game.is_third(drawn, line)
        ]
        return [line for line in open_lines if line not in quiet[1:]]

    @cached_property
    def _book(self) -> Book:
        return Book.named(self._game.slug) if self._game.slug == "dots-and-boxes" else Book()
