"""What the modules share that are worth compiling: arrays of machine words, and whether they are compiled.

They are plain Python in the subset that mypyc compiles, where `i64` is an int that fits a machine word, and
run either way.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from librt.vecs import vec  # noqa: TC004 - mypyc finds it here, and plain Python does not need it
    from mypy_extensions import i64  # noqa: TC004 - the same

IS_COMPILED: Final = not __file__.endswith(".py")


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
