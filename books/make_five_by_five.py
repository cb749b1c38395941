"""Make the book of four in a row on 5x5: `python books/make_five_by_five.py`.

It takes about four minutes where the search is compiled, and some half an hour where it is not.
"""

from __future__ import annotations

from pathlib import Path

import engine.books
from engine.books import pack
from engine.fours.search import Search
from engine.games.in_a_row import InARow

LAST = 5
SIDE = 5
CELLS = SIDE * SIDE

game = InARow("four-in-a-row-5x5", "", rows=SIDE, columns=SIDE, length=4)
search = Search(SIDE, SIDE, gravity=False)


def main() -> None:
    """Write the book into the package."""
    plies = [{game.start}]
    for _ in range(LAST):
        plies.append(
            {
                min(game.images(child))
                for position in plies[-1]
                for child in game.successors(position).values()
            }
        )
    scores = {position: search.score(*split(position)) for position in sorted(plies[LAST])}
    book: dict[int, int] = {}
    for ply in reversed(range(LAST + 1)):
        if ply < LAST:
            scores = {position: backed_up(position, scores) for position in plies[ply]}
        book |= {key(position): scores[position] for position in plies[ply] if not is_won(position)}
        print(ply, len(plies[ply]), len(book), flush=True)
    (Path(engine.books.__file__).parent / f"{game.slug}.xz").write_bytes(pack(book, LAST))


def backed_up(position: int, scores: dict[int, int]) -> int:
    """Return the score of a position from those at the next ply."""
    return max(-scores[min(game.images(child))] for child in game.successors(position).values())


def is_won(position: int) -> bool:
    """Whether the player to move completes four at once; the book leaves such positions out."""
    return search.wins_at_once(*split(position))


def key(position: int) -> int:
    """Return the least key of the position's images."""
    return min(search.key(*split(image)) for image in game.images(position))


def split(position: int) -> tuple[int, int]:
    """Return the stones of the player to move and of the opponent, with the bit that keeps rows apart."""
    return guarded(position >> CELLS), guarded(position & (1 << CELLS) - 1)


def guarded(stones: int) -> int:
    """Return a bitboard of cells with a guard after each row."""
    row = (1 << SIDE) - 1
    return sum((stones >> number * SIDE & row) << number * (SIDE + 1) for number in range(SIDE))


if __name__ == "__main__":
    main()
