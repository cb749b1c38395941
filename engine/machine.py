"""What compiled modules share: arrays of machine words, polls of `stop()` and the choice of the next move.

They are plain Python in the subset that mypyc compiles, where `i64` is an int that fits a machine word, and
run either way.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, cast

from engine.solver import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec  # noqa: TC004 - mypyc finds it here, and plain Python does not need it
    from mypy_extensions import i64  # noqa: TC004 - the same

IS_COMPILED: Final = not __file__.endswith(".py")

TAKEN: Final = -(1 << 62)
"""The weight of a move that was tried: less than any other."""


class Polling:
    """A search that asks from time to time whether to stop."""

    def __init__(self) -> None:
        self._stop: Callable[[], bool] | None = None
        self._visits: i64 = 0

    def _pause(self) -> None:
        """Ask whether to stop, and count visits anew; StoppedError if the search has to stop."""
        self._visits = 0
        if self._stop is not None and self._stop():
            raise StoppedError


class Table:
    """What is kept of boards until the next question, in so many places as a power of two.

    A subclass knows how a board and what is kept of it are stored in so many words. The newest entry of a
    place stays.
    """

    def __init__(self, size: i64, fields: i64) -> None:
        self._words: vec[i64] = words(fields << size)
        self._last_place: i64 = (1 << size) - 1
        self._question: i64 = 1

    def clear(self) -> None:
        """Begin another question, without the results of earlier ones."""
        self._question += 1

    def get(self, mine: i64, theirs: i64, nothing: i64) -> i64:
        """Return what is kept of a board, or the value that stands for nothing."""
        raise NotImplementedError

    def put(self, mine: i64, theirs: i64, kept: i64) -> None:
        """Keep something of a board."""
        raise NotImplementedError


def find_heaviest(stack: vec[i64], base: i64, above: i64, fields: i64) -> i64:
    """Return where the heaviest move between two places of a stack begins, the first of equals.

    A move has so many words, the last of which is its weight. If all are `TAKEN`, it is -1.
    """
    heaviest: i64 = fields - 2
    weight: i64 = TAKEN
    at: i64 = base + fields - 1
    while at < above:
        if stack[at] > weight:
            weight = stack[at]
            heaviest = at
        at += fields
    return heaviest - fields + 1


def put_heaviest_last(stack: vec[i64], base: i64, above: i64, fields: i64) -> None:
    """Exchange the heaviest move between two places of a stack with the last one."""
    at: i64 = find_heaviest(stack, base, above, fields)
    last: i64 = above - fields
    while last < above:
        word: i64 = stack[at]
        stack[at] = stack[last]
        stack[last] = word
        at += 1
        last += 1


def as_word(bits: int) -> int:
    """Return the number that a word of these 64 bits is: compiled, the last of them is its sign."""
    return bits - (bits >> 63 << 64) if IS_COMPILED else bits


def packed(numbers: list[int]) -> vec[i64]:
    """Return a list as an array of machine words if this is compiled, else as it is."""
    if IS_COMPILED:  # pragma: no cover - coverage is measured where nothing is compiled
        return vec[i64](numbers)
    return cast("vec[i64]", numbers)


def words(count: i64, value: i64 = 0) -> vec[i64]:
    """Return so many machine words; an array takes its memory at once, and the same for ever."""
    if IS_COMPILED:  # pragma: no cover - the same
        return packed([value] * count)
    return cast("vec[i64]", array("q", [value]) * count)
