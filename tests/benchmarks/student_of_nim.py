"""What the student recognises in Nim: equal heaps, what they are made up of, and what is left at the end."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import reduce
from operator import xor

import engine
from engine.rules.nim import Nim


def pairs_heaps(state: engine.State, action: engine.Action) -> float:
    """Whether each heap has an equal one."""
    return not any(number % 2 for number in Counter(_heaps(state, action)).values())


def evens_heaps(state: engine.State, action: engine.Action) -> float:
    """Whether each power of two comes an even number of times in the heaps."""
    return not reduce(xor, _heaps(state, action), 0)


def evens_till_ones(state: engine.State, action: engine.Action) -> float:
    """Whether that is so, or nothing but an odd number of heaps of one is left, if only ones can be left."""
    if any(max(_heaps(state, each), default=0) == 1 for each in state.actions()):
        return leaves_odd_ones(state, action)
    return evens_heaps(state, action)


def leaves_odd_ones(state: engine.State, action: engine.Action) -> float:
    """Whether nothing but an odd number of heaps of one is left."""
    heaps = _heaps(state, action)
    return max(heaps, default=0) == 1 and len(heaps) % 2


def _heaps(state: engine.State, action: engine.Action) -> list[int]:
    assert isinstance(state.game, Nim)
    return [heap for heap in state.game.heaps(state.successor(action).position) if heap]


PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "pairs": pairs_heaps,
    "evens": evens_heaps,
}
MISERE_PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "odd ones": leaves_odd_ones,
    "evens": evens_heaps,
    "evens till ones": evens_till_ones,
}
