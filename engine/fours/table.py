"""A transposition table: bounds of scores, packed into machine words.

A word holds, from its least bits on, the upper bound and the lower bound, each in seven bits and raised so
that none is negative, and then all of the key that does not follow from the word's place. The place is one
part of the key, mixed with the others; the others and the place together determine the whole key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import words

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

_RAISED: Final = 64
_BOUND: Final = 127
_NOTHING: Final = _BOUND  # the lower bound is as low as can be, the upper one as high


class TranspositionTable:
    """Bounds of scores from -64 to 63 by keys of at most 62 bits.

    There are two to the power of `size` places, the twentieth or more for keys that long. The newest
    entry of a place stays.
    """

    def __init__(self, size: i64) -> None:
        self._size = size
        self._words: vec[i64] = words(1 << size, _NOTHING)

    def bounds(self, key: i64) -> tuple[int, int]:
        """Return the known bounds of the score of the key."""
        word: i64 = self._words[self._find_slot(key)]
        if word >> 14 != key >> self._size:
            word = _NOTHING
        return (word >> 7 & _BOUND) - _RAISED, (word & _BOUND) - _RAISED

    def is_at_least(self, key: i64, score: i64) -> bool:
        """Whether the score of the key is known to be no less."""
        word: i64 = self._words[self._find_slot(key)]
        return word >> 14 == key >> self._size and (word >> 7 & _BOUND) - _RAISED >= score

    def is_below(self, key: i64, score: i64) -> bool:
        """Whether the score of the key is known to be less."""
        word: i64 = self._words[self._find_slot(key)]
        return word >> 14 == key >> self._size and (word & _BOUND) - _RAISED < score

    def keep_at_least(self, key: i64, score: i64) -> None:
        """Store that the score of the key is no less."""
        place = self._find_slot(key)
        word: i64 = self._words[place]
        upper: i64 = word & _BOUND if word >> 14 == key >> self._size else _BOUND
        self._words[place] = key >> self._size << 14 | score + _RAISED << 7 | upper

    def keep_below(self, key: i64, score: i64) -> None:
        """Store that the score of the key is less."""
        place = self._find_slot(key)
        word: i64 = self._words[place]
        lower: i64 = word & _BOUND << 7 if word >> 14 == key >> self._size else 0
        self._words[place] = key >> self._size << 14 | lower | score - 1 + _RAISED

    def _find_slot(self, key: i64) -> i64:
        return (key ^ key >> self._size ^ key >> 2 * self._size) & (1 << self._size) - 1
