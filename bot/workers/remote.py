"""The functions that a process of a cluster runs for the bot and for bulk work, one call at a time."""

from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from bot import __version__
from bot.workers import child, protocol

_T = TypeVar("_T")

_call_lock = Lock()
"""Held by the running call: such a process may have several threads."""

_interrupted: deque[str] = deque(maxlen=64)
"""Names of tasks that are to end at once; a name may come before its task begins."""


def call(function: Callable[..., _T], *arguments: object) -> _T:
    """Call a function while no other call runs in this process."""
    with _call_lock:
        return function(*arguments)


def version() -> str:
    """Return the version of Maxine that the process has."""
    return __version__


def get_ready() -> str:
    """Load what the larger games need, and return the version of Maxine that the process has."""
    call(child.warm_up)
    return __version__


def answer(line: bytes, name: str) -> bytes:
    """Answer a request as a worker process would; its time begins when no other call runs."""
    return call(protocol.write_answer, protocol.decode_request(line), lambda: name in _interrupted)


def interrupt(name: str) -> None:
    """End the task of that name at once, if this process has it or will get it."""
    _interrupted.append(name)
