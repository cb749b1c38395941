"""The rules of Nim, written a second time: heaps are lists of stones, and every game is played to its end."""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import engine

Heaps: TypeAlias = tuple[int, ...]

SIZES = {"nim": (1, 3, 5, 7), "nim-3-4-5": (3, 4, 5), "nim-misere": (1, 3, 5, 7)}


def heaps_of(state: engine.State) -> Heaps:
    """Return how many stones are in each heap, as far as its moves tell."""
    names = [state.name_of(action) for action in state.actions()]
    letters = [name[0] for name in names]
    return tuple(letters.count(letter) for letter in "abcd"[: len(SIZES[state.game.slug])])


def followers(heaps: Heaps) -> Iterator[tuple[str, Heaps]]:
    """Yield the name of each move, and what it leaves."""
    for place, size in enumerate(heaps):
        for left in range(size):
            yield f"{'abcd'[place]}{size - left}", (*heaps[:place], left, *heaps[place + 1 :])


@cache
def wins(heaps: Heaps, *, last_wins: bool) -> bool:
    """Whether the player to move can win, whatever the other does."""
    after = [left for _, left in followers(heaps)]
    if not after:
        return not last_wins
    return not all(wins(left, last_wins=last_wins) for left in after)
