"""How memory that was freed goes back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import cache

# M_ARENA_MAX, M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of malloc.h. What a picture takes for a moment, or a read
# of a socket, has pages of its own from 128 KB on: it would leave gaps among what is kept.
_GLIBC = {-8: 1, -3: 1 << 17, -1: 1 << 22}


def return_freed() -> None:
    """Let this process give back what drawings and tables took: glibc would keep it, in every thread anew."""
    with suppress(OSError, AttributeError, TypeError):  # where there is another library
        mallopt = _libc().mallopt
        for parameter, value in _GLIBC.items():
            mallopt(parameter, value)


def return_gaps() -> None:
    """Give back what is free between what is in use, in a millisecond: glibc does it at the end alone."""
    with suppress(OSError, AttributeError, TypeError):
        _libc().malloc_trim(0)


@cache
def _libc() -> ctypes.CDLL:
    """Return the C library; each time that it is loaded makes classes anew."""
    return ctypes.CDLL(None)
