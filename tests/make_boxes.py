"""Make the book of dots and boxes from nothing: `python -m tests.make_boxes`, some minutes of one core.

It works out the nets of all sets of lines, the fullest first, and keeps those of up to so many lines, one of
each set and its images.
"""

from pathlib import Path

from engine import books
from engine.rules.dots_and_boxes import DotsAndBoxes
from engine.solvers.boxes import Boxes
from tests.pack_books import pack_book

PLIES = 9


def nets(game: DotsAndBoxes) -> bytearray:
    """Return the nets of all sets of lines, as remainders of 256."""
    full = (1 << game.lines) - 1
    found = bytearray(full + 1)
    beside = [tuple(others for _, others in each) for each in game.beside]
    for drawn in range(full - 1, -1, -1):
        best, rest = -99, ~drawn & full
        while rest:
            bit = rest & -rest
            rest ^= bit
            net, gained = found[drawn | bit], 0
            net -= net >> 7 << 8
            for others in beside[bit.bit_length() - 1]:
                if drawn & others == others:
                    gained += 1
            worth = gained + net if gained else -net
            if worth > best:  # noqa: PLR1730 - max() would slow it by a third
                best = worth
        found[drawn] = best & 255
    return found


def pack(game: DotsAndBoxes, found: bytearray, plies: int = PLIES) -> bytes:
    """Return the file of the book."""
    key, book = Boxes(game).key, dict[int, int]()
    few = [0]
    for _ in range(plies + 1):
        book |= {drawn: (found[drawn] ^ 128) - 128 for drawn in few}
        few = sorted({key(drawn | 1 << line) for drawn in few for line in game.open_lines(drawn)})
    return pack_book(book, plies)


def main() -> None:
    """Write the book into the package."""
    game = DotsAndBoxes("dots-and-boxes")
    Path(books.__file__).with_name(f"{game.slug}.xz").write_bytes(pack(game, nets(game)))


if __name__ == "__main__":
    main()
