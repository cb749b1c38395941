"""Make the book of Connect Four: `python books/make_connect_four.py`, with `bitbully` installed.

The scores at the last ply are asked of bitbully, a solver that has them in a book of its own. Which positions
there are, their scores at the plies before, and the file are our work; engine/books/README.md says more.
"""

from __future__ import annotations

from pathlib import Path

from bitbully.bitbully_core import BitBullyCore, BoardCore
from bitbully_databases import BitBullyDatabases

import engine.books
from engine.books import pack
from engine.fours.search import Search
from engine.games.connect_four import ConnectFour

LAST = 12
KEPT = (*range(9), LAST)
"""The plies between are worked out from the last one as they are asked for: they would double the file."""

COLUMNS, ROWS = 7, 6
STRIDE, THEIR_STRIDE = 7, 9
SIZE = COLUMNS * STRIDE

game = ConnectFour()
search = Search(COLUMNS, ROWS, gravity=True)


def main() -> None:
    """Write the book into the package."""
    plies = [{game.start}]
    for _ in range(LAST):
        plies.append({min(game.images(child)) for position in plies[-1] for child in children(position)})
        print(len(plies) - 1, len(plies[-1]), flush=True)
    oracle = BitBullyCore(Path(BitBullyDatabases.get_database_path("12-ply-dist")))
    scores = {position: asked(oracle, position) for position in plies[LAST]}
    book: dict[int, int] = {}
    for ply in reversed(range(LAST + 1)):
        if ply < LAST:
            scores = {position: backed_up(position, scores) for position in plies[ply]}
        if ply in KEPT:
            book |= {key(position): scores[position] for position in plies[ply] if not is_won(position)}
        print(ply, len(book), flush=True)
    (Path(engine.books.__file__).parent / f"{game.slug}.xz").write_bytes(pack(book, LAST))


def children(position: int) -> list[int]:
    """Return the successors that have not ended."""
    return [child for child in game.successors(position).values() if game.successors(child)]


def asked(oracle: BitBullyCore, position: int) -> int:
    """Return what bitbully says of a position."""
    mine, theirs = split(position)
    board = BoardCore()
    board.setRawState(their_bits(mine | theirs), their_bits(mine), COLUMNS * ROWS - position.bit_count())
    return oracle.mtdf(board, 0)


def their_bits(stones: int) -> int:
    """Return a bitboard with bitbully's distance between columns."""
    column = (1 << STRIDE) - 1
    return sum((stones >> number * STRIDE & column) << number * THEIR_STRIDE for number in range(COLUMNS))


def backed_up(position: int, scores: dict[int, int]) -> int:
    """Return the score of a position from those at the next ply."""
    if is_won(position):
        return (COLUMNS * ROWS - position.bit_count() + 1) // 2
    return max(-scores[min(game.images(child))] for child in children(position))


def is_won(position: int) -> bool:
    """Whether the player to move completes four at once; the book leaves such positions out."""
    return search.wins_at_once(*split(position))


def key(position: int) -> int:
    """Return the least key of the position's images."""
    return min(search.key(*split(image)) for image in game.images(position))


def split(position: int) -> tuple[int, int]:
    """Return the stones of the player to move and of the opponent."""
    return position >> SIZE, position & (1 << SIZE) - 1


if __name__ == "__main__":
    main()
