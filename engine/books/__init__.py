"""Books: the scores of positions that take too long to search, packed into files beside this module.

A file is compressed by LZMA. It holds, in this order and with the least byte first:

    the plies up to which the book answers (1 byte) and the number of its entries (4 bytes)
    for each block of 64 entries its first key (8 bytes)
    for each block where its differences begin (4 bytes)
    for each entry its score, as the remainder of 256 (1 byte)
    for each entry but the first of each block how much greater its key is than the one before, in groups of
    seven bits, the least first; all groups but the last have the eighth bit set

Keys are in order, so that a look-up is a bisection and at most 63 additions; nothing is unpacked before.
`tests/pack_books.py` makes such files.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from struct import Struct
from typing import NamedTuple

BLOCK = 64
"""How many entries share one key that is written out."""

_CONTINUED = 0x80
HEAD = Struct("<BI")
"""The plies, and the number of entries."""


class Book(NamedTuple):
    """Scores by key, of positions of up to so many plies; with -1 plies the book has none."""

    plies: int = -1
    firsts: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    scores: bytes = b""
    differences: bytes = b""

    @classmethod
    @cache
    def named(cls, name: str) -> Book:
        """Return the book of that name from the files of this package, loaded once."""
        return cls.unpacked(_load_file(name))

    @classmethod
    def unpacked(cls, packed: bytes) -> Book:
        """Return the book that a file holds."""
        import lzma  # noqa: PLC0415 - needed by opened books, not by each import of the engine

        data = lzma.decompress(packed)
        plies, count = HEAD.unpack_from(data)
        index = index_of(count)
        numbers = index.unpack_from(data, HEAD.size)
        blocks, scores = len(numbers) // 2, HEAD.size + index.size
        differences = scores + count
        return cls(plies, numbers[:blocks], numbers[blocks:], data[scores:differences], data[differences:])

    def score(self, key: int) -> int | None:
        """Return the score of the position that has this key, if it is in the book."""
        block = bisect_right(self.firsts, key) - 1
        if block < 0:
            return None
        entry, differences = block * BLOCK, self.differences
        found, at = self.firsts[block], self.starts[block]
        last = min(entry + BLOCK, len(self.scores)) - 1
        while found < key and entry < last:
            shift = 0
            while (group := differences[at]) & _CONTINUED:
                found += (group & 0x7F) << shift
                shift += 7
                at += 1
            found += group << shift
            at += 1
            entry += 1
        return (self.scores[entry] ^ 0x80) - 0x80 if found == key else None


def table(name: str) -> bytes:
    """Return what a file of this package holds that is no book."""
    import lzma  # noqa: PLC0415 - as above

    return lzma.decompress(_load_file(name))


def _load_file(name: str) -> bytes:
    from importlib.resources import files  # noqa: PLC0415 - slow to import, and not always needed

    return files(__name__).joinpath(f"{name}.xz").read_bytes()


def index_of(count: int) -> Struct:
    """Return the form of the first keys and the starts of all blocks."""
    blocks = -(-count // BLOCK)
    return Struct(f"<{blocks}Q{blocks}I")
