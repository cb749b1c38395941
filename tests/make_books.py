"""Make a book of the engine: `python -m tests.make_books four-in-a-row-5x5`, or `connect-four`.

The scores at the last ply of Connect Four are asked of bitbully, which has to be installed. Everything else
is our work; engine/books/README.md says more. It goes much faster where the search is compiled.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import engine
from engine import books
from engine.solvers import new_solver
from engine.solvers.fours import Fours
from tests.pack_books import pack_book

KEPT = {"connect-four": (*range(9), 12), "four-in-a-row-5x5": tuple(range(7))}
"""The plies of each book; those between are worked out from the last one, as they would double the file."""


class Maker:
    """Makes the book of one game."""

    def __init__(self, slug: str) -> None:
        self.game, self.kept = engine.game(slug), KEPT[slug]
        solver = new_solver(self.game)
        assert isinstance(solver, Fours)
        self.search, self.split, self.cells = solver._search, solver._split, solver._cells

    def make(self) -> bytes:
        """Return the file: all positions forwards, their scores backwards."""
        plies, last = [{self.game.start}], self.kept[-1]
        for _ in range(last):
            plies.append({self.least(child) for position in plies[-1] for child in self.children(position)})
            print(len(plies) - 1, len(plies[-1]), flush=True)
        ask = asking_bitbully(self) if self.game.slug == "connect-four" else self.found
        scores = {position: ask(position) for position in sorted(plies[last])}
        book: dict[int, int] = {}
        for ply in reversed(range(last + 1)):
            if ply < last:
                scores = {position: self.backed_up(position, scores) for position in plies[ply]}
            if ply in self.kept:
                book |= {self.key(p): scores[p] for p in plies[ply] if not self.is_won(p)}
            print(ply, len(book), flush=True)
        return pack_book(book, last)

    def children(self, position: int) -> list[int]:
        """Return the successors that have not ended."""
        successors = self.game.successors
        return [child for child in successors(position).values() if successors(child)]

    def found(self, position: int) -> int:
        """Return the score that our own search finds."""
        return self.search.score(*self.split(position))

    def backed_up(self, position: int, scores: dict[int, int]) -> int:
        """Return the score of a position from those at the next ply."""
        if self.is_won(position):
            return (self.cells - position.bit_count() + 1) // 2
        return max(-scores[self.least(child)] for child in self.children(position))

    def is_won(self, position: int) -> bool:
        """Whether the player to move completes four at once; a book leaves such positions out."""
        return self.search.wins_at_once(*self.split(position))

    def least(self, position: int) -> int:
        """Return the one image of the position that stands for all."""
        return min(self.game.symmetries(position))

    def key(self, position: int) -> int:
        """Return the least key of the position's images."""
        return min(self.search.key(*self.split(image)) for image in self.game.symmetries(position))


def asking_bitbully(maker: Maker) -> Callable[[int], int]:
    """Return a function that asks bitbully for the score of a position of Connect Four."""
    from bitbully import bitbully_core  # type: ignore[import-not-found]  # noqa: PLC0415 - seldom installed
    from bitbully_databases import BitBullyDatabases  # type: ignore[import-not-found]  # noqa: PLC0415 - the same

    core = bitbully_core.BitBullyCore(Path(BitBullyDatabases.get_database_path("12-ply-dist")))
    columns, rows, column = 7, 6, 0b111_1111

    def bits(stones: int) -> int:
        """Return a bitboard with bitbully's nine bits to a column, where ours has seven."""
        return sum((stones >> number * (rows + 1) & column) << number * 9 for number in range(columns))

    def ask(position: int) -> int:
        mine, theirs = maker.split(position)
        board = bitbully_core.BoardCore()
        board.setRawState(bits(mine | theirs), bits(mine), columns * rows - position.bit_count())
        return int(core.mtdf(board, 0))

    return ask


def main(slug: str) -> None:
    """Write the book into the package."""
    Path(books.__file__).with_name(f"{slug}.xz").write_bytes(Maker(slug).make())


if __name__ == "__main__":
    main(sys.argv[1])
