"""Packs the scores of a book into a file, as `engine.books` reads it."""

import lzma
from collections.abc import Mapping

from engine.books import BLOCK, HEAD, index_of

CONTINUED = 0x80
REACH = 1 << 24
"""How far back the packer looks: unpacking needs as much memory, and more makes no book smaller."""


def pack_book(scores: Mapping[int, int], plies: int) -> bytes:
    """Return the file of a book."""
    keys = sorted(scores)
    starts, differences = [], bytearray()
    for number, key in enumerate(keys):
        if number % BLOCK == 0:
            starts.append(len(differences))
        else:
            differences += split_number(key - keys[number - 1])
    head = HEAD.pack(plies, len(keys)) + index_of(len(keys)).pack(*keys[::BLOCK], *starts)
    data = head + bytes(scores[key] & 0xFF for key in keys) + differences
    hard = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": REACH}
    return lzma.compress(data, filters=[hard])


def split_number(number: int) -> bytes:
    groups = bytearray()
    while number >= CONTINUED:
        groups.append(number & 0x7F | CONTINUED)
        number >>= 7
    groups.append(number)
    return bytes(groups)
