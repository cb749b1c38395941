"""Make what Kalah is solved with: `python -m tests.make_kalah endgames`, then `... book 7 FILE`.

The table of endgames takes some minutes. The book has the margins of all boards of the opening up to that
ply. Each of the last ply takes a second or more, compiled, and is noted in the file at once: with the same
file the command goes on where it was left, and `... pack 7 FILE` makes a book of what is noted so far.
"""

import lzma
import sys
from array import array
from functools import cached_property
from pathlib import Path

import engine
from engine import books
from engine.rows import HOUSES, seeds_in
from engine.rules.kalah import Kalah
from engine.seeds.board import Sowings
from engine.seeds.endgames import Numbers
from engine.seeds.search import Search
from engine.solvers.seeds import BOOK, ENDGAMES, endgames, key
from tests.pack_books import pack_book

SEEDS = 14
"""With one more the file has almost twice as many bytes, and a quarter fewer boards are visited."""

PLACE = 24
"""The size of the table for the book: 256 MB, as positions of the opening share much."""

FOLDER = Path(books.__file__).parent

UNKNOWN = -1


class TableMaker:
    """Computes the margins of all boards of few seeds, each from those after its moves."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._sowings = Sowings(numbers.houses)
        self._halves = array("b", [UNKNOWN]) * numbers.boards

    def make(self) -> bytes:
        """Return the table that `Endgames` reads; a board with an empty row gets the margin 0."""
        self._fill_houses(0, 0, 0, self.numbers.seeds)
        packed = bytearray()
        number = 0
        while number < self.numbers.boards:
            low = self._half(number)
            high = self._half(number + 1)
            packed.append(low | high << 4)
            number += 2
        return bytes(packed)

    def _half(self, number: int) -> int:
        if number >= self.numbers.boards or self._halves[number] == UNKNOWN:
            return 0
        return self._halves[number]

    def _fill_houses(self, mine: int, theirs: int, house: int, left: int) -> None:
        """Fill the houses from this one on with the remaining seeds and compute these boards."""
        if house == 2 * self.numbers.houses:
            if mine and theirs:
                self.margin(mine, theirs, self.numbers.seeds - left)
            return
        seeds = 0
        while seeds <= left:
            if house < self.numbers.houses:
                self._fill_houses(mine | seeds << 6 * house, theirs, house + 1, left - seeds)
            else:
                up = 6 * (house - self.numbers.houses)
                self._fill_houses(mine, theirs | seeds << up, house + 1, left - seeds)
            seeds += 1

    def margin(self, mine: int, theirs: int, seeds: int) -> int:
        """Return the margin of a board with so many seeds, none of its rows empty."""
        number = self.numbers.board(mine, theirs)
        half = self._halves[number]
        if half != UNKNOWN:
            return (half << 1) - seeds
        best = -seeds
        house = 0
        while house < self.numbers.houses:
            if mine >> 6 * house & 63:
                worth = self._margin_after_sowing(mine, theirs, seeds, house)
                best = max(best, worth)
            house += 1
        self._halves[number] = best + seeds >> 1
        return best

    def _margin_after_sowing(self, mine: int, theirs: int, seeds: int, house: int) -> int:
        """Return the margin after sowing a house."""
        sowings = self._sowings
        place = house << 6 | mine >> 6 * house & 63
        mine += sowings.mine[place]
        packed = sowings.theirs[place]
        theirs += packed & (1 << 6 * HOUSES) - 1
        gain = packed >> 6 * HOUSES & 63
        last = packed >> 6 * HOUSES + 6
        if last < sowings.houses and mine >> 6 * last & 63 == 1:
            up = 6 * (sowings.houses - 1 - last)
            taken = theirs >> up & 63
            mine -= 1 << 6 * last
            theirs -= taken << up
            gain += taken + 1
        if not mine or not theirs:
            return gain + seeds_in(mine) - seeds_in(theirs)
        if last == sowings.houses:
            return gain + self.margin(mine, theirs, seeds - gain)
        return gain - self.margin(theirs, mine, seeds - gain)


class BookMaker:
    """Makes the book up to a ply; boards are positions of the first player's turn with nothing in store."""

    def __init__(self, last: int, notes: Path) -> None:
        game = engine.game("kalah")
        assert isinstance(game, Kalah)
        self.game, self.last, self.notes = game, last, notes
        self.plies = [{game.start}]
        for _ in range(last):
            self.plies.append({child for board in self.plies[-1] for child in self.children(board)})

    def search_all(self) -> None:
        """Find the margins of all boards of the last ply that are not noted yet."""
        margins, boards = self.noted(), sorted(self.plies[-1])
        for number, board in enumerate(boards):
            if board not in margins:
                print(number, len(boards), self.found(board), flush=True)

    def packed(self) -> bytes:
        """Return the file: the margins of the last ply that are noted, and of those before what follows."""
        margins = self.noted()
        for boards in reversed(self.plies[:-1]):
            margins |= {
                board: self.backed_up(board, margins)
                for board in boards
                if margins.keys() >= {*self.children(board)}
            }
        kept = [board for boards in self.plies for board in boards if board in margins]
        return pack_book({key(*self.game.rows(board)): margins[board] for board in kept}, self.last)

    @cached_property
    def search(self) -> Search:
        """The search, which takes its memory when it is needed."""
        return Search(HOUSES, endgames(), PLACE)

    def children(self, board: int) -> list[int]:
        """Return the boards after each move; no game has ended so early."""
        return [self.rows_alone(after) for after in self.game.successors(board).values()]

    def rows_alone(self, position: int) -> int:
        """Return the seeds in the rows alone, as a position of the first player's turn."""
        mine, theirs = self.game.rows(position)
        return mine | theirs << 6 * HOUSES

    def noted(self) -> dict[int, int]:
        """Return the margins that the file has."""
        if not self.notes.exists():
            return {}
        lines = [line.split() for line in self.notes.read_text("utf-8").splitlines()]
        return {int(board): int(margin) for board, margin in lines}

    def found(self, board: int) -> int:
        """Return the margin of a board, and note it."""
        rows = self.game.rows(board)
        low, high = self.search.bounds(*rows)
        goal = low % 2
        while low < high:
            low, high = self.search.narrowed(*rows, low, high, goal)
            goal = low + 2 if low >= goal else high
        with self.notes.open("a", encoding="utf-8") as file:
            file.write(f"{board} {low}\n")
        return low

    def backed_up(self, board: int, margins: dict[int, int]) -> int:
        """Return the margin of a board from those after its moves."""
        worths = []
        for after in self.game.successors(board).values():
            margin = margins[self.rows_alone(after)] + self.game.lead(after)
            worths.append(margin if self.game.keeps_turn(board, after) else -margin)
        return max(worths)


def make_endgames() -> bytes:
    """Return the file of the table of endgames."""
    table = TableMaker(Numbers(HOUSES, SEEDS)).make()
    return lzma.compress(bytes([SEEDS]) + table, preset=9 | lzma.PRESET_EXTREME)


def main(what: str, *rest: str) -> None:
    """Write a file into the package."""
    if what == "endgames":
        FOLDER.joinpath(f"{ENDGAMES}.xz").write_bytes(make_endgames())
        return
    last, notes = rest
    maker = BookMaker(int(last), Path(notes))
    if what == "book":
        maker.search_all()
    FOLDER.joinpath(f"{BOOK}.xz").write_bytes(maker.packed())


if __name__ == "__main__":
    main(*sys.argv[1:])
