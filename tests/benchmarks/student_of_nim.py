"""What the student recognises in Nim: equal heaps, what they are made up of, and what is left at the end."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import reduce
from operator import xor

import engine
from engine.rules.nim import Nim


def pairs_heaps(state: engine.State, action: engine.Action) -> float:
    """Whether each heap has an equal one."""
    return not _has_odd(_heaps(state, action))


def evens_heaps(state: engine.State, action: engine.Action) -> float:
    """Whether each part of 4, 2 and 1 comes an even number of times in the heaps."""
    return not reduce(xor, _heaps(state, action), 0)


def evens_till_ones(state: engine.State, action: engine.Action) -> float:
    """Whether that is so, or nothing but an odd number of heaps of one is left, if only ones can be left."""
    if any(max(_heaps(state, each), default=0) == 1 for each in state.actions()):
        return leaves_odd_ones(state, action)
    return evens_heaps(state, action)


def pairs_till_ones(state: engine.State, action: engine.Action) -> float:
    """Whether each heap has an equal one, or as above."""
    if any(max(_heaps(state, each), default=0) == 1 for each in state.actions()):
        return leaves_odd_ones(state, action)
    return pairs_heaps(state, action)


def takes_few_of_pairs(state: engine.State, action: engine.Action) -> float:
    """How few stones the move takes, if each heap has an equal one before it."""
    return 0 if _has_odd(_list_heaps(state)) else sum(_heaps(state, action))


def takes_few_of_even(state: engine.State, action: engine.Action) -> float:
    """How few stones the move takes, if each part of 4, 2 and 1 comes an even number of times before it."""
    return 0 if reduce(xor, _list_heaps(state), 0) else sum(_heaps(state, action))


def leaves_odd_ones(state: engine.State, action: engine.Action) -> float:
    """Whether nothing but an odd number of heaps of one is left."""
    heaps = _heaps(state, action)
    return max(heaps, default=0) == 1 and len(heaps) % 2


def _has_odd(heaps: list[int]) -> bool:
    return any(number % 2 for number in Counter(heaps).values())


def _heaps(state: engine.State, action: engine.Action) -> list[int]:
    return _list_heaps(state.successor(action))


def _list_heaps(state: engine.State) -> list[int]:
    assert isinstance(state.game, Nim)
    return [heap for heap in state.game.heaps(state.position) if heap]


FEW: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "few of pairs": takes_few_of_pairs,
    "few of even": takes_few_of_even,
}


PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "pairs": pairs_heaps,
    "evens": evens_heaps,
    **FEW,
}
MISERE_PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "odd ones": leaves_odd_ones,
    "pairs till ones": pairs_till_ones,
    "evens till ones": evens_till_ones,
    **FEW,
}
