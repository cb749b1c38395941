"""Returns freed memory to the system."""

import ctypes
from contextlib import suppress
from functools import cache

# M_ARENA_MAX, M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of malloc.h. Short-lived blocks of pictures and socket
# reads get pages of their own from 128 KB on: in the heap they would leave gaps.
_GLIBC = {-8: 1, -3: 1 << 17, -1: 1 << 22}


def return_freed() -> None:
    """Let this process return the memory of drawings and tables, which glibc would keep in every thread."""
    with suppress(OSError, AttributeError, TypeError):  # another C library
        mallopt = _libc().mallopt
        for parameter, value in _GLIBC.items():
            mallopt(parameter, value)


def return_gaps() -> None:
    """Return free memory between used blocks, in a millisecond: glibc does it only at the heap's end."""
    with suppress(OSError, AttributeError, TypeError):
        _libc().malloc_trim(0)


@cache
def _libc() -> ctypes.CDLL:
    """Return the C library; each load would create new classes."""
    return ctypes.CDLL(None)
