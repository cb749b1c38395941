"""What a process of a cluster runs for the bot and for bulk work: one by one, as solvers are shared."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from bot import __version__
from bot.workers import child, protocol

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

_alone = Lock()
"""Held by who searches: such a process may have several threads."""

_hurried: deque[str] = deque(maxlen=64)
"""What is to come to an end at once; a task may begin only after that has been said."""


def call(function: Callable[..., _T], *arguments: object) -> _T:
    """Return what a function returns that nothing else is searched beside."""
    with _alone:
        return function(*arguments)


def version() -> str:
    """Return which Maxine the process has."""
    return __version__


def get_ready() -> str:
    """Load what the larger games need, and return which Maxine the process has."""
    call(child.warm_up)
    return __version__


def answer(line: bytes, name: str) -> bytes:
    """Answer a request as a worker process would; the time for it begins when nothing else is searched."""
    return call(_answer, line, name)


def _answer(line: bytes, name: str) -> bytes:
    request = protocol.decode_request(line)
    end = time.monotonic() + request.seconds
    return request.encode_answer(request.find_answer(lambda: name in _hurried or time.monotonic() >= end))


def hurry(name: str) -> None:
    """Let the task of that name come to an end, if this process has it or will."""
    _hurried.append(name)
