"""Caches: each one that grows with use is bounded by the bytes it holds.

All such bounds of the bot's own process stand here, and `MOST` is their sum. The rest is limited to some
20 MB: fonts, tiles of few kinds, the engine's solutions of small games, and its tables, whose bounds stand
beside them. A worker process has only these tables, about 50 MB from its start on, and some MB more while
it answers in Oware or Kalah.
"""

from collections.abc import Callable, Hashable
from dataclasses import is_dataclass
from functools import wraps
from itertools import chain
from sys import getsizeof
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache
from cachetools.keys import hashkey

_K = TypeVar("_K")
_V = TypeVar("_V")
_P = ParamSpec("_P")

_MB = 1 << 20

MATCHES, ANALYSES, REVIEWS = _MB // 2, _MB // 2, _MB
PICTURES, TILES, TREES = 2 * _MB, 6 * _MB, _MB // 4
NAMES = _MB // 4

MOST = MATCHES + ANALYSES + REVIEWS + PICTURES + TILES + TREES + NAMES
"""The bytes that all caches together hold at most, as `weigh` estimates them."""


def weigh(value: object) -> int:
    """Return an estimate of the bytes that a value holds.

    It counts the data in the value, as often as it occurs. Objects that are no data, as games and languages,
    are shared and count nothing.
    """
    size, waiting = 0, [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, int):
            size += 0 if -6 < part < 257 else getsizeof(part)  # noqa: PLR2004 - of small ints there is one each
        elif isinstance(part, tuple | list):
            size += getsizeof(part)
            waiting += part
        elif isinstance(part, dict):
            size += getsizeof(part)
            waiting += chain(part, part.values())
        elif isinstance(part, str | bytes | float):
            size += getsizeof(part)
        elif is_dataclass(part):
            size += getsizeof(part) + getsizeof(vars(part))
            waiting += vars(part).values()
    return size


class Cache(LRUCache[_K, _V]):
    """A cache that keeps the values used last, up to an estimated number of bytes."""

    def __init__(self, most: int, measure: Callable[[_V], float] = weigh) -> None:
        super().__init__(most, getsizeof=measure)

    def __setitem__(self, key: _K, value: _V) -> None:
        if self.getsizeof(value) <= self.maxsize:
            super().__setitem__(key, value)
        else:  # it would displace all others, and is too large itself
            self.pop(key, None)


class ResultCache:
    """A cache of functions' results by their arguments, for all threads, bounded by bytes altogether.

    `measure` says how many bytes a result holds.
    """

    def __init__(self, most: int, measure: Callable[[Any], float] = weigh) -> None:
        self._kept = Cache[Hashable, tuple[Hashable, Any]](
            most, lambda pair: weigh(pair[0]) + measure(pair[1])
        )
        self._lock = Lock()

    def remember(self, function: Callable[_P, _V]) -> Callable[_P, _V]:
        """Let a function return its earlier result, while that is kept."""

        @wraps(function)
        def remembering(*args: _P.args, **kwargs: _P.kwargs) -> _V:
            key = hashkey(function, *args, **kwargs)  # type: ignore[arg-type] # what is kept can be hashed
            with self._lock:
                known: tuple[Hashable, _V] | None = self._kept.get(key)
            if known is not None:
                return known[1]
            result = function(*args, **kwargs)
            with self._lock:
                self._kept[key] = key, result
            return result

        return remembering

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
